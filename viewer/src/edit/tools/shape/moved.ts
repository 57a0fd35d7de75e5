/** Faces while their corners are dragged: where they are, and which must not be left so. */

import { isWalkable, type Level, type Point } from "../../../model/scene.ts";

/** Degrees above which floor is called steep: as the check does. */
export const STEEP = 60;
const FLATTEST = Math.cos((STEEP * Math.PI) / 180);

export type FaceState = "fine" | "steep" | "turned";

/** What floor with these corners (nine numbers) would be. */
export function stateOf(corners: ArrayLike<number>, from = 0): FaceState {
  const at = (i: number): number => corners[from + i];
  const [ux, uy, uz] = [at(3) - at(0), at(4) - at(1), at(5) - at(2)];
  const [vx, vy, vz] = [at(6) - at(0), at(7) - at(1), at(8) - at(2)];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const size = Math.hypot(x, y, z);
  // A face without area is as bad as one that looks down: nobody can stand on it.
  if (!(size > 1e-9) || z <= 0) return "turned";
  return z < FLATTEST * size ? "steep" : "fine";
}

export class MovedFaces {
  /** The face rows with a corner that moves. */
  readonly rows: number[] = [];
  /** Nine numbers a row. */
  readonly corners: Float32Array;
  private readonly still: Float32Array;
  /** Three a row: whether that corner moves. */
  private readonly moves: Uint8Array;
  /** Rows that were bad before are not held against who drags. */
  private readonly before: FaceState[];
  states: FaceState[];

  constructor(
    readonly level: Level,
    readonly vertices: ReadonlySet<number>,
  ) {
    const { faces } = level;
    for (let row = 0; row < level.roomFaces; row++) {
      if (vertices.has(faces[3 * row]) || vertices.has(faces[3 * row + 1]) || vertices.has(faces[3 * row + 2])) this.rows.push(row);
    }
    this.still = new Float32Array(9 * this.rows.length);
    this.moves = new Uint8Array(3 * this.rows.length);
    this.rows.forEach((row, i) => {
      for (let side = 0; side < 3; side++) {
        const vertex = faces[3 * row + side];
        this.moves[3 * i + side] = Number(vertices.has(vertex));
        for (let axis = 0; axis < 3; axis++) this.still[9 * i + 3 * side + axis] = level.vertices[3 * vertex + axis];
      }
    });
    this.corners = this.still.slice();
    this.before = this.judge();
    this.states = this.before;
  }

  /** Moves the corners by so much from where they were at first. */
  move(offset: Point): void {
    for (let i = 0; i < this.moves.length; i++) {
      if (!this.moves[i]) continue;
      for (let axis = 0; axis < 3; axis++) this.corners[3 * i + axis] = this.still[3 * i + axis] + offset[axis];
    }
    this.states = this.judge().map((state, i) => (this.before[i] === state ? "fine" : state));
  }

  private judge(): FaceState[] {
    return this.rows.map((row, i) => (isWalkable(this.level, row) ? stateOf(this.corners, 9 * i) : "fine"));
  }

  /** How many rows would become steep or turn over. */
  count(state: FaceState): number {
    return this.states.filter((one) => one === state).length;
  }

  /** Nine numbers a triangle: those that would be bad. */
  bad(): Float32Array {
    const rows = this.states.flatMap((state, i) => (state === "fine" ? [] : [i]));
    const triangles = new Float32Array(9 * rows.length);
    rows.forEach((row, i) => triangles.set(this.corners.subarray(9 * row, 9 * row + 9), 9 * i));
    return triangles;
  }

  /** Six numbers a line: all sides, those that two rows share once. */
  lines(): Float32Array {
    const segments = new Float32Array(6 * this.sides.length);
    this.sides.forEach(([i, side], at) => {
      segments.set(this.corners.subarray(9 * i + 3 * side, 9 * i + 3 * side + 3), 6 * at);
      const next = 9 * i + 3 * ((side + 1) % 3);
      segments.set(this.corners.subarray(next, next + 3), 6 * at + 3);
    });
    return segments;
  }

  private known: [number, number][] | null = null;

  private get sides(): [number, number][] {
    if (this.known) return this.known;
    const { faces, vertices } = this.level;
    const count = vertices.length / 3;
    const sides = new Map<number, [number, number]>();
    this.rows.forEach((row, i) => {
      for (let side = 0; side < 3; side++) {
        const [a, b] = [faces[3 * row + side], faces[3 * row + ((side + 1) % 3)]];
        sides.set(Math.min(a, b) * count + Math.max(a, b), [i, side]);
      }
    });
    this.known = [...sides.values()];
    return this.known;
  }
}

/** The level with some vertices moved, to name its faces by where they will be. */
export function withMoved(level: Level, vertices: Iterable<number>, to: (place: Point) => Point): Level {
  const moved = level.vertices.slice();
  for (const vertex of vertices) {
    const at = 3 * vertex;
    moved.set(to([moved[at], moved[at + 1], moved[at + 2]]), at);
  }
  return { ...level, vertices: moved };
}

/** All faces of the level in one set of buffers, drawn as floor, other faces, doors, placeables. */

import {
  BufferAttribute,
  BufferGeometry,
  CustomBlending,
  DoubleSide,
  FrontSide,
  GreaterDepth,
  Group,
  Mesh,
  MeshBasicMaterial,
  OneFactor,
  OneMinusSrcAlphaFactor,
} from "three";
import type { Level, Range } from "../model/scene.ts";
import { isWalkable } from "../model/scene.ts";

/** Rows that are sent to the graphics card one by one; of more, all are. */
const MOST_RANGES = 200;

export class FaceMeshes {
  readonly group = new Group();
  readonly floor: Mesh;
  readonly blocking: Mesh;
  readonly doors: Mesh;
  readonly placeables: Mesh;
  /** The floor once more, faintly, where models hide it. */
  private readonly hidden: Mesh;
  private readonly positions: BufferAttribute;
  private readonly colours: BufferAttribute;
  private shownDoors = new Set<number>();
  private readonly rows: { floor: number[]; blocking: number[] };

  constructor(private readonly level: Level) {
    this.positions = new BufferAttribute(cornersOf(level), 3);
    this.colours = new BufferAttribute(new Uint8Array(3 * level.faces.length), 3, true);
    const rows = Array.from({ length: level.roomFaces }, (_, row) => row);
    // A ceiling or wall must not hide the floor from who looks from outside: one side only.
    this.rows = { floor: rows.filter((row) => isWalkable(level, row)), blocking: rows.filter((row) => !isWalkable(level, row)) };
    this.floor = this.mesh(this.rows.floor, true);
    this.blocking = this.mesh(this.rows.blocking, false);
    this.doors = this.mesh([], true);
    const placed = level.info.placeables.flatMap((one) => (one.mesh ? rowsOf(one.mesh.faces) : []));
    this.placeables = this.mesh(placed, true);
    this.hidden = hiddenFloor(this.floor);
    this.group.add(this.hidden, this.floor, this.blocking, this.doors, this.placeables);
  }

  paint(colours: Uint8Array): void {
    (this.colours.array as Uint8Array).set(colours);
    this.colours.needsUpdate = true;
  }

  /** Draws only the faces of these rooms; null for all. */
  limit(shown: ((room: number) => boolean) | null): void {
    const own = (row: number): boolean => !shown || shown(this.level.faceRoom[row]);
    this.floor.geometry.setIndex(indexOf(this.rows.floor.filter(own)));
    this.blocking.geometry.setIndex(indexOf(this.rows.blocking.filter(own)));
  }

  /** Other corners (nine numbers a row) for some rows, in the picture only: while they are dragged. */
  reshape(rows: readonly number[], corners: Float32Array): void {
    const all = this.positions.array as Float32Array;
    rows.forEach((row, i) => all.set(corners.subarray(9 * i, 9 * i + 9), 9 * row));
    // Few rows are sent one by one, many at once.
    if (rows.length <= MOST_RANGES) for (const row of rows) this.positions.addUpdateRange(9 * row, 9);
    else this.positions.clearUpdateRanges();
    this.positions.needsUpdate = true;
  }

  /** Whether models may hide the floor. */
  setBehindModels(on: boolean): void {
    this.hidden.visible = on && this.floor.visible;
  }

  /** Shows each door in the state given for it. */
  setDoors(states: readonly number[]): void {
    const rows = this.level.info.doors.flatMap((door) => {
      const mesh = door.states[states[door.index] ?? door.state];
      return mesh ? rowsOf(mesh.faces) : [];
    });
    this.shownDoors = new Set(rows);
    this.doors.geometry.setIndex(indexOf(rows));
  }

  /** Whether a row stands in the level now: doors have states. */
  present(row: number): boolean {
    if (row < this.level.roomFaces) return true;
    return this.shownDoors.has(row) || !this.isDoor(row);
  }

  /** Whether a ray that runs along `direction` can hit this row as it is drawn. */
  visible(row: number, facing: number): boolean {
    if (row >= this.level.roomFaces) {
      return this.isDoor(row)
        ? this.doors.visible && this.shownDoors.has(row)
        : this.placeables.visible;
    }
    return isWalkable(this.level, row) ? this.floor.visible : this.blocking.visible && facing < 0;
  }

  private isDoor(row: number): boolean {
    return this.level.info.doors.some((door) =>
      door.states.some((mesh) => mesh && row >= mesh.faces[0] && row < mesh.faces[0] + mesh.faces[1]),
    );
  }

  private mesh(rows: number[], twoSided: boolean): Mesh {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("color", this.colours);
    geometry.setIndex(indexOf(rows));
    const material = new MeshBasicMaterial({
      vertexColors: true,
      side: twoSided ? DoubleSide : FrontSide,
      polygonOffset: true,
      polygonOffsetFactor: 1.5,
      polygonOffsetUnits: 2,
    });
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    return mesh;
  }
}

/** Drawn between models and walkmesh, and only where a model is in front. */
function hiddenFloor(floor: Mesh): Mesh {
  const material = new MeshBasicMaterial({
    vertexColors: true,
    side: DoubleSide,
    depthFunc: GreaterDepth,
    depthWrite: false,
    // Not "transparent": that would be drawn after the walkmesh, and through its walls.
    blending: CustomBlending,
    blendSrcAlpha: OneFactor,
    blendDstAlpha: OneMinusSrcAlphaFactor,
    opacity: 0.72,
  });
  const mesh = new Mesh(floor.geometry, material);
  mesh.frustumCulled = false;
  mesh.visible = false;
  mesh.renderOrder = -1;
  return mesh;
}

function rowsOf([first, length]: Range): number[] {
  return Array.from({ length }, (_, i) => first + i);
}

function indexOf(rows: readonly number[]): BufferAttribute {
  const index = new Uint32Array(3 * rows.length);
  rows.forEach((row, i) => {
    index[3 * i] = 3 * row;
    index[3 * i + 1] = 3 * row + 1;
    index[3 * i + 2] = 3 * row + 2;
  });
  return new BufferAttribute(index, 1);
}

/** Three corners of three numbers a face: faces share no corners, since each has its own colour. */
function cornersOf({ faces, vertices }: Level): Float32Array {
  const positions = new Float32Array(3 * faces.length);
  for (let i = 0; i < faces.length; i++) {
    positions[3 * i] = vertices[3 * faces[i]];
    positions[3 * i + 1] = vertices[3 * faces[i] + 1];
    positions[3 * i + 2] = vertices[3 * faces[i] + 2];
  }
  return positions;
}

/**
 * The floor in the plan, as columns: what a step reads. A cell is a face row that one can stand on;
 * the passages out of it, and the walls around it, each with the cell on their left.
 */

import type { Level } from "../model/scene.ts";
import { isFloor } from "../model/scene.ts";

/** Metres between two passages over one side that are none: what is stored is rounded. */
const ROUNDED = 1e-4;

export interface FloorPlan {
  readonly level: Level;
  /** Passages out of row r: from starts[r] to starts[r + 1]. */
  readonly starts: Int32Array;
  readonly to: Int32Array;
  /** (4 a passage) x and y of its right end and of its left one, as seen by who walks out. */
  readonly gates: Float64Array;
  /** The edge, 3 · row + side, that a passage leads over. */
  readonly gateEdge: Int32Array;
  /** 1 where a passage leads to another room. */
  readonly link: Uint8Array;
  readonly wallStarts: Int32Array;
  /** (4 a wall) x and y of both ends, with the floor on the left. */
  readonly walls: Float64Array;
  readonly wallEdge: Int32Array;
}

interface Columns {
  to: number[];
  gates: number[];
  gateEdge: number[];
  link: number[];
  walls: number[];
  wallEdge: number[];
}

/** A part of a side that leads to a row: from `low` to `high`, in parts of the side. */
interface Part {
  low: number;
  high: number;
  to: number;
}

const known = new WeakMap<Level, FloorPlan>();

/** The plan of a level's floor; made once. */
export function planOf(level: Level): FloorPlan {
  let plan = known.get(level);
  if (!plan) known.set(level, (plan = build(level)));
  return plan;
}

function build(level: Level): FloorPlan {
  const passages = passagesOf(level);
  const starts = new Int32Array(level.roomFaces + 1);
  const wallStarts = new Int32Array(level.roomFaces + 1);
  const columns: Columns = { to: [], gates: [], gateEdge: [], link: [], walls: [], wallEdge: [] };
  for (let row = 0; row < level.roomFaces; row++) {
    if (isFloor(level, row)) addRow(level, row, passages, columns);
    starts[row + 1] = columns.to.length;
    wallStarts[row + 1] = columns.wallEdge.length;
  }
  return {
    level,
    starts,
    to: Int32Array.from(columns.to),
    gates: Float64Array.from(columns.gates),
    gateEdge: Int32Array.from(columns.gateEdge),
    link: Uint8Array.from(columns.link),
    wallStarts,
    walls: Float64Array.from(columns.walls),
    wallEdge: Int32Array.from(columns.wallEdge),
  };
}

/** The rows of `passages` over each edge that has any. */
function passagesOf(level: Level): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let row = 0; 2 * row < level.passages.length; row++) {
    const edge = level.passages[2 * row];
    const rows = found.get(edge);
    if (rows) rows.push(row);
    else found.set(edge, [row]);
  }
  return found;
}

function addRow(level: Level, row: number, passages: Map<number, number[]>, columns: Columns): void {
  const { vertices, faces } = level;
  const x = (corner: number): number => vertices[3 * faces[3 * row + corner]];
  const y = (corner: number): number => vertices[3 * faces[3 * row + corner] + 1];
  const area = (x(1) - x(0)) * (y(2) - y(0)) - (y(1) - y(0)) * (x(2) - x(0));
  for (let side = 0; side < 3; side++) {
    // Counter-clockwise in the plan: a few shipped faces point down, and run the other way.
    const [a, b] = area >= 0 ? [side, (side + 1) % 3] : [(side + 1) % 3, side];
    addSide(level, 3 * row + side, [x(a), y(a), x(b), y(b)], passages, columns);
  }
}

function addSide(
  level: Level,
  edge: number,
  ends: readonly [number, number, number, number],
  passages: Map<number, number[]>,
  columns: Columns,
): void {
  const [ax, ay, bx, by] = ends;
  const length = Math.hypot(bx - ax, by - ay);
  const at = (part: number): [number, number] =>
    part === 0 ? [ax, ay] : part === 1 ? [bx, by] : [ax + (bx - ax) * part, ay + (by - ay) * part];
  let free = 0;
  const addWall = (end: number): void => {
    if ((end - free) * length <= (free > 0 || end < 1 ? ROUNDED : 0)) return;
    columns.walls.push(...at(free), ...at(end));
    columns.wallEdge.push(edge);
  };
  for (const part of partsOf(level, edge, ends, length, passages)) {
    const low = part.low > free && (part.low - free) * length <= ROUNDED ? free : part.low;
    if (low > free) addWall(low);
    free = Math.max(free, part.high);
    columns.gates.push(...at(low), ...at(part.high));
    columns.to.push(part.to);
    columns.gateEdge.push(edge);
    columns.link.push(Number(level.faceRoom[part.to] !== level.faceRoom[Math.floor(edge / 3)]));
  }
  if (free < 1) addWall(1);
}

/** What leads over a side, sorted along it. */
function partsOf(
  level: Level,
  edge: number,
  [ax, ay, bx, by]: readonly [number, number, number, number],
  length: number,
  passages: Map<number, number[]>,
): Part[] {
  const parts: Part[] = [];
  const across = Math.floor(level.across[edge] / 3);
  if (level.across[edge] >= 0 && isFloor(level, across)) parts.push({ low: 0, high: 1, to: across });
  const near = length > 0 ? ROUNDED / length : 1;
  const share = (at: number): number => {
    const along = (level.passageEnds[at] - ax) * (bx - ax) + (level.passageEnds[at + 1] - ay) * (by - ay);
    const part = length > 0 ? along / length / length : 0;
    return part <= near ? 0 : part >= 1 - near ? 1 : part;
  };
  for (const row of passages.get(edge) ?? []) {
    const to = Math.floor(level.passages[2 * row + 1] / 3);
    const [low, high] = [share(6 * row), share(6 * row + 3)];
    if (isFloor(level, to)) parts.push({ low: Math.min(low, high), high: Math.max(low, high), to });
  }
  return parts.sort((one, other) => one.low - other.low);
}

/** The z of a row's plane at (x, y). */
export function heightAt(level: Level, row: number, x: number, y: number): number {
  const { vertices, faces } = level;
  const a = 3 * faces[3 * row];
  const b = 3 * faces[3 * row + 1];
  const c = 3 * faces[3 * row + 2];
  const ux = vertices[b] - vertices[a];
  const uy = vertices[b + 1] - vertices[a + 1];
  const vx = vertices[c] - vertices[a];
  const vy = vertices[c + 1] - vertices[a + 1];
  const area = ux * vy - uy * vx;
  if (area === 0) return vertices[a + 2];
  const px = x - vertices[a];
  const py = y - vertices[a + 1];
  const u = (px * vy - py * vx) / area;
  const v = (ux * py - uy * px) / area;
  return vertices[a + 2] + u * (vertices[b + 2] - vertices[a + 2]) + v * (vertices[c + 2] - vertices[a + 2]);
}

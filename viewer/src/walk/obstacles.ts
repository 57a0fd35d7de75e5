/** What doors and placeables block, as convex outlines in the plan. The same rules as in Python. */

import type { DoorInfo, Level, PlacedMesh } from "../model/scene.ts";
import { isWalkable } from "../model/scene.ts";
import type { FloorPlan } from "./plan.ts";

/** Metres in the plan from a door's place to a link that it closes, and the same in height. */
const DOOR_REACH = 1.5;
const DOOR_STEP = 1;
/** Metres that the floor may lie below or above a walkmesh that stands on it. */
const ABOVE_BELOW = 0.5;
/** Metres: what is thinner is made as thick, or one would walk through it. */
const THINNEST = 0.002;
/** Metres: no body fits through what remains between a leaf and its frame. */
const BESIDE = 0.35;
/** Square metres of a face in the plan; one with less is upright. */
const FLAT = 1e-6;
const STRAIGHT = 1e-9;
/** Metres that a line may be inside of an outline and still run along it. */
const SKIN = 1e-6;

type Plan = readonly [number, number];

/** A convex outline, counter-clockwise, on floors between two heights. */
export interface Obstacle {
  kind: "door" | "placeable";
  index: number;
  /** (2 a corner) x and y. */
  ring: Float64Array;
  low: number;
  high: number;
  box: readonly [number, number, number, number];
}

/** What stands on the floor of a level while its doors are in some states. */
export interface Furniture {
  obstacles: Obstacle[];
  /** For each passage the closed door that blocks it, or -1. */
  shut: Int16Array;
}

/** The furniture of a level. `states` has the state that each door stands in; 0 is closed. */
export function furnish(plan: FloorPlan, states: readonly number[]): Furniture {
  const { level } = plan;
  const shut = new Int16Array(plan.to.length).fill(-1);
  const obstacles: Obstacle[] = [];
  for (const door of level.info.doors) {
    const state = states[door.index] ?? door.state;
    if (state === 0) shutLinks(plan, door, shut);
    const mesh = door.states[state];
    if (!mesh) continue;
    const shapes = state === 0 ? leafShape(level, mesh) : solidShapes(level, mesh);
    for (const shape of shapes) add(level, obstacles, "door", door.index, mesh, shape);
  }
  for (const thing of level.info.placeables) {
    if (!thing.mesh) continue;
    for (const shape of solidShapes(level, thing.mesh)) add(level, obstacles, "placeable", thing.index, thing.mesh, shape);
  }
  return { obstacles, shut };
}

function add(level: Level, found: Obstacle[], kind: Obstacle["kind"], index: number, mesh: PlacedMesh, shape: Plan[]): void {
  const ring = hullOf(shape);
  if (ring.length < 3) return;
  let [low, high] = [Infinity, -Infinity];
  for (let row = mesh.vertices[0]; row < mesh.vertices[0] + mesh.vertices[1]; row++) {
    low = Math.min(low, level.vertices[3 * row + 2]);
    high = Math.max(high, level.vertices[3 * row + 2]);
  }
  const [xs, ys] = [ring.map((point) => point[0]), ring.map((point) => point[1])];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  found.push({ kind, index, ring: Float64Array.from(ring.flat()), low: low - ABOVE_BELOW, high: high + ABOVE_BELOW, box });
}

/** Where `enter` found a line to go in, in metres along it; kept, so that nothing is made anew for it. */
export const entry = { at: 0 };

/** The side over which a line goes into an outline, at `entry.at`; -1 if it does not, or is inside. */
export function enter({ ring, box }: Obstacle, x: number, y: number, dx: number, dy: number, length: number): number {
  if (Math.max(x, x + dx * length) < box[0] || Math.min(x, x + dx * length) > box[2]) return -1;
  if (Math.max(y, y + dy * length) < box[1] || Math.min(y, y + dy * length) > box[3]) return -1;
  let side = -1;
  let from = -Infinity;
  let to = Infinity;
  let outside = false;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    const ex = ring[next] - ring[at];
    const ey = ring[next + 1] - ring[at + 1];
    const size = Math.hypot(ex, ey);
    if (!(size > 0)) continue;
    // Metres outside of this side, and how many more each metre of the line.
    const away = (ey * (x - ring[at]) - ex * (y - ring[at + 1])) / size;
    const slope = (ey * dx - ex * dy) / size;
    if (away >= -SKIN) outside = true;
    if (Math.abs(slope) <= 1e-9) {
      if (away >= -SKIN) return -1;
    } else if (slope < 0) {
      const met = -(away + SKIN) / slope;
      if (met <= from) continue;
      side = at / 2;
      from = met;
      entry.at = Math.max(0, -away / slope);
    } else to = Math.min(to, -(away + SKIN) / slope);
  }
  return outside && side >= 0 && from < to && to > 0 ? side : -1;
}

/** Links near a closed door are closed: its leaf need not fill the frame. */
function shutLinks(plan: FloorPlan, door: DoorInfo, shut: Int16Array): void {
  const [x, y, z] = door.position;
  for (let p = 0; p < plan.to.length; p++) {
    if (!plan.link[p] || shut[p] >= 0) continue;
    const at = 4 * p;
    const [ax, ay, bx, by] = [plan.gates[at], plan.gates[at + 1], plan.gates[at + 2], plan.gates[at + 3]];
    const square = Math.max((bx - ax) ** 2 + (by - ay) ** 2, 1e-300);
    const part = Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square, 0), 1);
    const away = Math.hypot(ax + (bx - ax) * part - x, ay + (by - ay) * part - y);
    if (away <= DOOR_REACH && Math.abs(middleHeight(plan, p) - z) <= DOOR_STEP) shut[p] = door.index;
  }
}

function middleHeight(plan: FloorPlan, p: number): number {
  const { vertices, faces } = plan.level;
  const edge = plan.gateEdge[p];
  const row = Math.floor(edge / 3);
  const [a, b] = [3 * faces[edge], 3 * faces[3 * row + ((edge + 1) % 3)]];
  const [dx, dy] = [vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1]];
  const square = Math.max(dx * dx + dy * dy, 1e-300);
  const x = (plan.gates[4 * p] + plan.gates[4 * p + 2]) / 2 - vertices[a];
  const y = (plan.gates[4 * p + 1] + plan.gates[4 * p + 3]) / 2 - vertices[a + 1];
  return vertices[a + 2] + ((x * dx + y * dy) / square) * (vertices[b + 2] - vertices[a + 2]);
}

/** The outline of a closed door's solid faces, longer at both ends; none where it has none. */
function leafShape(level: Level, mesh: PlacedMesh): Plan[][] {
  const points = solidRows(level, mesh).flatMap((row) => planOfRow(level, row));
  if (!points.length) return [];
  const solid = thicken(points);
  const [ax, ay] = longAxis(solid);
  return [solid.flatMap(([x, y]): Plan[] => [[x + BESIDE * ax, y + BESIDE * ay], [x - BESIDE * ax, y - BESIDE * ay]])];
}

/** Each solid face with an extent in the plan, and the outlines of connected upright ones. */
function solidShapes(level: Level, mesh: PlacedMesh): Plan[][] {
  const shapes: Plan[][] = [];
  const upright: number[] = [];
  for (const row of solidRows(level, mesh)) {
    const [a, b, c] = planOfRow(level, row);
    if (Math.abs(turn(a, b, c)) / 2 > FLAT) shapes.push([a, b, c]);
    else upright.push(row);
  }
  for (const rows of connected(level, upright)) shapes.push(thicken(rows.flatMap((row) => planOfRow(level, row))));
  return shapes;
}

function solidRows(level: Level, { faces: [first, count] }: PlacedMesh): number[] {
  return Array.from({ length: count }, (_, i) => first + i).filter((row) => !isWalkable(level, row));
}

function planOfRow(level: Level, row: number): Plan[] {
  return [0, 1, 2].map((corner): Plan => {
    const at = 3 * level.faces[3 * row + corner];
    return [level.vertices[at], level.vertices[at + 1]];
  });
}

/** Rows in groups that share vertices. */
function connected(level: Level, rows: readonly number[]): number[][] {
  const parent = new Map<number, number>();
  const root = (vertex: number): number => {
    let at = vertex;
    for (let next = parent.get(at); next !== undefined; next = parent.get(at)) at = next;
    return at;
  };
  for (const row of rows) {
    for (const corner of [1, 2]) {
      const [a, b] = [root(level.faces[3 * row]), root(level.faces[3 * row + corner])];
      if (a !== b) parent.set(b, a);
    }
  }
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const of = root(level.faces[3 * row]);
    groups.set(of, [...(groups.get(of) ?? []), row]);
  }
  return [...groups.values()];
}

/** Points with an extent of at least `THINNEST` across their longer axis. */
function thicken(points: Plan[]): Plan[] {
  const [ax, ay] = longAxis(points);
  if (extent(points, -ay, ax) >= THINNEST) return points;
  const by = (x: number, y: number): Plan[] => points.map((point) => [point[0] + x, point[1] + y]);
  const half = THINNEST / 2;
  const both = [...by(-ay * half, ax * half), ...by(ay * half, -ax * half)];
  if (extent(points, ax, ay) < THINNEST) both.push(...by(ax * half, ay * half), ...by(-ax * half, -ay * half));
  return both;
}

function extent(points: readonly Plan[], x: number, y: number): number {
  let [low, high] = [Infinity, -Infinity];
  for (const point of points) {
    const at = point[0] * x + point[1] * y;
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  return high - low;
}

/** The direction of the longer sides of the narrowest rectangle around points. */
function longAxis(points: readonly Plan[]): Plan {
  const ring = hullOf(points);
  const corners = ring.length < 3 ? lineEnds(points) : ring;
  let best: Plan = [1, 0];
  let narrowest = Infinity;
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (!(length > 0)) return;
    const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const [width, depth] = [extent(points, x, y), extent(points, -y, x)];
    if (Math.min(width, depth) >= narrowest) return;
    narrowest = Math.min(width, depth);
    best = width >= depth ? [x, y] : [-y, x];
  });
  return best;
}

function inOrder(points: readonly Plan[]): Plan[] {
  return [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function lineEnds(points: readonly Plan[]): Plan[] {
  const sorted = [...points].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  return [sorted[0], sorted[sorted.length - 1]];
}

/** The corners of the convex hull, counter-clockwise (Andrew's chains). */
function hullOf(points: readonly Plan[]): Plan[] {
  if (points.some((point) => !Number.isFinite(point[0]) || !Number.isFinite(point[1]))) return [];
  const sorted = inOrder(points).filter((p, i, all) => !i || p[0] !== all[i - 1][0] || p[1] !== all[i - 1][1]);
  return [...chain(sorted).slice(0, -1), ...chain([...sorted].reverse()).slice(0, -1)];
}

function chain(points: readonly Plan[]): Plan[] {
  const found: Plan[] = [];
  for (const point of points) {
    while (found.length >= 2 && turn(found[found.length - 2], found[found.length - 1], point) <= STRAIGHT) found.pop();
    found.push(point);
  }
  return found;
}

function turn(a: Plan, b: Plan, c: Plan): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/**
 * The shortest way as seen from above: a search over stretches of edges that are seen from one
 * point ("any-angle" search). Exact in plan; slopes are not counted.
 */

import type { Level, Point } from "../model/scene.ts";
import { corner, isFloor } from "../model/scene.ts";
import type { Gate } from "./funnel.ts";
import { turn } from "./funnel.ts";
import { Heap } from "./heap.ts";
import { edgeAcross, gateOf, rowAcross, waysFrom, waysOver } from "./ways.ts";

/** A stretch of a way's gate, all of it seen from `root`; one walks out of the way's face there. */
interface Stretch {
  way: number;
  gate: Gate;
  left: Point;
  right: Point;
  root: Point;
  /** Metres from the start to the root. */
  walked: number;
  /** The stretch before this one; -1 for the first. */
  before: number;
}

/** Where someone who comes through an edge looks: its ends, and the corner ahead. */
interface View {
  left: Point;
  ahead: Point;
  right: Point;
  leftEdge: number;
  rightEdge: number;
  entered: number;
}

/** Stretches looked at for each face of the level; a search that needs more gives up. */
const PATIENCE = 40;
const TINY = 1e-9;
/** Metres: the same corner, in two rooms or as the end of a passage, is written a little differently. */
const ROUNDING = 1e-4;

/** The ways to take, in order, on the shortest way in plan; null if none or if it took too long. */
export function searchTaut(level: Level, start: number, goal: number, a: Point, b: Point): number[] | null {
  const bends = wallCorners(level);
  const stretches: Stretch[] = [];
  const waiting = new Heap();
  const nearest = new Map<string, number>();
  const add = (one: Stretch): void => {
    if (distance(one.left, one.right) < TINY) return;
    stretches.push(one);
    waiting.push(one.walked + atLeast(one, b), stretches.length - 1);
  };
  for (const way of waysFrom(level, start)) {
    const gate = gateOf(level, way);
    add({ way, gate, ...gate, root: a, walked: 0, before: -1 });
  }
  const most = PATIENCE * level.roomFaces + 1000;
  for (let looked = 0; waiting.size && looked < most; looked++) {
    const index = waiting.pop();
    const one = stretches[index];
    const key = placeKey(one.root);
    const best = nearest.get(key) ?? Infinity;
    if (one.walked > best + ROUNDING) continue;
    nearest.set(key, Math.min(best, one.walked));
    if (rowAcross(level, one.way) === goal) return waysOf(stretches, index);
    lookOn(level, one, index, bends, add);
  }
  return null;
}

function waysOf(stretches: readonly Stretch[], last: number): number[] {
  const ways: number[] = [];
  for (let at = last; at >= 0; at = stretches[at].before) ways.push(stretches[at].way);
  return ways.reverse();
}

function viewThrough(level: Level, way: number): View {
  const entered = edgeAcross(level, way);
  const row = Math.floor(entered / 3);
  const side = entered % 3;
  const [first, second] = [3 * row + ((side + 1) % 3), 3 * row + ((side + 2) % 3)];
  const ahead = corner(level, row, (side + 2) % 3);
  const [from, to] = [corner(level, row, side), corner(level, row, (side + 1) % 3)];
  // A face that points down has its sides in the other order.
  return turn(from, to, ahead) >= 0
    ? { left: from, right: to, ahead, leftEdge: second, rightEdge: first, entered }
    : { left: to, right: from, ahead, leftEdge: first, rightEdge: second, entered };
}

/** Adds the stretches of the next face's other ways: those in sight, and those round a corner. */
function lookOn(
  level: Level,
  from: Stretch,
  before: number,
  bends: ReadonlySet<string>,
  add: (one: Stretch) => void,
): void {
  const { root, walked, gate } = from;
  const view = viewThrough(level, from.way);
  // Both sides together, from the right end (0) over the corner ahead (1) to the left end (2).
  const rightEnd = same(root, from.right) ? 0 : hit(root, from.right, view);
  const leftEnd = same(root, from.left) ? 2 : hit(root, from.left, view);
  const look = (low: number, high: number, at: Point, far: number): void => {
    const part = { root: at, walked: far, before };
    if (low < 1 && high > low) cut(level, view.rightEdge, { left: view.ahead, right: view.right }, low, high, part, add);
    if (high > 1 && high > low) cut(level, view.leftEdge, { left: view.left, right: view.ahead }, low - 1, high - 1, part, add);
  };
  look(rightEnd, leftEnd, root, walked);
  const isEnd = (at: Point, end: Point): boolean => same(at, end) && bends.has(placeKey(at));
  if (isEnd(from.left, gate.left)) {
    const far = walked + distance(root, from.left);
    if (!same(from.left, root)) look(Math.max(leftEnd, rightEnd), 2, from.left, far);
    lookAside(level, view, gate.left, view.left, { root: from.left, walked: far, before }, add);
  }
  if (isEnd(from.right, gate.right)) {
    const far = walked + distance(root, from.right);
    if (!same(from.right, root)) look(0, Math.min(leftEnd, rightEnd), from.right, far);
    lookAside(level, view, gate.right, view.right, { root: from.right, walked: far, before }, add);
  }
}

type Part = Pick<Stretch, "root" | "walked" | "before">;

/** Adds what is seen of the ways over an edge, from part `low` to `high` of it, 0 at its right end. */
function cut(
  level: Level,
  edge: number,
  ends: Gate,
  low: number,
  high: number,
  part: Part,
  add: (one: Stretch) => void,
): void {
  for (const way of waysOver(level, edge)) {
    const gate = way === edge ? ends : gateOf(level, way);
    const from = way === edge ? 0 : partOf(gate.right, ends);
    const to = way === edge ? 1 : partOf(gate.left, ends);
    const right = low > from ? mix(ends.right, ends.left, low) : gate.right;
    const left = high < to ? mix(ends.right, ends.left, high) : gate.left;
    if (Math.min(high, to) > Math.max(low, from)) add({ ...part, way, gate, left, right });
  }
}

/** Adds the other ways over the edge that one came in by, between the gate's end and the edge's. */
function lookAside(
  level: Level,
  view: View,
  gateEnd: Point,
  edgeEnd: Point,
  part: Part,
  add: (one: Stretch) => void,
): void {
  const ends: Gate = { right: gateEnd, left: edgeEnd };
  if (!level.passages.length || distance(gateEnd, edgeEnd) < ROUNDING) return;
  for (const way of waysOver(level, view.entered)) {
    const gate = gateOf(level, way);
    const places = [partOf(gate.left, ends), partOf(gate.right, ends)];
    if (Math.min(...places) * distance(gateEnd, edgeEnd) >= -ROUNDING) add({ ...part, way, gate, ...gate });
  }
}

/** Which part of the line from a gate's right end to its left one is nearest to a point. */
function partOf(point: Point, { left, right }: Gate): number {
  const [dx, dy] = [left[0] - right[0], left[1] - right[1]];
  return ((point[0] - right[0]) * dx + (point[1] - right[1]) * dy) / (dx * dx + dy * dy || 1);
}

/** Where the ray from `root` through `by` leaves the face: 0 to 1 on the right side, 1 to 2 on the left. */
function hit(root: Point, by: Point, view: View): number {
  const middle = turn(root, by, view.ahead);
  const [a, b] = middle > 0 ? [turn(root, by, view.right), middle] : [middle, turn(root, by, view.left)];
  const part = a === b ? 0 : Math.max(0, Math.min(1, a / (a - b)));
  return middle > 0 ? part : 1 + part;
}

/** Metres from a stretch's root through it to the goal, at least, and exactly if nothing is between. */
function atLeast({ root, left, right }: Stretch, goal: Point): number {
  // The root lies behind the stretch or on its line; a goal behind it is as far as its mirror image.
  const behind = turn(right, left, goal) > 0;
  const end = behind ? mirror(goal, right, left) : goal;
  if (turn(root, left, end) > 0) return distance(root, left) + distance(left, end);
  if (turn(root, right, end) < 0) return distance(root, right) + distance(right, end);
  return distance(root, end);
}

function mirror(point: Point, a: Point, b: Point): Point {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const by = (2 * turn(a, b, point)) / (dx * dx + dy * dy || 1);
  return [point[0] + by * dy, point[1] - by * dx, point[2]];
}

const known = new WeakMap<Level, Set<string>>();

/** Corners at walls, by place: only there can a shortest way bend. Found once for each level. */
function wallCorners(level: Level): Set<string> {
  const places = known.get(level) ?? new Set<string>();
  if (known.has(level)) return places;
  known.set(level, places);
  for (let edge = 0; edge < level.across.length; edge++) {
    const row = Math.floor(edge / 3);
    if (!isFloor(level, row) || (level.across[edge] >= 0 && isFloor(level, Math.floor(level.across[edge] / 3)))) continue;
    places.add(placeKey(corner(level, row, edge % 3)));
    places.add(placeKey(corner(level, row, (edge + 1) % 3)));
  }
  for (let way = 0; way < level.passages.length / 2; way++) {
    const { left, right } = gateOf(level, 3 * level.roomFaces + way);
    places.add(placeKey(left)).add(placeKey(right));
  }
  return places;
}

function placeKey(point: Point): string {
  return `${Math.round(100 * point[0])} ${Math.round(100 * point[1])} ${Math.round(100 * point[2])}`;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function same(a: Point, b: Point): boolean {
  return distance(a, b) < TINY;
}

function mix(a: Point, b: Point, part: number): Point {
  if (part <= 0) return a;
  if (part >= 1) return b;
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2])];
}

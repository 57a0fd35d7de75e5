/**
 * The shortest way as seen from above: a search over stretches of edges that are seen from one
 * point ("any-angle" search). Exact in plan; slopes are not counted.
 */

import type { Level, Point } from "../model/scene.ts";
import { corner, isWalkable } from "../model/scene.ts";
import type { Gate } from "./funnel.ts";
import { turn } from "./funnel.ts";
import { Heap } from "./heap.ts";

/** A stretch of an edge, all of it seen from `root`; one walks out of the edge's face there. */
interface Stretch {
  edge: number;
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
}

/** Stretches looked at for each face of the level; a search that needs more gives up. */
const PATIENCE = 40;
const TINY = 1e-9;

/** The edges to cross, in order, on the shortest way in plan; null if none or if it took too long. */
export function searchTaut(
  level: Level,
  start: number,
  goal: number,
  a: Point,
  b: Point,
  gateOf: (edge: number) => Gate,
): number[] | null {
  const bends = wallCorners(level);
  const stretches: Stretch[] = [];
  const waiting = new Heap();
  const nearest = new Map<string, number>();
  const add = (one: Stretch): void => {
    if (level.across[one.edge] < 0 || distance(one.left, one.right) < TINY) return;
    stretches.push(one);
    waiting.push(one.walked + atLeast(one, b), stretches.length - 1);
  };
  for (let edge = 3 * start; edge < 3 * start + 3; edge++) {
    const gate = gateOf(edge);
    add({ edge, gate, ...gate, root: a, walked: 0, before: -1 });
  }
  const most = PATIENCE * level.roomFaces + 1000;
  for (let looked = 0; waiting.size && looked < most; looked++) {
    const index = waiting.pop();
    const one = stretches[index];
    const key = placeKey(one.root);
    const best = nearest.get(key) ?? Infinity;
    if (one.walked > best + TINY) continue;
    nearest.set(key, Math.min(best, one.walked));
    if (Math.floor(level.across[one.edge] / 3) === goal) return edgesOf(stretches, index);
    lookOn(one, viewThrough(level, one), index, bends, add);
  }
  return null;
}

function edgesOf(stretches: readonly Stretch[], last: number): number[] {
  const edges: number[] = [];
  for (let at = last; at >= 0; at = stretches[at].before) edges.push(stretches[at].edge);
  return edges.reverse();
}

function viewThrough(level: Level, { edge, gate }: Stretch): View {
  const entered = level.across[edge];
  const row = Math.floor(entered / 3);
  const side = entered % 3;
  const [first, second] = [3 * row + ((side + 1) % 3), 3 * row + ((side + 2) % 3)];
  const ahead = corner(level, row, (side + 2) % 3);
  // A face that points down has its sides in the other order.
  const upward = turn(corner(level, row, side), corner(level, row, (side + 1) % 3), ahead) >= 0;
  return {
    left: gate.left,
    right: gate.right,
    ahead,
    leftEdge: upward ? second : first,
    rightEdge: upward ? first : second,
  };
}

/** Adds the stretches of the next face's two other sides: those in sight, and those round a corner. */
function lookOn(
  from: Stretch,
  view: View,
  before: number,
  bends: ReadonlySet<string>,
  add: (one: Stretch) => void,
): void {
  const { root, walked } = from;
  // Both sides together, from the right end (0) over the corner ahead (1) to the left end (2).
  const rightEnd = same(root, from.right) ? 0 : hit(root, from.right, view);
  const leftEnd = same(root, from.left) ? 2 : hit(root, from.left, view);
  const cut = (low: number, high: number, at: Point, far: number): void => {
    const part = { root: at, walked: far, before };
    const rightGate: Gate = { left: view.ahead, right: view.right };
    const leftGate: Gate = { left: view.left, right: view.ahead };
    if (low < 1 && high > low) {
      const [right, left] = [mix(view.right, view.ahead, low), mix(view.right, view.ahead, Math.min(1, high))];
      add({ ...part, edge: view.rightEdge, gate: rightGate, left, right });
    }
    if (high > 1 && high > low) {
      const [right, left] = [mix(view.ahead, view.left, Math.max(0, low - 1)), mix(view.ahead, view.left, high - 1)];
      add({ ...part, edge: view.leftEdge, gate: leftGate, left, right });
    }
  };
  cut(rightEnd, leftEnd, root, walked);
  const bend = (at: Point, end: Point): boolean => same(at, end) && !same(at, root) && bends.has(placeKey(at));
  if (bend(from.left, view.left)) cut(Math.max(leftEnd, rightEnd), 2, from.left, walked + distance(root, from.left));
  if (bend(from.right, view.right)) cut(0, Math.min(leftEnd, rightEnd), from.right, walked + distance(root, from.right));
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
    if (level.across[edge] >= 0 || !isWalkable(level, row)) continue;
    places.add(placeKey(corner(level, row, edge % 3)));
    places.add(placeKey(corner(level, row, (edge + 1) % 3)));
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

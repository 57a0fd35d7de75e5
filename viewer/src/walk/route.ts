/** The way from face to face, and the line through it. */

import { lengthOf } from "../model/geometry.ts";
import type { Level, Point } from "../model/scene.ts";
import type { Gate } from "./funnel.ts";
import { cross, pullTight } from "./funnel.ts";
import { Heap } from "./heap.ts";
import { searchTaut } from "./taut.ts";
import { edgeOf, gateOf, rowAcross, waysFrom } from "./ways.ts";

export interface Route {
  /** Face rows from start to goal. */
  rows: number[];
  /** The line, following the ground. */
  points: Point[];
  length: number;
}

/** Where the search thinks a gate will be crossed. */
type Aim = (from: Point, goal: Point, gate: Gate) => Point;

const towardsMiddle: Aim = (_from, _goal, gate) =>
  [0, 1, 2].map((axis) => (gate.left[axis] + gate.right[axis]) / 2) as unknown as Point;

const towardsGoal: Aim = (from, goal, gate) => cross(from, goal, gate) ?? gate.left;

/**
 * The route from a to b, or null if there is none: of the way that is shortest in plan and two that
 * count slopes, but go from face to face, the shortest. Where slopes matter, or where the exact
 * search gives up in a very large level, a shorter way can remain.
 */
export function findRoute(
  level: Level,
  start: number,
  goal: number,
  a: Point,
  b: Point,
): Route | null {
  const first = searchFaces(level, start, goal, a, b, towardsGoal);
  if (!first) return null;
  const second = searchFaces(level, start, goal, a, b, towardsMiddle);
  const exact = start === goal ? null : searchTaut(level, start, goal, a, b);
  let best: Route | null = null;
  for (const ways of [first, second, exact]) {
    if (!ways) continue;
    const gates = ways.map((way) => gateOf(level, way));
    const points = pullTight(a, b, gates);
    const length = lengthOf(points);
    if (!best || length < best.length) {
      const rows = [start, ...ways.map((way) => rowAcross(level, way))];
      best = { rows, points, length };
    }
  }
  return best;
}

/** The ways to take, in order: A* over faces. */
function searchFaces(
  level: Level,
  start: number,
  goal: number,
  a: Point,
  b: Point,
  aim: Aim,
): number[] | null {
  const costs = new Float64Array(level.roomFaces).fill(Infinity);
  const cameBy = new Int32Array(level.roomFaces).fill(-1);
  const places = new Map<number, Point>([[start, a]]);
  const done = new Uint8Array(level.roomFaces);
  const waiting = new Heap();
  costs[start] = 0;
  waiting.push(lengthOf([a, b]), start);
  while (waiting.size) {
    const row = waiting.pop();
    if (row === goal) return waysTo(level, cameBy, start, goal);
    if (done[row]) continue;
    done[row] = 1;
    const from = places.get(row) as Point;
    for (const way of waysFrom(level, row)) {
      const next = rowAcross(level, way);
      const point = aim(from, b, gateOf(level, way));
      const cost = costs[row] + lengthOf([from, point]);
      if (cost >= costs[next] || done[next]) continue;
      costs[next] = cost;
      cameBy[next] = way;
      places.set(next, point);
      waiting.push(cost + lengthOf([point, b]), next);
    }
  }
  return null;
}

function waysTo(level: Level, cameBy: Int32Array, start: number, goal: number): number[] {
  const ways: number[] = [];
  for (let row = goal; row !== start; row = Math.floor(edgeOf(level, ways[ways.length - 1]) / 3)) {
    ways.push(cameBy[row]);
    if (ways.length > level.roomFaces) throw new Error("the way back runs in a circle");
  }
  return ways.reverse();
}

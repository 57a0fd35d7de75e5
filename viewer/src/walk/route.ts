/** The way from face to face, and the line through it. */

import { lengthOf, middle } from "../model/geometry.ts";
import type { Level, Point } from "../model/scene.ts";
import { corner } from "../model/scene.ts";
import type { Gate } from "./funnel.ts";
import { cross, pullTight, turn } from "./funnel.ts";
import { Heap } from "./heap.ts";
import { searchTaut } from "./taut.ts";

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
  const first = searchEdges(level, start, goal, a, b, towardsGoal);
  if (!first) return null;
  const second = searchEdges(level, start, goal, a, b, towardsMiddle);
  const exact = start === goal ? null : searchTaut(level, start, goal, a, b, (edge) => gateOf(level, edge));
  let best: Route | null = null;
  for (const edges of [first, second, exact]) {
    if (!edges) continue;
    const gates = edges.map((edge) => gateOf(level, edge));
    const points = pullTight(a, b, gates);
    const length = lengthOf(points);
    if (!best || length < best.length) {
      const rows = [start, ...edges.map((edge) => rowAcross(level, edge))];
      best = { rows, points, length };
    }
  }
  return best;
}

function rowAcross(level: Level, edge: number): number {
  return Math.floor(level.across[edge] / 3);
}

/** The edges to cross, in order: A* over faces. */
function searchEdges(
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
    if (row === goal) return edgesTo(level, cameBy, start, goal);
    if (done[row]) continue;
    done[row] = 1;
    const from = places.get(row) as Point;
    for (let edge = 3 * row; edge < 3 * row + 3; edge++) {
      if (level.across[edge] < 0) continue;
      const next = rowAcross(level, edge);
      const point = aim(from, b, gateOf(level, edge));
      const cost = costs[row] + lengthOf([from, point]);
      if (cost >= costs[next] || done[next]) continue;
      costs[next] = cost;
      cameBy[next] = edge;
      places.set(next, point);
      waiting.push(cost + lengthOf([point, b]), next);
    }
  }
  return null;
}

function edgesTo(level: Level, cameBy: Int32Array, start: number, goal: number): number[] {
  const edges: number[] = [];
  for (let row = goal; row !== start; row = Math.floor(edges[edges.length - 1] / 3)) {
    edges.push(cameBy[row]);
    if (edges.length > level.roomFaces) throw new Error("the way back runs in a circle");
  }
  return edges.reverse();
}

/** The gate of an edge as one walks out of its face. */
function gateOf(level: Level, edge: number): Gate {
  const row = Math.floor(edge / 3);
  const from = corner(level, row, edge % 3);
  const to = corner(level, row, ((edge % 3) + 1) % 3);
  // Faces run counter-clockwise seen from above, so one walks out with the edge's end on the
  // left; a few shipped faces point down, and there it is the other way round.
  const inside = turn(from, to, middle(level, row));
  return inside >= 0 ? { left: to, right: from } : { left: from, right: to };
}

/**
 * Ways out of faces, by number: below 3 · rows the whole of that edge, then the rows of
 * `passages`, which lead over a part of an edge or past a face that nobody can stand on.
 */

import { middle } from "../model/geometry.ts";
import type { Level, Point } from "../model/scene.ts";
import { corner, isFloor } from "../model/scene.ts";
import type { Gate } from "./funnel.ts";
import { turn } from "./funnel.ts";

/** The edge that a way leads over. */
export function edgeOf(level: Level, way: number): number {
  const passage = way - 3 * level.roomFaces;
  return passage < 0 ? way : level.passages[2 * passage];
}

/** The edge that a way leads onto; -1 where there is none. */
export function edgeAcross(level: Level, way: number): number {
  const passage = way - 3 * level.roomFaces;
  return passage < 0 ? level.across[way] : level.passages[2 * passage + 1];
}

/** The face row that a way leads to. */
export function rowAcross(level: Level, way: number): number {
  return Math.floor(edgeAcross(level, way) / 3);
}

/** The ways out of a face row to rows that one can stand on. */
export function waysFrom(level: Level, row: number): number[] {
  const ways: number[] = [];
  for (let edge = 3 * row; edge < 3 * row + 3; edge++) addWays(level, edge, ways);
  return ways;
}

/** The ways over one edge. */
export function waysOver(level: Level, edge: number): number[] {
  const ways: number[] = [];
  addWays(level, edge, ways);
  return ways;
}

function addWays(level: Level, edge: number, ways: number[]): void {
  const across = level.across[edge];
  if (across >= 0 && isFloor(level, Math.floor(across / 3))) ways.push(edge);
  if (level.passages.length) ways.push(...(passagesByEdge(level).get(edge) ?? []));
}

const known = new WeakMap<Level, Map<number, number[]>>();

/** The passages over each edge that has any, as ways. Found once for each level. */
function passagesByEdge(level: Level): Map<number, number[]> {
  const found = known.get(level) ?? new Map<number, number[]>();
  if (known.has(level)) return found;
  known.set(level, found);
  for (let row = 0; 2 * row < level.passages.length; row++) {
    const ways = found.get(level.passages[2 * row]);
    if (ways) ways.push(3 * level.roomFaces + row);
    else found.set(level.passages[2 * row], [3 * level.roomFaces + row]);
  }
  return found;
}

/** The gate of a way as one walks out of its face. */
export function gateOf(level: Level, way: number): Gate {
  const passage = way - 3 * level.roomFaces;
  if (passage >= 0) {
    const at = 6 * passage;
    return { right: pointAt(level.passageEnds, at), left: pointAt(level.passageEnds, at + 3) };
  }
  const row = Math.floor(way / 3);
  const from = corner(level, row, way % 3);
  const to = corner(level, row, (way + 1) % 3);
  // Faces run counter-clockwise seen from above, so one walks out with the edge's end on the
  // left; a few shipped faces point down, and there it is the other way round.
  const inside = turn(from, to, middle(level, row));
  return inside >= 0 ? { left: to, right: from } : { left: from, right: to };
}

function pointAt(values: Float32Array, at: number): Point {
  return [values[at], values[at + 1], values[at + 2]];
}

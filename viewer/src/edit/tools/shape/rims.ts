/** Rims of the floor: the loops of edges at which it ends. */

import { ShapeUtils, Vector2 } from "three";
import type { Level, Point } from "../../../model/scene.ts";
import { endsOf } from "../../selection.ts";

/**
 * The edges of the rim that an edge lies on, one after the other; itself where none is known.
 * A hole that touches another rim at a corner is a rim of its own.
 */
export function loopOf(level: Level, edge: number): number[] {
  const at = level.boundary.indexOf(edge);
  if (at < 0) return [edge];
  let start = 0;
  for (const end of level.loopEnds) {
    if (at < end) return simpleLoop(level, level.boundary.subarray(start, end), edge);
    start = end;
  }
  return [edge];
}

/** The part of a loop around an edge that comes to no vertex twice. */
function simpleLoop(level: Level, loop: Iterable<number>, edge: number): number[] {
  const open: number[] = [];
  for (const next of loop) {
    open.push(next);
    const [, end] = endsOf(level, next);
    const begin = open.findIndex((one) => endsOf(level, one)[0] === end);
    if (begin < 0) continue;
    const closed = open.splice(begin);
    if (closed.includes(edge)) return closed;
  }
  return open;
}

/** Whether a rim, floor on its left, runs around a hole: clockwise from above. */
export function isHole(around: readonly Point[]): boolean {
  let twice = 0;
  around.forEach(([x, y], i) => {
    const [u, v] = around[(i + 1) % around.length];
    twice += x * v - y * u;
  });
  return twice < -1e-9;
}

/** Nine numbers a triangle over a hole; the server parts it in its own way. */
export function cover(around: readonly Point[]): number[] {
  const turned = [...around].reverse();
  const faces = ShapeUtils.triangulateShape(turned.map(([x, y]) => new Vector2(x, y)), []);
  return faces.flat().flatMap((number) => [...turned[number]]);
}

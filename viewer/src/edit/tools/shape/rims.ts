/** Rims of the floor: the loops of edges at which it ends. */

import { ShapeUtils, Vector2 } from "three";
import type { Level, Point } from "../../../model/scene.ts";

/** The edges of the rim that an edge lies on, one after the other; itself where none is known. */
export function loopOf(level: Level, edge: number): number[] {
  const at = level.boundary.indexOf(edge);
  if (at < 0) return [edge];
  let start = 0;
  for (const end of level.loopEnds) {
    if (at < end) return [...level.boundary.subarray(start, end)];
    start = end;
  }
  return [edge];
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

/** How high things stand: on the floor below a place. */

import { isFloor, type Level, type Point } from "./scene.ts";
import type { FaceTree } from "./tree.ts";

/** Metres above a place from which the floor below it is looked for: about a step, and not a storey. */
const STEP = 1.2;

/** The height of the floor at a place: near `z` where that is given, else the first one from above. */
export function floorAt(level: Level, tree: FaceTree, x: number, y: number, z: number | null = null): number | null {
  const accept = (row: number): boolean => isFloor(level, row);
  const down = (from: number): number | null => tree.cast([x, y, from], [0, 0, -1], accept)?.point[2] ?? null;
  if (z !== null) {
    const below = down(z + STEP);
    if (below !== null) return below;
  }
  return down(level.info.bounds.max[2] + 1);
}

/** Gives path points, which have no height in their file, that of the floor. */
export function standPathPoints(level: Level, tree: FaceTree): void {
  for (const point of level.info.pathPoints?.points ?? []) point[2] ??= floorAt(level, tree, point[0], point[1]);
}

/** Where a path point is drawn; beside the floor as high as the points that it is connected to. */
export function placeOfPathPoint(level: Level, index: number): Point {
  const graph = level.info.pathPoints;
  const [x, y, z] = graph?.points[index] ?? [0, 0, null];
  if (z !== null) return [x, y, z];
  const around = (graph?.connections ?? []).filter(([a]) => a === index).map(([, b]) => graph?.points[b]?.[2] ?? null);
  const known = around.filter((one) => one !== null);
  const height = known.length ? known.reduce((sum, one) => sum + one, 0) / known.length : level.info.bounds.min[2];
  return [x, y, height];
}

/** A height over the floor that is meant: what stands within some centimetres of it stands on it. */
const ON_FLOOR = 0.05;

/** How high something stands that is moved from one place to another, whose floor is about `near` high. */
export function heightMoved(level: Level, tree: FaceTree, from: Point, to: readonly [number, number], near: number): number {
  const [before, after] = [floorAt(level, tree, from[0], from[1], from[2]), floorAt(level, tree, to[0], to[1], near)];
  if (after === null) return near;
  const over = before === null ? 0 : from[2] - before;
  return Math.abs(over) < ON_FLOOR ? after : after + over;
}

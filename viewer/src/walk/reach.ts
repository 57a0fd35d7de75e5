/** Which floor one can get to. */

import type { Level, Point } from "../model/scene.ts";
import { isWalkable } from "../model/scene.ts";
import type { FaceTree } from "../model/tree.ts";

/** For each room face 1 if one can walk there from the face row `start`. */
export function reachFrom(level: Level, start: number): Uint8Array {
  const reached = new Uint8Array(level.roomFaces);
  if (start < 0 || start >= level.roomFaces || !isWalkable(level, start)) return reached;
  const waiting = [start];
  reached[start] = 1;
  while (waiting.length) {
    const row = waiting.pop() as number;
    for (let edge = 3 * row; edge < 3 * row + 3; edge++) {
      const next = Math.floor(level.across[edge] / 3);
      if (level.across[edge] < 0 || reached[next]) continue;
      reached[next] = 1;
      waiting.push(next);
    }
  }
  return reached;
}

/** Flags of ranges (first, count), as the server sends them. */
export function flagsOfRanges(ranges: readonly (readonly number[])[], count: number): Uint8Array {
  const flags = new Uint8Array(count);
  for (const [first, length] of ranges) flags.fill(1, first, first + length);
  return flags;
}

/** The walkable room face under or over a point that is nearest to it in height; -1 if none. */
export function floorAt(level: Level, tree: FaceTree, point: Point): number {
  const accept = (row: number): boolean => row < level.roomFaces && isWalkable(level, row);
  const lifted: Point = [point[0], point[1], point[2] + 0.05];
  const below = tree.cast(lifted, [0, 0, -1], accept);
  const above = tree.cast(lifted, [0, 0, 1], accept);
  if (below && (!above || below.distance <= above.distance)) return below.row;
  return above ? above.row : -1;
}

/** Whether one point can be seen from another. */

import { lengthOf } from "../model/geometry.ts";
import type { Level, Point } from "../model/scene.ts";
import type { FaceTree } from "../model/tree.ts";

/** Nothing this close to either end blocks, metres. */
const MARGIN = 0.001;

export interface Sight {
  clear: boolean;
  /** The first face in the way and the place; null when clear. */
  row: number | null;
  point: Point | null;
}

/** The line of sight from a to b. `present` says which rows take part (doors have states). */
export function lookAlong(
  level: Level,
  tree: FaceTree,
  a: Point,
  b: Point,
  present: (row: number) => boolean,
): Sight {
  const length = lengthOf([a, b]);
  if (length <= 2 * MARGIN) return { clear: true, row: null, point: null };
  const along: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length, (b[2] - a[2]) / length];
  const blocks = (row: number): boolean =>
    level.blocksSight[level.materials[row]] === 1 && present(row);
  const hit = tree.cast(a, along, blocks, MARGIN, length - MARGIN);
  return { clear: !hit, row: hit?.row ?? null, point: hit?.point ?? null };
}

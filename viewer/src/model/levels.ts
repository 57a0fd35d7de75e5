/** Several levels in one scene: which one a place is in, and where that is in its own coordinates. */

import type { Point, Range } from "./scene.ts";

export interface LevelInfo {
  /** Before the numbers of its findings. */
  letter: string;
  name: string;
  /** How it was moved to stand beside the others. */
  offset: Point;
  rooms: Range;
  bounds: { min: Point; max: Point };
  entry: Point | null;
  findings: number;
}

let shown: readonly LevelInfo[] = [];

/** From now on places are told as those of these levels; none where there is but one. */
export function showLevels(levels: readonly LevelInfo[] | undefined): void {
  shown = levels ?? [];
}

/** A place of the picture in the coordinates of the level that is there, or nearest. */
export function ownPlace(point: Point): Point {
  const level = levelAt(point);
  return level ? (point.map((value, axis) => value - level.offset[axis]) as unknown as Point) : point;
}

/** The level that a place of the picture is in, or nearest to; null where there is but one. */
export function levelAt(point: Point): LevelInfo | null {
  let best: LevelInfo | null = null;
  let least = Infinity;
  for (const level of shown) {
    const far = distanceTo(level, point);
    if (far < least) [best, least] = [level, far];
  }
  return best;
}

/** Where a place that is told in a level's own coordinates is in the picture: in each level that it can be in. */
export function findPlaces(at: Point): { at: Point; level: LevelInfo | null }[] {
  if (!shown.length) return [{ at, level: null }];
  const moved = shown.map((level) => ({ at: at.map((value, axis) => value + level.offset[axis]) as unknown as Point, level }));
  const inside = moved.filter((one) => distanceTo(one.level, one.at) === 0);
  return inside.length ? inside : moved;
}

/** How far a place is from the box of a level, in the plan. */
function distanceTo({ bounds }: LevelInfo, [x, y]: Point): number {
  const dx = Math.max(bounds.min[0] - x, 0, x - bounds.max[0]);
  const dy = Math.max(bounds.min[1] - y, 0, y - bounds.max[1]);
  return Math.hypot(dx, dy);
}

/** The boxes of the trees at one depth. */

import type { Level } from "../model/scene.ts";

/** The twelve sides of a box as corner numbers; bit 0 = x, 1 = y, 2 = z. */
const SIDES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

/** Segments of all boxes at a depth; of one room, or of all for null. */
export function boxSegments(level: Level, depth: number, room: number | null): Float32Array {
  const rows: number[] = [];
  for (let row = 0; row < level.treeDepths.length; row++) {
    if (level.treeDepths[row] === depth && (room === null || level.treeRooms[row] === room)) rows.push(row);
  }
  const { min, max } = level.info.bounds;
  const segments = new Float32Array(rows.length * SIDES.length * 3);
  let at = 0;
  for (const row of rows) {
    for (const cornerNumber of SIDES) {
      for (let axis = 0; axis < 3; axis++) {
        const stored = level.treeBoxes[6 * row + axis + ((cornerNumber >> axis) & 1 ? 3 : 0)];
        segments[at++] = min[axis] + (stored / 65535) * (max[axis] - min[axis]);
      }
    }
  }
  return segments;
}

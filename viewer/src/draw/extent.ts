/** What "show everything" brings into the picture. */

import type { Level, Point } from "../model/scene.ts";

/** Around the floor so much of its size is shown, too: walls belong to it, a far backdrop does not. */
const AROUND = 0.2;
/** And at least so many metres. */
const LEAST = 4;

/** The vertices (3 a point) of the floor, and of what stands close to it; of everything without floor. */
export function extentOf(level: Level): Float32Array {
  const floor = new Set<number>();
  for (let row = 0; row < level.roomFaces; row++) {
    if (level.islands[row] < 0) continue;
    for (let side = 0; side < 3; side++) floor.add(level.faces[3 * row + side]);
  }
  const at = (vertex: number): Point => [
    level.vertices[3 * vertex],
    level.vertices[3 * vertex + 1],
    level.vertices[3 * vertex + 2],
  ];
  const corners = [...floor].map(at);
  if (!corners.length) return level.vertices;
  const { low, high } = boxAround(corners);
  const near: number[] = [];
  for (let vertex = 0; vertex < level.vertices.length / 3; vertex++) {
    const point = at(vertex);
    if (point.every((value, axis) => value >= low[axis] && value <= high[axis])) near.push(...point);
  }
  return Float32Array.from(near);
}

/** A box around points, with room to all sides. */
function boxAround(points: readonly Point[]): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], point[axis]);
      high[axis] = Math.max(high[axis], point[axis]);
    }
  }
  const room = Math.max(LEAST, AROUND * Math.max(...high.map((value, axis) => value - low[axis])));
  return { low: low.map((value) => value - room), high: high.map((value) => value + room) };
}

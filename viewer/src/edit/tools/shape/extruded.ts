/** New floor drawn out of boundary edges, as the library makes it: for the eye before it is done. */

import { corner, type Level, type Point } from "../../../model/scene.ts";
import { stateOf } from "./moved.ts";

export interface Extruded {
  /** Nine numbers a triangle, two triangles an edge. */
  triangles: number[];
  /** The ends of the drawn out edges, six numbers each, and of their sides. */
  lines: number[];
  /** Whether all of it would be floor to stand on. */
  fine: boolean;
}

/** How a quad can be parted in two faces. */
const CUTS = [
  [0, 1, 2, 0, 2, 3],
  [0, 1, 3, 1, 2, 3],
] as const;

export function extrude(level: Level, edges: Iterable<number>, offset: Point): Extruded {
  const made: Extruded = { triangles: [], lines: [], fine: true };
  for (const edge of edges) {
    const [start, end] = endsOfEdge(level, edge);
    const quad = [end, start, add(start, offset), add(end, offset)];
    const options = CUTS.map((cut) => cut.flatMap((number) => [...quad[number]]));
    const best = worst(options[1]) > worst(options[0]) + 1e-6 ? options[1] : options[0];
    made.triangles.push(...best);
    made.lines.push(...quad[1], ...quad[2], ...quad[2], ...quad[3], ...quad[3], ...quad[0]);
    if (stateOf(best) !== "fine" || stateOf(best, 9) !== "fine") made.fine = false;
  }
  return made;
}

/** Twice the smaller area of two triangles, as seen from above. */
function worst(corners: readonly number[]): number {
  const above = (i: number): number =>
    (corners[i + 3] - corners[i]) * (corners[i + 7] - corners[i + 1]) - (corners[i + 4] - corners[i + 1]) * (corners[i + 6] - corners[i]);
  return Math.min(above(0), above(9));
}

export function endsOfEdge(level: Level, edge: number): [Point, Point] {
  const row = Math.floor(edge / 3);
  return [corner(level, row, edge % 3), corner(level, row, (edge + 1) % 3)];
}

export function add(a: Point, b: Point): Point {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** The way out of the floor at right angles to edges, of length 1; of several their middle way. */
export function outwards(level: Level, edges: Iterable<number>): Point {
  let [x, y] = [0, 0];
  for (const edge of edges) {
    // Faces are counter-clockwise from above: what is not theirs lies right of each side.
    const [a, b] = endsOfEdge(level, edge);
    x += b[1] - a[1];
    y -= b[0] - a[0];
  }
  const size = Math.hypot(x, y);
  return size > 1e-9 ? [x / size, y / size, 0] : [0, 0, 0];
}

/** Where a click of the measure goes: to a vertex or an edge near it, else to the face below it. */

import { pickEdge, pickVertex, type Pointed, reachOf } from "../edit/pick.ts";
import { vertexAt } from "../edit/places.ts";
import { nearestOnLine } from "../model/measure.ts";
import { corner, type Point } from "../model/scene.ts";
import type { Spot } from "../walk/answers.ts";
import type { Viewer } from "./viewer.ts";

export interface Snapped extends Spot {
  on: "vertex" | "edge" | "face";
}

/** The place for a pixel; null beside the level. With Shift it is just where the pointer is. */
export function snap(viewer: Viewer, x: number, y: number, shift: boolean, touch: boolean): Snapped | null {
  const hit = viewer.pick(x, y);
  const at: Pointed = { x, y, hit, shift, ctrl: false, alt: false, touch };
  if (!shift) {
    const vertex = pickVertex(viewer, at);
    if (vertex !== null) return { point: vertexAt(viewer.level, vertex), row: hit?.row ?? -1, on: "vertex" };
    const onEdge = snapToEdge(viewer, at);
    if (onEdge) return onEdge;
  }
  return hit && { point: hit.point, row: hit.row, on: "face" };
}

function snapToEdge(viewer: Viewer, at: Pointed): Snapped | null {
  const edge = pickEdge(viewer, at);
  if (edge === null) return null;
  const row = Math.floor(edge / 3);
  const { rig } = viewer.stage;
  const { origin, direction } = rig.ray(at.x, at.y);
  const point: Point = nearestOnLine(corner(viewer.level, row, edge % 3), corner(viewer.level, row, (edge + 1) % 3), origin, direction);
  // Nearer than to a vertex, or the middle of a small face could not be clicked.
  const seen = rig.project(point);
  return Math.hypot(seen.x - at.x, seen.y - at.y) <= 0.6 * reachOf(at) ? { point, row, on: "edge" } : null;
}

/** What lies under the pointer: a face, the nearest edge or vertex, a thing. */

import type { Viewer } from "../app/viewer.ts";
import type { Mark } from "../draw/marks.ts";
import { corner, isFloor, type Level, type Point } from "../model/scene.ts";
import type { Hit } from "../model/tree.ts";
import type { Thing } from "./selection.ts";
import { vertexAt } from "./places.ts";

/** Where the pointer is, and what is held with it. */
export interface Pointed {
  /** Pixels of the picture. */
  x: number;
  y: number;
  /** The face below it; null beside the level. */
  hit: Hit | null;
  shift: boolean;
  ctrl: boolean;
  alt: boolean;
  touch: boolean;
}

/** Pixels from the pointer within which an edge or vertex counts. */
export function reachOf(at: Pointed): number {
  return at.touch ? 26 : 14;
}

/** The nearest edge of room faces to a pixel that `accept` takes, as 3·row + side; null if all are too far. */
export function pickEdge(viewer: Viewer, at: Pointed, accept: (edge: number) => boolean = () => true): number | null {
  const { level } = viewer;
  const near = candidates(viewer, at).flatMap((row) => [3 * row, 3 * row + 1, 3 * row + 2]).filter(accept);
  let best = reachOf(at);
  let found: number | null = null;
  for (const edge of near) {
    const row = Math.floor(edge / 3);
    const far = pixelsFrom(viewer, at, corner(level, row, edge % 3), corner(level, row, (edge + 1) % 3));
    // The edge of the face below the pointer wins over its twin on the other side.
    const own = at.hit && at.hit.row === row ? 0.01 : 0;
    if (far - own < best) [best, found] = [far - own, edge];
  }
  return found;
}

/** The nearest vertex of a room to a pixel that `accept` takes; null if all are too far. */
export function pickVertex(viewer: Viewer, at: Pointed, accept: (vertex: number) => boolean = () => true): number | null {
  const { level } = viewer;
  const near = new Set(candidates(viewer, at).flatMap((row) => [0, 1, 2].map((side) => level.faces[3 * row + side])));
  let best = reachOf(at);
  let found: number | null = null;
  for (const vertex of near) {
    if (!accept(vertex)) continue;
    const far = pixelsFrom(viewer, at, vertexAt(level, vertex), vertexAt(level, vertex));
    if (far < best) [best, found] = [far, vertex];
  }
  return found;
}

/** The thing that `accept` takes whose mark is near the pointer; null for none. */
export function pickThing(viewer: Viewer, at: Pointed, accept: (thing: Thing) => boolean = () => true): Thing | null {
  const mark = viewer.overlay.find(at.x, at.y, at.touch ? 25 : 15, (one) => {
    const thing = thingOf(one);
    return thing !== null && accept(thing);
  });
  return mark && thingOf(mark);
}

function thingOf(mark: Mark): Thing | null {
  if (mark.door !== undefined) return `door:${mark.door}`;
  return mark.placeable !== undefined ? `placeable:${mark.placeable}` : (mark.thing ?? null);
}

/** The floor below the pointer, whatever stands on it; null beside it. */
export function pickFloor(viewer: Viewer, x: number, y: number): Hit | null {
  const { origin, direction } = viewer.stage.rig.ray(x, y);
  const { normals } = viewer.shapes;
  return viewer.tree.cast(origin, direction, (row) => {
    if (!isFloor(viewer.level, row)) return false;
    const n = normals.subarray(3 * row, 3 * row + 3);
    return viewer.picture.faces.visible(row, n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2]);
  });
}

/**
 * Face rows that may have something near the pointer: the one below it with all around it, and
 * beside the level everything that is drawn near that pixel.
 */
function candidates(viewer: Viewer, at: Pointed): number[] {
  const { level } = viewer;
  const reach = reachOf(at);
  const rows = new Set<number>();
  for (const [dx, dy] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]]) {
    const hit = dx || dy ? viewer.pick(at.x + dx * reach, at.y + dy * reach) : at.hit;
    if (hit && hit.row < level.roomFaces) rows.add(hit.row);
  }
  return [...rows];
}

/** Pixels from the pointer to the line between two places, as they are seen. */
function pixelsFrom(viewer: Viewer, at: Pointed, a: Point, b: Point): number {
  const { rig } = viewer.stage;
  const [from, to] = [rig.project(a), rig.project(b)];
  if (!from.shown || !to.shown) return Infinity;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const part = length ? Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / length)) : 0;
  return Math.hypot(at.x - from.x - part * dx, at.y - from.y - part * dy);
}

/** Where on an edge the pointer is: the part of its way from its first corner, 0 to 1. */
export function partOfEdge(viewer: Viewer, at: Pointed, edge: number): number {
  const row = Math.floor(edge / 3);
  const { rig } = viewer.stage;
  const [from, to] = [rig.project(corner(viewer.level, row, edge % 3)), rig.project(corner(viewer.level, row, (edge + 1) % 3))];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  return length ? Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / length)) : 0.5;
}

/** Whether nothing of the floor lies across an edge: the floor ends there, or another room begins. */
export function isBoundary(level: Level, edge: number): boolean {
  const row = Math.floor(edge / 3);
  if (level.islands[row] < 0) return false;
  const beyond = level.across[edge];
  if (beyond < 0) return true;
  const other = Math.floor(beyond / 3);
  return level.faceRoom[other] !== level.faceRoom[row] || level.islands[other] < 0;
}

/** Where the ray through a pixel meets the level plane z = height; null where it runs along it. */
export function onPlane(viewer: Viewer, x: number, y: number, height: number): Point | null {
  const { origin, direction } = viewer.stage.rig.ray(x, y);
  if (Math.abs(direction[2]) < 1e-6) return null;
  const far = (height - origin[2]) / direction[2];
  if (far < 0) return null;
  return [origin[0] + far * direction[0], origin[1] + far * direction[1], height];
}

/** How far a drag has come: over the floor's height, or straight up and down. */

import type { Viewer } from "../../../app/viewer.ts";
import type { Point } from "../../../model/scene.ts";
import { onPlane, type Pointed } from "../../pick.ts";
import { add } from "./extruded.ts";

/** Metres: farther in one drag is a slip near the horizon. */
const FARTHEST = 2000;
/** A ray that runs down so steeply cannot be followed up and down: pixels count instead. */
const STEEP_RAY = 0.94;

export class Way {
  offset: Point = [0, 0, 0];
  private base: Point = [0, 0, 0];
  private from: Pointed;

  constructor(
    private readonly viewer: Viewer,
    private readonly anchor: Point,
    at: Pointed,
    private upright: boolean,
  ) {
    this.from = at;
  }

  /** The way from the start to where the pointer is now. */
  follow(at: Pointed, upright: boolean): Point {
    if (upright !== this.upright) {
      // What was dragged so far stays: Shift may come and go.
      [this.base, this.from, this.upright] = [this.offset, at, upright];
    }
    const here = add(this.anchor, this.base);
    const more = upright ? this.rise(here, at) : this.run(here, at);
    if (more && Math.hypot(...more) < FARTHEST) this.offset = add(this.base, more);
    return this.offset;
  }

  private run(here: Point, at: Pointed): Point | null {
    const [from, to] = [this.from, at].map(({ x, y }) => onPlane(this.viewer, x, y, here[2]));
    return from && to ? [to[0] - from[0], to[1] - from[1], 0] : null;
  }

  private rise(here: Point, at: Pointed): Point | null {
    const { rig } = this.viewer.stage;
    const { direction } = rig.ray(at.x, at.y);
    if (Math.abs(direction[2]) > STEEP_RAY) return [0, 0, (this.from.y - at.y) * rig.metresPerPixel];
    const [from, to] = [this.from, at].map(({ x, y }) => heightOn(rig.ray(x, y), here));
    return from === null || to === null ? null : [0, 0, to - from];
  }
}

/** The height at which a ray comes nearest to the upright line through a place. */
function heightOn({ origin: o, direction: d }: { origin: Point; direction: Point }, [x, y]: Point): number | null {
  const flat = d[0] * d[0] + d[1] * d[1];
  if (flat < 1e-9) return null;
  const far = ((x - o[0]) * d[0] + (y - o[1]) * d[1]) / flat;
  return far > 0 ? o[2] + far * d[2] : null;
}

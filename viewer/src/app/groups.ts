/** What a click on a mark that stands for several does: come closer, or list them. */

import type { Mark } from "../draw/marks.ts";
import { ballAround } from "../model/geometry.ts";
import type { Viewer } from "./viewer.ts";

/** Metres: what is nearer together than this does not come apart by coming closer. */
const ONE_PLACE = 0.25;
/** Only if the picture then shows less than this part of what it does now. */
const WORTH = 0.6;

/** Comes closer where that parts the marks, else lists them. */
export function openGroup(viewer: Viewer, members: readonly Mark[]): void {
  const around = ballAround(members.map((one) => one.at));
  const { rig, height } = viewer.stage;
  const metres = Math.max(1.5, 1.6 * (around?.radius ?? 0));
  if (around && around.radius > ONE_PLACE && 2 * metres < WORTH * rig.metresPerPixel * height) {
    viewer.select(null);
    rig.flyTo(around.center, metres);
  } else {
    viewer.select({ kind: "group", marks: members });
    if (around) rig.reveal([around.center]);
  }
}

/** Places that an answer names, each a click away. */

import type { Viewer } from "../app/viewer.ts";
import type { NamedPlace } from "../walk/gaps.ts";
import { make, textButton } from "./dom.ts";

/** Metres around a place that are shown. */
const AROUND = 5;

/** A list of buttons that fly to the places; nothing without any. */
export function placesList(viewer: Viewer, places: readonly NamedPlace[]): Node[] {
  if (!places.length) return [];
  const items = places.map((one) =>
    make("li", {}, textButton(one.text, () => viewer.stage.rig.flyTo(one.at, AROUND))),
  );
  return [make("h3", {}, "Look there"), make("ul", { className: "plain spaced", id: "places" }, ...items)];
}

/** The cards about doors and placeables. */

import type { Viewer } from "../app/viewer.ts";
import { count, number, place } from "../model/words.ts";
import { doorName } from "../walk/doorways.ts";
import { placeToCopy } from "./copying.ts";
import { cardHead, facts, make } from "./dom.ts";
import { doorStates } from "./doors.ts";

export function aboutDoor(viewer: Viewer, index: number, close: () => void): Node[] {
  const door = viewer.level.info.doors[index];
  const meshes = door.states.filter(Boolean).length;
  return [
    cardHead(`Door ${doorName(door)}`, close),
    facts([
      ["Tag", door.tag || "–"],
      ["Template", door.template || "–"],
      ["Place", placeToCopy(viewer, door.position, "the place", place(door.position))],
      ["Bearing", degrees(door.bearing)],
      door.to ? ["Leads to", door.to] : null,
      ["Walkmesh", meshes ? count(meshes, "state") : "none: it blocks nothing here"],
    ]),
    make("h3", {}, "State"),
    doorStates(viewer, door),
  ];
}

export function aboutPlaceable(viewer: Viewer, index: number, close: () => void): Node[] {
  const one = viewer.level.info.placeables[index];
  return [
    cardHead(`Placeable ${one.tag || one.template || index}`, close),
    facts([
      ["Tag", one.tag || "–"],
      ["Template", one.template || "–"],
      ["Place", placeToCopy(viewer, one.position, "the place", place(one.position))],
      ["Bearing", degrees(one.bearing)],
      ["Walkmesh", one.mesh ? count(one.mesh.faces[1], "face") : "none here: it blocks nothing"],
    ]),
  ];
}

function degrees(radians: number): string {
  return `${number((radians * 180) / Math.PI, 1)}°`;
}

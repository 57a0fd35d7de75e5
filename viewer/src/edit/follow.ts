/** What the card tells about, in the level after an edit. */

import type { Selection } from "../app/viewer.ts";
import type { FindingInfo, Level } from "../model/scene.ts";
import { findFace, placeOfFace } from "./places.ts";

export function followSelection(before: Level, after: Level, selection: Selection): Selection | null {
  switch (selection.kind) {
    case "face": {
      const placed = placeOfFace(before, selection.row);
      const row = placed && findFace(after, placed);
      return row === null ? null : { ...selection, row };
    }
    case "room": {
      const name = before.info.rooms[selection.index]?.name.toLowerCase();
      const room = after.info.rooms.find((one) => one.name.toLowerCase() === name);
      return room ? { kind: "room", index: room.index } : null;
    }
    case "door":
      return after.info.doors[selection.index] ? selection : null;
    case "placeable":
      return after.info.placeables[selection.index] ? selection : null;
    case "listed":
      return after.info.things?.[selection.index] ? selection : null;
    case "finding":
      return selection;
    case "group": // its marks are drawn anew
      return null;
  }
}

/** What was found before an edit, until it is checked again: faces and edges that now have other numbers are not named. */
export function followFinding(before: Level, after: Level, finding: FindingInfo): FindingInfo {
  const room = finding.room === null ? undefined : before.info.rooms[finding.room];
  if (!room) return finding;
  const same = after.info.rooms.find((one) => one.name.toLowerCase() === room.name.toLowerCase());
  const hasSameFaces = same?.faces[1] === room.faces[1];
  if (hasSameFaces && same.index === room.index) return finding;
  return { ...finding, room: same?.index ?? null, ...(hasSameFaces ? {} : { faces: [], edges: [] }) };
}

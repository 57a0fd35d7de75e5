/** What the card tells about, in the level after an edit. */

import type { Selection } from "../app/viewer.ts";
import type { Level } from "../model/scene.ts";
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
    case "finding":
      return selection;
    case "group": // its marks are drawn anew
      return null;
  }
}

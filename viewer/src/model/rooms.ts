/** What can be said of rooms and islands in a few words. */

import type { IslandInfo, RoomInfo, SceneDocument } from "./scene.ts";
import { count, number } from "./words.ts";

/** Whether a room of the layout has nothing here that could be drawn. */
export function isMissing(room: RoomInfo): boolean {
  return !room.empty && (room.walkmesh ? room.walkmesh !== "ok" : !room.faces[1]);
}

/** "17 rooms", "8 of 17 rooms" where some have nothing to be drawn. */
export function countRooms(rooms: readonly RoomInfo[]): string {
  const real = rooms.filter((room) => !room.empty);
  const shown = real.filter((room) => room.faces[1]).length;
  const all = count(real.length, "room");
  return shown === real.length ? all : `${number(shown, 0)} of ${all}`;
}

/** "57 faces", "no walkmesh here". */
export function facesOfRoom(room: RoomInfo): string {
  if (room.empty) return "empty slot of the layout";
  if (room.walkmesh === "unreadable") return "its walkmesh cannot be read";
  return room.faces[1] || room.walkmesh === "ok" ? count(room.faces[1], "face") : "no walkmesh here";
}

/** "sees 11 of 17 rooms; 4 of them are not here"; empty if it sees none. */
export function sightOfRoom(room: RoomInfo, rooms: readonly RoomInfo[]): string {
  if (!room.sees.length) return "";
  const real = rooms.filter((one) => !one.empty).length;
  const missing = room.sees.filter((other) => rooms[other] && isMissing(rooms[other])).length;
  const absent = missing === 0 ? "" : missing === 1 ? "; 1 of them is not here" : `; ${missing} of them are not here`;
  return `sees ${room.sees.length} of ${count(real, "room")}${absent}`;
}

/**
 * What keeps an island apart: "cut off" from the entry, or not joined with the largest; how much of
 * the island of the start cannot be reached from there; else empty.
 */
export function stateOfIsland(info: SceneDocument, island: IslandInfo): string {
  if (island.reachable) {
    const rest = island.area - (island.reached ?? island.area);
    return rest >= 0.05 ? `${number(rest, 1)} m² of it cut off by links that lead one way` : "";
  }
  return info.entryKnown === false ? "not joined with the largest part" : "cut off from the entry";
}

/** "The largest part of the floor", "Part 3 of the floor". */
export function nameOfIsland(info: SceneDocument, island: IslandInfo): string {
  if (info.islands.length === 1) return "The whole floor";
  return island.id === 0 ? "The largest part of the floor" : `Part ${island.id + 1} of the floor`;
}

/** "Part 3 of the floor: 12.4 m², cut off from the entry". */
export function aboutIsland(info: SceneDocument, island: IslandInfo): string {
  const state = stateOfIsland(info, island);
  return `${nameOfIsland(info, island)}: ${number(island.area, 1)} m²${state && `, ${state}`}`;
}

/** The same in a word or two, for a row of the legend. */
export function stateInShort(info: SceneDocument, island: IslandInfo): string {
  return island.reachable ? "" : info.entryKnown === false ? "apart" : "cut off";
}

/** What the word of `stateInShort` means; empty if no island has one. */
export function explainStates(info: SceneDocument): string {
  if (info.islands.every((island) => island.reachable)) return "";
  return info.entryKnown === false
    ? "apart: not joined with the largest part"
    : "cut off: no way leads there from the entry";
}

/** Where reachability is counted from if nobody chose a place. */
export function largestStart(info: SceneDocument): string {
  const largest = "the largest part of the floor";
  return info.entry ? `${largest} (the entry is in a room that is not here)` : largest;
}

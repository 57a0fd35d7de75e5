/** Rooms on the way that stop the player as their files are now. */

import type { Level } from "../model/scene.ts";

const MOST_NAMED = 4;

/** On which idea of the files an answer rests: "Tables are taken as if ..."; empty if no room stops the player. */
export function noteOnStops(level: Level, rooms: Iterable<number>): string {
  const passed = new Set(rooms);
  const stops = (level.info.stops ?? []).filter((stop) => passed.has(stop.room));
  if (!stops.length) return "";
  const parts = stops
    .slice(0, MOST_NAMED)
    .map(({ room, rules }) => `${level.info.rooms[room]?.name ?? `room ${room}`} has ${rules.join(", ")}`);
  const more = stops.length - parts.length;
  if (more) parts.push(`${more} more ${more === 1 ? "room has" : "rooms have"} such faults`);
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}` : parts[0];
  const stop = stops.length > 1 || stops[0].rules.length > 1 ? "stop" : "stops";
  const idea = "Tables are taken as if `kotorlevel fix` had rebuilt them, links as they are in the files";
  return `${idea}: ${list}, which ${stop} the player now.`;
}

/** The rooms of the faces that are flagged. */
export function roomsOfFlags(level: Level, flags: Uint8Array): Set<number> {
  const rooms = new Set<number>();
  for (let row = 0; row < flags.length; row++) if (flags[row]) rooms.add(level.faceRoom[row]);
  return rooms;
}

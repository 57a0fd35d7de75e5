/** What a typed search means: a face, rooms, findings or a place. */

import { findPlaces } from "../model/levels.ts";
import type { FindingInfo, Level, Point } from "../model/scene.ts";
import { doorName } from "../walk/doorways.ts";
import { numberOf } from "../model/words.ts";

export type Match =
  | { kind: "face"; row: number; label: string; note: string }
  | { kind: "room"; index: number; label: string; note: string }
  | { kind: "door"; index: number; label: string; note: string }
  | { kind: "placeable"; index: number; label: string; note: string }
  | { kind: "listed"; index: number; label: string; note: string }
  | { kind: "finding"; finding: FindingInfo; label: string; note: string }
  | { kind: "place"; at: Point; label: string; note: string }
  | { kind: "none"; label: string; note: string };

const MOST = 12;

/** What fits the text, best first. `room`: whose faces a bare "#57" counts. */
export function search(level: Level, text: string, room: number | null): Match[] {
  const words = text.trim().toLowerCase();
  if (!words) return [];
  const found = [
    ...faces(level, words, room),
    ...rooms(level, words),
    ...doors(level, words),
    ...placeables(level, words),
    ...listed(level, words),
    ...findings(level, words),
    ...places(words),
  ];
  return found.length ? found.slice(0, MOST) : [nothing(text.trim(), level)];
}

/** What is said where nothing fits: what was looked for, and what can be. */
function nothing(text: string, level: Level): Match {
  const room = level.info.rooms.find((one) => one.faces[1])?.name;
  const example = room ? `${room}, ${room} 3` : "room 3";
  return {
    kind: "none",
    label: `No room, face, door, placeable or finding called “${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`,
    note: `Search for the name of a room (${example} for its face 3), #3 for a face of the selected room, the tag of a door or placeable, a rule such as MSH001, or a place such as 12.5, 3`,
  };
}

function faces(level: Level, words: string, room: number | null): Match[] {
  const match = /^(?:(.*?)\s*(?:[\s#]|face)\s*|#)(\d{1,9})$/.exec(words);
  if (!match) return [];
  const face = Number(match[2]);
  const name = (match[1] ?? "").replace(/\s*face$/, "").trim();
  const wanted = name
    ? level.info.rooms.filter((one) => one.name.toLowerCase().includes(name))
    : level.info.rooms.filter((one) => one.index === (room ?? firstWithFaces(level)));
  wanted.sort((a, b) => Number(b.name.toLowerCase() === name) - Number(a.name.toLowerCase() === name));
  return wanted.map((one): Match => {
    if (face < one.faces[1]) {
      return { kind: "face", row: one.faces[0] + face, label: `Face ${face}`, note: one.name };
    }
    const last = one.faces[1] ? `its faces are 0 to ${one.faces[1] - 1}` : "it has no walkmesh";
    return { kind: "none", label: `${one.name} has no face ${face}`, note: last };
  });
}

function firstWithFaces(level: Level): number {
  return level.info.rooms.find((room) => room.faces[1])?.index ?? -1;
}

function rooms(level: Level, words: string): Match[] {
  return level.info.rooms
    .filter((room) => room.name.toLowerCase().includes(words))
    .map((room) => ({ kind: "room", index: room.index, label: room.name, note: "room" }));
}

function doors(level: Level, words: string): Match[] {
  return level.info.doors
    .filter((door) => isCalled("door", door, words))
    .map((door) => ({ kind: "door", index: door.index, label: doorName(door), note: `door ${door.index}` }));
}

function placeables(level: Level, words: string): Match[] {
  return level.info.placeables
    .filter((one) => isCalled("placeable", one, words))
    .map((one) => ({
      kind: "placeable",
      index: one.index,
      label: one.tag || one.template || `placeable ${one.index}`,
      note: `placeable ${one.index}`,
    }));
}

function listed(level: Level, words: string): Match[] {
  return (level.info.things ?? []).flatMap((one, index): Match[] => {
    if (!isCalled(one.kind, { ...one, index: one.number }, words)) return [];
    return [{ kind: "listed", index, label: one.tag || one.template || `${one.kind} ${one.number}`, note: `${one.kind} ${one.number}` }];
  });
}

/** Whether words are in the tag or template of a thing, or are its kind, with its number or without. */
function isCalled(kind: string, thing: { index: number; tag: string; template: string }, words: string): boolean {
  if (words === kind || words === `${kind} ${thing.index}`) return true;
  return [thing.tag, thing.template].some((name) => name.toLowerCase().includes(words));
}

function findings(level: Level, words: string): Match[] {
  return level.info.findings
    .filter((one) => one.label?.toLowerCase() === words || `${one.rule} ${one.name}`.toLowerCase().includes(words))
    .slice(0, MOST)
    .map((finding) => ({
      kind: "finding",
      finding,
      label: `${numberOf(finding)}. ${finding.rule} ${finding.name}`,
      note: finding.severity,
    }));
}

/** "12.4, 3.0" or "(12.4, 3.0, 0)": a place. */
function places(words: string): Match[] {
  const parts = words.replace(/^\(|\)$/g, "").split(/\s*,\s*|\s+/);
  if (parts.length < 2 || parts.length > 3) return [];
  const numbers = parts.map((part) => (/^[-+]?\d*\.?\d+$/.test(part) ? Number(part) : NaN));
  if (numbers.some(Number.isNaN)) return [];
  return findPlaces([numbers[0], numbers[1], numbers[2] ?? 0]).map(({ at, level }) => ({
    kind: "place",
    at,
    label: level ? `Go to this place in ${level.letter} ${level.name}` : "Go to this place",
    note: "x, y, z",
  }));
}

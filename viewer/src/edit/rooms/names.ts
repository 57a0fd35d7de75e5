/** Names of rooms: proposed, and checked as the games take them. */

import type { Level } from "../../model/scene.ts";

export const LONGEST_NAME = 16;

/** A free name like those that there are: the next number of "m55aa_01a", else the area and what it is. */
export function proposeName(names: readonly string[], area: string, what: string): string {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const numbered = names.map((name) => /^(.*?)(\d+)([a-z]?)$/i.exec(name)).filter((one) => one !== null);
  if (numbered.length * 2 >= names.length && numbered.length) {
    const prefix = mostCommon(numbered.map((one) => one[1]));
    const own = numbered.filter((one) => one[1] === prefix);
    const width = Math.max(...own.map((one) => one[2].length));
    const letter = mostCommon(own.map((one) => one[3]));
    let next = Math.max(...own.map((one) => Number(one[2]))) + 1;
    for (; next < 10 ** 6; next++) {
      const name = `${prefix}${String(next).padStart(width, "0")}${letter}`;
      if (name.length <= LONGEST_NAME && !taken.has(name.toLowerCase())) return name;
      if (name.length > LONGEST_NAME) break;
    }
  }
  return freeName(commonStart(names) || `${area}_`, what, taken);
}

function freeName(start: string, what: string, taken: ReadonlySet<string>): string {
  const clean = what.toLowerCase().replace(/[^a-z0-9_]+/g, "_").replace(/^_+|_+$/g, "") || "room";
  const own = clean.startsWith(start.toLowerCase()) ? clean : `${start.toLowerCase()}${clean}`;
  for (let number = 1; ; number++) {
    const tail = number === 1 ? "" : String(number);
    const name = `${own.slice(0, LONGEST_NAME - tail.length)}${tail}`;
    if (!taken.has(name)) return name;
  }
}

/** What all names begin with, up to an underscore. */
function commonStart(names: readonly string[]): string {
  if (names.length < 2) return "";
  let start = names[0];
  for (const name of names) while (!name.toLowerCase().startsWith(start.toLowerCase())) start = start.slice(0, -1);
  return start.slice(0, start.lastIndexOf("_") + 1);
}

function mostCommon(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/** Why a room cannot be called so; empty where it can. */
export function faultOfName(name: string, level: Level, except = -1): string {
  if (!name) return "A room needs a name.";
  if (name.length > LONGEST_NAME) return `Names have at most ${LONGEST_NAME} letters.`;
  if (!/^[a-z0-9_]+$/i.test(name)) return "Names have letters, digits and underscores only.";
  const same = level.info.rooms.some((room) => room.index !== except && room.name.toLowerCase() === name.toLowerCase());
  return same ? "There is a room of that name already." : "";
}

/** Who sees whom, as pairs of rooms. */

import type { Level } from "../../../model/scene.ts";
import type { Edit } from "../../editor.ts";

/** Room a sees room b, or from now on does not. */
export interface Pair {
  room: number;
  other: number;
  visible: boolean;
}

export function sees(level: Level, room: number, other: number): boolean {
  return level.info.rooms[room]?.sees.includes(other) ?? false;
}

/** With `both` each pair the other way round as well; each once, the last word counts. */
export function completed(pairs: readonly Pair[], both: boolean): Pair[] {
  const all = both ? pairs.flatMap((pair) => [pair, { ...pair, room: pair.other, other: pair.room }]) : pairs;
  const last = new Map(all.filter(({ room, other }) => room !== other).map((pair) => [`${pair.room}:${pair.other}`, pair]));
  return [...last.values()];
}

/** The edits for pairs, without those that are so already; two ways in one where both change alike. */
export function visibleEdits(level: Level, pairs: readonly Pair[]): Edit[] {
  const left = new Map(pairs.filter(({ room, other, visible }) => sees(level, room, other) !== visible).map((pair) => [`${pair.room}:${pair.other}`, pair]));
  const edits: Edit[] = [];
  for (const [key, { room, other, visible }] of left) {
    left.delete(key);
    const back = left.get(`${other}:${room}`);
    const both = back?.visible === visible;
    if (both) left.delete(`${other}:${room}`);
    const name = (index: number): string => level.info.rooms[index].name;
    edits.push({ op: "set-visible", room: name(room), other: name(other), visible, both });
  }
  return edits;
}

/** What differs between two levels of the same rooms. */
export function changedPairs(before: Level, after: Level): Pair[] {
  return after.info.rooms.flatMap(({ index, sees: now }) => {
    const was = before.info.rooms[index]?.sees ?? [];
    const added = now.filter((other) => !was.includes(other)).map((other) => ({ room: index, other, visible: true }));
    const gone = was.filter((other) => !now.includes(other)).map((other) => ({ room: index, other, visible: false }));
    return [...added, ...gone];
  });
}

/** Names without what all of them begin with, up to a "_": there is little room in a head of columns. */
export function shortNames(names: readonly string[]): string[] {
  if (names.length < 2) return [...names];
  let shared = names[0].toLowerCase();
  for (const name of names) while (!name.toLowerCase().startsWith(shared)) shared = shared.slice(0, -1);
  const cut = shared.lastIndexOf("_") + 1;
  return names.map((name) => name.slice(cut) || name);
}

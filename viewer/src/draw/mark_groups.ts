/** Marks that would cover each other become one that says how many it stands for. */

import { ballAround } from "../model/geometry.ts";
import type { Point } from "../model/scene.ts";
import type { Mark } from "./marks.ts";

/** What of marks is grouped: how near, in pixels, and how many at least. */
const KINDS = {
  finding: { near: 15, least: 2 },
  door: { near: 15, least: 2 },
  placeable: { near: 11, least: 3 },
  hook: { near: 11, least: 3 },
  listed: { near: 11, least: 3 },
} as const;
/** From so many of a kind on they are grouped from farther away. */
const CROWD = 60;
const CROWDED = 1.8;

export type GroupKind = keyof typeof KINDS;

/** Marks from this rank on are chosen ones, and stand for themselves. */
const CHOSEN = 95;

export interface Placed {
  mark: Mark;
  x: number;
  y: number;
}

function kindOf(mark: Mark, things: boolean): GroupKind | null {
  if (mark.rank >= CHOSEN || mark.faded) return null;
  if (mark.finding !== undefined) return "finding";
  if (!things) return null;
  if (mark.door !== undefined) return "door";
  if (mark.placeable !== undefined) return "placeable";
  if (mark.listed !== undefined) return "listed";
  return mark.hook ? "hook" : null;
}

/** The marks, important ones first, with those that lie close together as one; with `things` also doors and such. */
export function groupMarks(placed: readonly Placed[], things = true): Placed[] {
  const cells = new Map<string, Placed[]>();
  const near = nearness(placed, things);
  const cellOf = (kind: GroupKind, x: number, y: number): string =>
    `${kind} ${Math.floor(x / near[kind])} ${Math.floor(y / near[kind])}`;
  for (const one of placed) {
    const kind = kindOf(one.mark, things);
    if (!kind) continue;
    const cell = cellOf(kind, one.x, one.y);
    const others = cells.get(cell);
    if (others) others.push(one);
    else cells.set(cell, [one]);
  }
  const taken = new Set<Placed>();
  const shown: Placed[] = [];
  for (const one of placed) {
    if (taken.has(one)) continue;
    const kind = kindOf(one.mark, things);
    const around = kind ? nearTo(one, kind, near[kind], cells, cellOf).filter((other) => !taken.has(other)) : [one];
    if (!kind || around.length < KINDS[kind].least) {
      shown.push(one);
      continue;
    }
    for (const other of around) taken.add(other);
    shown.push(join(around));
  }
  return shown;
}

/** Pixels within which marks of each kind are one. */
function nearness(placed: readonly Placed[], things: boolean): Record<GroupKind, number> {
  const numbers: Record<GroupKind, number> = { finding: 0, door: 0, placeable: 0, hook: 0, listed: 0 };
  for (const one of placed) {
    const kind = kindOf(one.mark, things);
    if (kind) numbers[kind]++;
  }
  const reach = (kind: GroupKind): number => KINDS[kind].near * (numbers[kind] > CROWD ? CROWDED : 1);
  return {
    finding: reach("finding"),
    door: reach("door"),
    placeable: reach("placeable"),
    hook: reach("hook"),
    listed: reach("listed"),
  };
}

function nearTo(
  one: Placed,
  kind: GroupKind,
  near: number,
  cells: ReadonlyMap<string, Placed[]>,
  cellOf: (kind: GroupKind, x: number, y: number) => string,
): Placed[] {
  const found: Placed[] = [];
  for (const right of [-near, 0, near]) {
    for (const down of [-near, 0, near]) {
      for (const other of cells.get(cellOf(kind, one.x + right, one.y + down)) ?? []) {
        if (Math.hypot(other.x - one.x, other.y - one.y) < near) found.push(other);
      }
    }
  }
  return found;
}

/** One mark for several, the most important of which comes first. */
function join(group: readonly Placed[]): Placed {
  const members = group.map((one) => one.mark).sort((a, b) => b.rank - a.rank || (a.finding ?? 0) - (b.finding ?? 0));
  const [x, y] = [group.reduce((sum, one) => sum + one.x, 0), group.reduce((sum, one) => sum + one.y, 0)];
  const [first] = members;
  const mark: Mark = {
    at: middleOf(members),
    shape: "stack",
    colour: first.colour,
    inside: insideOf(members),
    text: "",
    rank: first.rank,
    members,
  };
  return { mark, x: x / group.length, y: y / group.length };
}

/** The numbers of two findings, else how many there are. */
function insideOf(members: readonly Mark[]): string {
  return members.length === 2 && members.every((one) => one.finding !== undefined)
    ? members.map((one) => one.inside || String(one.finding)).join(", ")
    : `${members.length}×`;
}

function middleOf(members: readonly Mark[]): Point {
  return (ballAround(members.map((one) => one.at)) ?? { center: members[0].at }).center;
}

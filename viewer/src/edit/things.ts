/** Things by their names: where each is, what people call it, and which it is after an edit. */

import type { HookInfo, Level, Point } from "../model/scene.ts";
import { placeOfPathPoint } from "../model/standing.ts";
import type { Thing } from "./selection.ts";

/** A place, and the way something looks, in radians; null for what looks nowhere. */
export interface Stand {
  at: Point;
  bearing: number | null;
}

/** The lists of the GIT. */
export const GIT_LISTS: Readonly<Record<string, string>> = { door: "Door List", placeable: "Placeable List" };

/** "door:3" as its kind and number. */
export function partsOf(thing: Thing): [kind: string, number: number] {
  const [kind, number] = thing.split(":");
  return [kind, Number(number ?? 0)];
}

function hookOf(level: Level, number: number): HookInfo | undefined {
  return level.info.hooks.find((hook) => hook.kind === "door" && hook.number === number);
}

/** Where a thing stands; null where there is no such thing. */
export function standOf(level: Level, thing: Thing): Stand | null {
  const { info } = level;
  const [kind, number] = partsOf(thing);
  if (kind === "entry") return info.entry && { at: info.entry, bearing: info.entryBearing ?? null };
  if (kind === "point") return info.pathPoints?.points[number] ? { at: placeOfPathPoint(level, number), bearing: null } : null;
  if (kind === "hook") {
    const hook = hookOf(level, number);
    return hook ? { at: hook.at, bearing: hook.direction && Math.atan2(hook.direction[1], hook.direction[0]) } : null;
  }
  const one = (kind === "door" ? info.doors : kind === "placeable" ? info.placeables : []).find((each) => each.index === number);
  return one ? { at: one.position, bearing: one.bearing } : null;
}

/** What people call a thing. */
export function nameOfThing(level: Level, thing: Thing): string {
  const [kind, number] = partsOf(thing);
  if (kind === "entry") return "The entry";
  if (kind === "point") return `Path point ${number}`;
  if (kind === "hook") return `Door hook ${hookOf(level, number)?.name || number}`;
  const list = kind === "door" ? level.info.doors : level.info.placeables;
  const one = list.find((each) => each.index === number);
  const name = one?.tag || one?.template || String(number);
  return `${kind === "door" ? "Door" : "Placeable"} ${name}`;
}

/** What a thing is called in a list: those of one name are told apart by their numbers. */
export function namesOfThings(level: Level, things: readonly Thing[]): string[] {
  const names = things.map((thing) => nameOfThing(level, thing));
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return names.map((name, i) => ((times.get(name) ?? 0) > 1 ? `${name} (${partsOf(things[i])[1]})` : name));
}

/** All things but path points, in the order that people look for them. */
export function listThings(level: Level): Thing[] {
  const { info } = level;
  return [
    ...(info.entry ? ["entry"] : []),
    ...info.doors.map((door) => `door:${door.index}`),
    ...info.placeables.map((one) => `placeable:${one.index}`),
    ...info.hooks.filter((hook) => typeof hook.number === "number").map((hook) => `hook:${hook.number}`),
  ];
}

export function listPoints(level: Level): Thing[] {
  return (level.info.pathPoints?.points ?? []).map((_, index) => `point:${index}`);
}

/** The same things after an edit: what stands where it stood, then the nearest that is alike. */
export function followThings(before: Level, after: Level, things: Iterable<Thing>): Set<Thing> {
  const found = new Set<Thing>();
  const byKind = new Map<string, Thing[]>();
  for (const thing of things) byKind.set(partsOf(thing)[0], [...(byKind.get(partsOf(thing)[0]) ?? []), thing]);
  for (const [kind, wanted] of byKind) {
    if (kind === "entry" || kind === "hook") {
      for (const thing of wanted) if (standOf(after, thing)) found.add(thing);
    } else {
      const pairs = matchThings(listed(before, kind), listed(after, kind));
      for (const thing of wanted) {
        const other = pairs.get(thing);
        if (other) found.add(other);
      }
    }
  }
  return found;
}

interface Listed {
  thing: Thing;
  /** What must be alike. */
  sign: string;
  at: Point;
}

function listed(level: Level, kind: string): Listed[] {
  if (kind === "point") {
    const points = level.info.pathPoints?.points ?? [];
    return points.map(([x, y], index) => ({ thing: `point:${index}`, sign: "", at: [x, y, 0] }));
  }
  const list = kind === "door" ? level.info.doors : level.info.placeables;
  return list.map((one) => ({ thing: `${kind}:${one.index}`, sign: `${one.template}\n${one.tag}`, at: one.position }));
}

function matchThings(before: readonly Listed[], after: readonly Listed[]): Map<Thing, Thing> {
  const pairs = new Map<Thing, Thing>();
  const free = new Map<string, Listed[]>();
  const key = ({ sign, at }: Listed): string => `${sign}\n${at.join()}`;
  for (const one of after) free.set(key(one), [...(free.get(key(one)) ?? []), one]);
  const left: Listed[] = [];
  for (const one of before) {
    const same = free.get(key(one))?.shift();
    if (same) pairs.set(one.thing, same.thing);
    else left.push(one);
  }
  let others = [...free.values()].flat();
  for (const one of left) {
    const alike = others.filter((other) => other.sign === one.sign);
    const [nearest] = alike.sort((a, b) => far(a.at, one.at) - far(b.at, one.at));
    if (!nearest) continue;
    pairs.set(one.thing, nearest.thing);
    others = others.filter((other) => other !== nearest);
  }
  return pairs;
}

function far(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The edits that move, remove, add and connect things, with numbers that follow each other. */

import type { Level, Point } from "../../../model/scene.ts";
import type { Edit } from "../../editor.ts";
import type { Thing } from "../../selection.ts";
import { GIT_LISTS, partsOf, type Stand } from "../../things.ts";

/** Where a thing goes; without a bearing it looks as it did. */
export interface Move extends Stand {
  thing: Thing;
}

/** To the millimetre: finer than anybody drags. */
export function millimetre(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}

/** Radians as degrees from -180 to 180, to a ten-thousandth. */
export function degreesOf(bearing: number): number {
  const degrees = (bearing * 180) / Math.PI;
  const turned = degrees - 360 * Math.floor((degrees + 180) / 360);
  return Math.round(turned * 10000) / 10000 + 0;
}

/**
 * Numbers of path points while edits are done one after the other: a PTH is sorted by x after each,
 * in 32-bit numbers, those of equal x as they were.
 */
export class PointNumbers {
  private order: { id: number; x: number }[];
  private last: number;

  constructor(level: Level) {
    this.order = (level.info.pathPoints?.points ?? []).map(([x], id) => ({ id, x: Math.fround(x) }));
    this.last = this.order.length;
  }

  /** The number now of the point that had number `id`, or that `add` gave it. */
  now(id: number): number {
    return this.order.findIndex((one) => one.id === id);
  }

  move(id: number, x: number): void {
    this.order = this.order.map((one) => (one.id === id ? { id, x: Math.fround(x) } : one));
    this.sort();
  }

  add(x: number): number {
    const id = this.last++;
    this.order.push({ id, x: Math.fround(x) });
    this.sort();
    return id;
  }

  remove(id: number): void {
    this.order = this.order.filter((one) => one.id !== id);
  }

  private sort(): void {
    this.order.sort((a, b) => a.x - b.x);
  }
}

/** The edits that put things somewhere else, in this order. */
export function moveEdits(level: Level, moves: readonly Move[]): Edit[] {
  const numbers = new PointNumbers(level);
  return moves.map(({ thing, at, bearing }) => {
    const [kind, number] = partsOf(thing);
    const turned = bearing === null ? {} : { degrees: degreesOf(bearing) };
    const place = [...at];
    if (kind === "entry") return { op: "move-entry", place, ...turned };
    if (kind === "hook") return { op: "move-door-hook", number, place, ...turned };
    if (kind !== "point") return { op: "place-object", list: GIT_LISTS[kind], number, place, ...turned };
    const edit = { op: "move-path-point", number: numbers.now(number), place };
    numbers.move(number, at[0]);
    return edit;
  });
}

/** Whether a thing can be taken out of the level. */
export function isRemovable(thing: Thing): boolean {
  return ["door", "placeable", "point"].includes(partsOf(thing)[0]);
}

/** The edits that take things out: the last of each list first, so that the numbers of others stay. */
export function removeEdits(things: Iterable<Thing>): Edit[] {
  const listed = [...things].filter(isRemovable).map((thing) => ({ kind: partsOf(thing)[0], number: partsOf(thing)[1] }));
  listed.sort((a, b) => b.number - a.number);
  return listed.map(({ kind, number }) =>
    kind === "point" ? { op: "remove-path-point", number } : { op: "remove-object", list: GIT_LISTS[kind], number },
  );
}

/** The edits that add a path point, connected with those given by their numbers. */
export function addPointEdits(level: Level, at: Point, connected: readonly number[]): Edit[] {
  const numbers = new PointNumbers(level);
  const id = numbers.add(at[0]);
  const links = connected.map((one) => ({ op: "connect", first: numbers.now(one), second: numbers.now(id) }));
  return [{ op: "add-path-point", place: [...at] }, ...links];
}

/** Whether two path points are connected, one way at least. */
export function areConnected(level: Level, a: number, b: number): boolean {
  return (level.info.pathPoints?.connections ?? []).some(([from, to]) => (from === a && to === b) || (from === b && to === a));
}

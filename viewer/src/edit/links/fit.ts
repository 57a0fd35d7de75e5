/** Two edges side by side: whether one can be linked with the other, and what keeps it from that. */

import { corner, type Level, type Point } from "../../model/scene.ts";
import { number } from "../../model/words.ts";

/** Metres within which the ends of two edges are at one place, as in Python; float32 is a little coarser. */
export const MEETS = 0.0011;
/** Metres that floors may be moved at most to bring them together. */
export const MOST_SNAP = 0.5;
/** Metres from one edge to the other beyond which nobody means to link them as they are. */
export const FAR = 0.75;

export type FitKind = "meets" | "gap" | "step" | "length" | "direction" | "far" | "same room";

export interface Fit {
  kind: FitKind;
  /** Metres between the ends that belong together, where they are farther apart. */
  apart: number;
  /** Metres in height. */
  step: number;
  /** Metres of both edges. */
  lengths: [number, number];
  /** Whether floors can be moved together, and by how many metres that must be allowed; 0 for no. */
  snap: number;
  /** Whether the longer edge can be divided where the other one ends. */
  split: boolean;
}

export function endsOfEdge(level: Level, edge: number): [Point, Point] {
  const row = Math.floor(edge / 3);
  return [corner(level, row, edge % 3), corner(level, row, (edge + 1) % 3)];
}

export function middleOfEdge(level: Level, edge: number): Point {
  const [a, b] = endsOfEdge(level, edge);
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** How two edges, given by their ends, lie to each other. Edges that meet run against each other. */
export function fitOf([a, b]: [Point, Point], [c, d]: [Point, Point], sameRoom = false): Fit {
  const lengths: [number, number] = [distance(a, b), distance(c, d)];
  const apart = Math.max(distance(a, d), distance(b, c));
  const step = Math.max(Math.abs(a[2] - d[2]), Math.abs(b[2] - c[2]));
  const same = Math.max(distance(a, c), distance(b, d));
  const fit = { apart, step, lengths, snap: 0, split: false };
  if (sameRoom) return { ...fit, kind: "same room" };
  if (apart <= MEETS) return { ...fit, kind: "meets" };
  if (same <= MEETS || (same < apart && same < 0.1)) return { ...fit, kind: "direction" };
  const aside = gapBetween([a, b], [c, d]);
  if (Math.abs(lengths[0] - lengths[1]) > 0.02 && aside.shared > 0.05 && aside.gap <= 0.1) {
    // Only what lies on one line can be divided; a gap must be closed as well.
    return { ...fit, kind: "length", split: true, snap: aside.gap > MEETS ? limit(aside.gap) : 0 };
  }
  if (apart > FAR) return { ...fit, kind: "far" };
  const snap = apart <= MOST_SNAP ? limit(apart) : 0;
  const plan = Math.max(Math.hypot(a[0] - d[0], a[1] - d[1]), Math.hypot(b[0] - c[0], b[1] - c[1]));
  return { ...fit, kind: step > plan ? "step" : "gap", snap };
}

/** A little more than it is, in whole millimetres. */
function limit(metres: number): number {
  return Math.min(MOST_SNAP, Math.ceil(metres * 1000 + 1) / 1000);
}

/** How far the second line is from the first, at most, and along how many metres they lie side by side. */
function gapBetween([a, b]: [Point, Point], [c, d]: [Point, Point]): { gap: number; shared: number } {
  const way = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const long = Math.hypot(...way) || 1;
  const along = (p: Point): number => ((p[0] - a[0]) * way[0] + (p[1] - a[1]) * way[1] + (p[2] - a[2]) * way[2]) / long;
  const off = (p: Point): number => {
    const t = along(p) / long;
    return Math.hypot(p[0] - a[0] - t * way[0], p[1] - a[1] - t * way[1], p[2] - a[2] - t * way[2]);
  };
  const [from, to] = [along(d), along(c)];
  return { gap: Math.max(off(c), off(d)), shared: Math.min(long, to) - Math.max(0, from) };
}

/** "3.2 cm", "1.25 m". */
export function lengthWords(metres: number): string {
  if (metres < 0.01) return `${number(metres * 1000, 1)} mm`;
  return metres < 1 ? `${number(metres * 100, 1)} cm` : `${number(metres, 2)} m`;
}

/** Why two edges cannot be linked as they are, in words; empty where they can. */
export function whyNot(fit: Fit): string {
  const [one, other] = fit.lengths.map((value) => `${number(value, 2)} m`);
  switch (fit.kind) {
    case "meets":
      return "";
    case "same room":
      return "Both edges are of one room: a link leads from one room to another.";
    case "gap":
      return `Too far: there is a gap of ${lengthWords(fit.apart)} between them. The game lets nobody cross it.`;
    case "step":
      return `There is a step of ${lengthWords(fit.step)} between them. The game lets nobody cross it.`;
    case "length":
      return `Different lengths: one is ${one}, the other ${other} long, so their ends do not meet.`;
    case "direction":
      return "Both floors lie on the same side of that line, or one of them is turned over: it has to be flipped first.";
    case "far":
      return `Too far: their ends are up to ${lengthWords(fit.apart)} apart. Move one of the rooms with the tool Rooms first.`;
  }
}

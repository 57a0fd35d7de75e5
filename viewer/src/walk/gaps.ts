/** Why no way leads from one part of the floor to another, and places to look at. */

import type { GapInfo, Level, Point } from "../model/scene.ts";
import { corner, isFloor } from "../model/scene.ts";
import { sentence } from "../model/words.ts";
import { reachFrom } from "./reach.ts";
import { rowAcross, waysOver } from "./ways.ts";

/** A place to look at, and what is there. */
export interface NamedPlace {
  text: string;
  at: Point;
}

/** Causes that a sentence tells, and places that a list has. */
const MOST_TOLD = 3;
const MOST_PLACES = 6;
/** Metres: nearer places are one. */
const SAME = 0.01;

type Cost = readonly [number, number, number, number];

/**
 * What lies between two islands, the first on the way first: of all chains the one that needs the
 * least (Dijkstra). Null where none is known.
 */
export function chainOfGaps(gaps: readonly GapInfo[], from: number, to: number): GapInfo[] | null {
  const best = new Map<number, { cost: Cost; gap: GapInfo | null; before: number }>();
  best.set(from, { cost: [0, 0, 0, 0], gap: null, before: -1 });
  const done = new Set<number>();
  for (;;) {
    const open = [...best].filter(([island]) => !done.has(island)).sort((a, b) => compare(a[1].cost, b[1].cost));
    if (!open.length) return null;
    const [island, { cost }] = open[0];
    if (island === to) break;
    done.add(island);
    for (const gap of gaps) {
      const side = gap.islands.indexOf(island);
      if (side < 0) continue;
      const far = gap.islands[1 - side];
      const sum: Cost = [cost[0] + gap.cost[0], cost[1] + gap.cost[1], cost[2] + 1, cost[3] + gap.cost[2]];
      const known = best.get(far);
      if (!known || (!done.has(far) && compare(sum, known.cost) < 0)) best.set(far, { cost: sum, gap, before: island });
    }
  }
  const chain: GapInfo[] = [];
  for (let at = to; at !== from; ) {
    const step = best.get(at) as { gap: GapInfo; before: number };
    chain.unshift(step.before === step.gap.islands[0] ? step.gap : turned(step.gap));
    at = step.before;
  }
  return chain;
}

function compare(a: Cost, b: Cost): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}

/** The same, met from the other side. */
function turned(gap: GapInfo): GapInfo {
  const [a, b] = gap.islands;
  return { ...gap, islands: [b, a], text: gap.back, back: gap.text };
}

/** What is met on a chain, in words. */
export function describeChain(chain: readonly GapInfo[]): string {
  const told = chain.slice(0, MOST_TOLD).map((gap) => gap.text);
  const more = chain.length - told.length;
  return sentence(told.join("; then ") + (more ? `; and ${more} more on the way` : ""));
}

/** What would make one floor of the parts, each remedy once. */
export function describeMending(chain: readonly GapInfo[]): string {
  return [...new Set(chain.map((gap) => gap.mend).filter(Boolean))].join("; ");
}

/** Where to look at: what is on the chain, then the nearest place to the goal that is reached. */
export function placesOf(level: Level, from: number, goal: Point, chain: readonly GapInfo[]): NamedPlace[] {
  const places: NamedPlace[] = chain.slice(0, MOST_PLACES).map((gap) => ({ text: gap.place, at: gap.at }));
  const reached = reachFrom(level, from);
  places.push(...oneWayLinks(level, reached, level.islands[from]));
  const near = nearestReached(level, reached, goal);
  if (near) places.push({ text: "The nearest place that is reached", at: near });
  return places.filter((one, i) => places.findIndex((other) => distance(one.at, other.at) <= SAME) === i);
}

/** Links that lead out of what is not reached into what is, and not back: there one would have to get in. */
function oneWayLinks(level: Level, reached: Uint8Array, island: number): NamedPlace[] {
  return level.info.links
    .filter((link) => link.state === "one-sided")
    .flatMap((link) => {
      const edge = 3 * level.info.rooms[link.room].faces[0] + link.edge;
      const row = Math.floor(edge / 3);
      const within = level.islands[row] === island && !reached[row];
      if (!within || !waysOver(level, edge).some((way) => reached[rowAcross(level, way)])) return [];
      const [here, there] = [link.room, link.to].map((room) => level.info.rooms[room]?.name ?? `room ${room}`);
      const at = [0, 1, 2].map((axis) => (link.a[axis] + link.b[axis]) / 2) as unknown as Point;
      return [{ text: `The link that leads from ${here} to ${there} only`, at }];
    })
    .slice(0, MOST_PLACES);
}

/** The point of the floor that is reached nearest to a place, as seen from above; null without any. */
export function nearestReached(level: Level, reached: Uint8Array, place: Point): Point | null {
  let best: Point | null = null;
  let least = Infinity;
  for (let row = 0; row < level.roomFaces; row++) {
    if (!reached[row] || !isFloor(level, row)) continue;
    for (let side = 0; side < 3; side++) {
      const at = nearestOnSide(corner(level, row, side), corner(level, row, (side + 1) % 3), place);
      const away = distance(at, place);
      if (away < least) [best, least] = [at, away];
    }
  }
  return best;
}

function nearestOnSide(a: Point, b: Point, place: Point): Point {
  const along = [0, 1, 2].map((axis) => b[axis] - a[axis]);
  const square = along.reduce((sum, value) => sum + value * value, 0);
  const dot = along.reduce((sum, value, axis) => sum + value * (place[axis] - a[axis]), 0);
  const part = square ? Math.max(0, Math.min(1, dot / square)) : 0;
  return [0, 1, 2].map((axis) => a[axis] + part * along[axis]) as unknown as Point;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

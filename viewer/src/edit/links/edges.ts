/** Boundary edges of rooms: where each leads, what lies on it, and which ones could be linked. */

import type { Level, LinkInfo, LinkState } from "../../model/scene.ts";
import { distance, endsOfEdge, type Fit, fitOf, middleOfEdge } from "./fit.ts";

/** Metres around an edge in which others are looked for. */
const NEAR = 1;
const CELL = 2;

/** What is known of the boundary of a level; made when it is first asked for, gone with the level. */
export class Boundary {
  readonly edges: Set<number>;
  private readonly links = new Map<number, LinkInfo>();
  private readonly cells = new Map<string, number[]>();

  constructor(private readonly level: Level) {
    this.edges = new Set(level.boundary);
    for (const link of level.info.links) {
      const room = level.info.rooms[link.room];
      if (room) this.links.set(3 * room.faces[0] + link.edge, link);
    }
    for (const edge of [...this.edges, ...this.links.keys()]) {
      const key = this.cellsAround(edge, 0)[0];
      const cell = this.cells.get(key);
      if (cell) cell.push(edge);
      else this.cells.set(key, [edge]);
    }
  }

  has(edge: number): boolean {
    return this.edges.has(edge) || this.links.has(edge);
  }

  linkOf(edge: number): LinkInfo | null {
    return this.links.get(edge) ?? null;
  }

  roomOf(edge: number): number {
    return this.level.faceRoom[Math.floor(edge / 3)];
  }

  /** How two edges lie to each other. */
  fit(edge: number, other: number): Fit {
    return fitOf(endsOfEdge(this.level, edge), endsOfEdge(this.level, other), this.roomOf(edge) === this.roomOf(other));
  }

  /** Edges of other rooms near this one that could be meant, those that meet it first. */
  near(edge: number): { edge: number; fit: Fit }[] {
    const at = middleOfEdge(this.level, edge);
    const room = this.roomOf(edge);
    const [a, b] = endsOfEdge(this.level, edge);
    const reach = NEAR + distance(a, b) / 2;
    const found: { edge: number; fit: Fit }[] = [];
    for (const key of this.cellsAround(edge, reach)) {
      for (const other of this.cells.get(key) ?? []) {
        if (this.roomOf(other) === room || distance(at, middleOfEdge(this.level, other)) > reach) continue;
        const fit = this.fit(edge, other);
        if (fit.kind !== "far") found.push({ edge: other, fit });
      }
    }
    return found.sort((p, q) => p.fit.apart - q.fit.apart);
  }

  /** The edge of another room that lies on this one; null for none. */
  across(edge: number): number | null {
    const [first] = this.near(edge);
    return first && first.fit.kind === "meets" ? first.edge : null;
  }

  /** The edges of two rooms that meet and are not linked both ways; each pair once. */
  unlinked(between?: readonly [number, number]): [number, number][] {
    const pairs: [number, number][] = [];
    for (const edge of this.edges) {
      const room = this.roomOf(edge);
      if (between && !between.includes(room)) continue;
      const other = this.across(edge);
      if (other === null || this.roomOf(other) < room) continue;
      if (between && !between.includes(this.roomOf(other))) continue;
      if (this.linkOf(edge)?.to === this.roomOf(other) && this.linkOf(other)?.to === room) continue;
      pairs.push([edge, other]);
    }
    return pairs;
  }

  private cellsAround(edge: number, reach: number): string[] {
    const [x, y] = middleOfEdge(this.level, edge);
    const keys: string[] = [];
    for (let i = Math.floor((x - reach) / CELL); i <= Math.floor((x + reach) / CELL); i++) {
      for (let j = Math.floor((y - reach) / CELL); j <= Math.floor((y + reach) / CELL); j++) keys.push(`${i} ${j}`);
    }
    return keys;
  }
}

const KNOWN = new WeakMap<Level, Boundary>();

export function boundaryOf(level: Level): Boundary {
  const known = KNOWN.get(level) ?? new Boundary(level);
  KNOWN.set(level, known);
  return known;
}

/** "floor ends here", "leads to hall": what a boundary edge is, for people. */
export function edgeWords(level: Level, edge: number): string {
  const boundary = boundaryOf(level);
  const link = boundary.linkOf(edge);
  if (link) {
    const far = level.info.rooms[link.to]?.name ?? `room ${link.to}`;
    if (link.state === "nowhere") return level.info.rooms[link.to] ? `leads nowhere: ${far} does not meet it` : "leads nowhere";
    return `leads to ${far}${link.state === "one-sided" ? ", one way only" : link.state === "missing" ? ", which is not here" : ""}`;
  }
  const other = boundary.across(edge);
  if (other === null) return "floor ends here";
  const far = level.info.rooms[boundary.roomOf(other)].name;
  const back = boundary.linkOf(other)?.to === boundary.roomOf(edge);
  return back ? `leads nowhere, though ${far} leads here` : `meets ${far}, and is not linked`;
}

/** "works both ways", "one way only: hall leads here, nothing leads back". */
export function linkWords(level: Level, edge: number): string {
  const boundary = boundaryOf(level);
  const link = boundary.linkOf(edge);
  const room = level.info.rooms[boundary.roomOf(edge)]?.name ?? "this room";
  const other = boundary.across(edge);
  if (!link) {
    const back = other !== null && boundary.linkOf(other)?.to === boundary.roomOf(edge);
    if (back) return `one way only: ${level.info.rooms[boundary.roomOf(other)].name} leads here, nothing leads back`;
    return other === null ? "the floor ends here" : "not linked: nobody can cross, though the floors meet";
  }
  const far = level.info.rooms[link.to]?.name ?? `room ${link.to}`;
  const words: Record<LinkState, string> = {
    ok: "works both ways",
    "one-sided": `one way only: ${room} leads to ${far}, nothing leads back`,
    nowhere: level.info.rooms[link.to] ? `leads nowhere: no edge of ${far} lies here` : `leads nowhere: there is no room ${link.to}`,
    missing: `leads to ${far}, whose walkmesh is not here: nobody can tell`,
  };
  return words[link.state];
}

/** What a room is called in an edit: by its number where several have its name. */
export function roomKey(level: Level, index: number): string | number {
  const { name } = level.info.rooms[index];
  const same = level.info.rooms.filter((room) => room.name.toLowerCase() === name.toLowerCase());
  return same.length > 1 ? index : name;
}

/** The number of an edge in its own room. */
export function ownEdge(level: Level, edge: number): number {
  return edge - 3 * level.info.rooms[level.faceRoom[Math.floor(edge / 3)]].faces[0];
}

/** What is selected for editing: faces, edges, vertices, rooms or things; it follows edits by place. */

import type { Shapes } from "../model/geometry.ts";
import { corner, isWalkable, type Level } from "../model/scene.ts";
import { count, number } from "../model/words.ts";
import { followThings } from "./things.ts";
import { findEdge, findFace, findVertices, placeOfEdge, placeOfFace, placeOfVertex } from "./places.ts";

export const KINDS = { face: "Faces", edge: "Edges", vertex: "Corners", room: "Rooms", thing: "Things" } as const;
export type Kind = keyof typeof KINDS;

/** "door:3", "placeable:0", "point:12", "hook:1", "entry". */
export type Thing = string;

export class Selected {
  kind: Kind = "face";
  /** Face rows, global edges (3·row + side), vertex rows or room indices, by the kind. */
  items = new Set<number>();
  things = new Set<Thing>();

  get size(): number {
    return this.kind === "thing" ? this.things.size : this.items.size;
  }

  clear(): void {
    this.items.clear();
    this.things.clear();
  }

  setKind(kind: Kind): void {
    if (kind === this.kind) return;
    this.kind = kind;
    this.clear();
  }

  /** Puts items in place of those there are, adds them, or takes them away. */
  take(items: Iterable<number>, how: "set" | "add" | "toggle" | "remove"): void {
    const given = [...items];
    if (how === "set") this.items = new Set(given);
    else if (how === "add") for (const item of given) this.items.add(item);
    else if (how === "remove") for (const item of given) this.items.delete(item);
    else for (const item of given) if (!this.items.delete(item)) this.items.add(item);
  }

  /** The face rows that are meant: of edges and vertices those that use them, of rooms all. */
  rows(level: Level): number[] {
    if (this.kind === "face") return [...this.items];
    if (this.kind === "edge") return [...new Set([...this.items].map((edge) => Math.floor(edge / 3)))];
    if (this.kind === "room") return [...this.items].flatMap((room) => rowsOfRoom(level, room));
    if (this.kind === "vertex") return rowsAtVertices(level, this.items);
    return [];
  }

  /** The vertex rows that are meant: the corners of faces and edges. */
  vertices(level: Level): number[] {
    if (this.kind === "vertex") return [...this.items];
    if (this.kind === "edge") return [...new Set([...this.items].flatMap((edge) => endsOf(level, edge)))];
    return [...new Set(this.rows(level).flatMap((row) => [0, 1, 2].map((side) => level.faces[3 * row + side])))];
  }

  /** "12 faces, 34.5 m²": what is selected, for people. */
  describe(level: Level, shapes: Shapes): string {
    if (this.kind === "thing") return count(this.things.size, "thing");
    const rows = this.kind === "face" || this.kind === "room" ? this.rows(level) : [];
    const size = rows.reduce((sum, row) => sum + shapes.areas[row], 0);
    const length = this.kind === "edge" ? [...this.items].reduce((sum, edge) => sum + lengthOfEdge(level, edge), 0) : 0;
    const many: Record<Kind, string> = {
      face: count(this.items.size, "face"),
      edge: count(this.items.size, "edge"),
      vertex: count(this.items.size, "corner"),
      room: count(this.items.size, "room"),
      thing: "",
    };
    const extra = rows.length ? `, ${number(size)} m²` : length ? `, ${number(length)} m` : "";
    return `${many[this.kind]}${extra}`;
  }

  /** Takes a thing, or lets it go where it was taken already; `more`: beside the others. */
  takeThing(thing: Thing, more: boolean): void {
    if (!more) this.things.clear();
    if (!this.things.delete(thing)) this.things.add(thing);
  }

  /** The same things in the level after an edit, as far as they are still there. */
  follow(before: Level, after: Level): void {
    const found = new Set<number>();
    for (const item of this.items) for (const other of this.again(before, after, item)) found.add(other);
    this.items = found;
    this.things = followThings(before, after, this.things);
  }

  private again(before: Level, after: Level, item: number): number[] {
    if (this.kind === "room") {
      const name = before.info.rooms[item]?.name.toLowerCase();
      return after.info.rooms.filter((room) => room.name.toLowerCase() === name).map((room) => room.index).slice(0, 1);
    }
    if (this.kind === "vertex") {
      const placed = placeOfVertex(before, item);
      return placed ? findVertices(after, placed) : [];
    }
    const [place, find] = this.kind === "edge" ? [placeOfEdge, findEdge] : [placeOfFace, findFace];
    const placed = place(before, item);
    const other = placed && find(after, placed);
    return other === null ? [] : [other];
  }
}

export function rowsOfRoom(level: Level, room: number): number[] {
  const [first, length] = level.info.rooms[room]?.faces ?? [0, 0];
  return Array.from({ length }, (_, i) => first + i);
}

export function endsOf(level: Level, edge: number): [number, number] {
  const row = Math.floor(edge / 3);
  return [level.faces[edge], level.faces[3 * row + ((edge + 1) % 3)]];
}

function lengthOfEdge(level: Level, edge: number): number {
  const row = Math.floor(edge / 3);
  const [a, b] = [corner(level, row, edge % 3), corner(level, row, (edge + 1) % 3)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function rowsAtVertices(level: Level, vertices: ReadonlySet<number>): number[] {
  const rows: number[] = [];
  for (let row = 0; row < level.roomFaces; row++) {
    if ([0, 1, 2].some((side) => vertices.has(level.faces[3 * row + side]))) rows.push(row);
  }
  return rows;
}

/** For each vertex row the face rows around it; of the faces of rooms. */
function facesAround(level: Level): Map<number, number[]> {
  const around = new Map<number, number[]>();
  for (let corner = 0; corner < 3 * level.roomFaces; corner++) {
    const rows = around.get(level.faces[corner]);
    if (rows) rows.push(Math.floor(corner / 3));
    else around.set(level.faces[corner], [Math.floor(corner / 3)]);
  }
  return around;
}

/** The rows and those that share a vertex with one of them. */
export function grow(level: Level, rows: Iterable<number>): Set<number> {
  const around = facesAround(level);
  const found = new Set<number>();
  for (const row of rows) {
    found.add(row);
    for (const side of [0, 1, 2]) for (const other of around.get(level.faces[3 * row + side]) ?? []) found.add(other);
  }
  return found;
}

/** All faces that hang together with these over shared vertices, floor with floor and wall with wall. */
export function connected(level: Level, rows: Iterable<number>, wanted: (row: number) => boolean): Set<number> {
  const around = facesAround(level);
  const found = new Set<number>(rows);
  const waiting = [...found];
  while (waiting.length) {
    const row = waiting.pop() as number;
    for (const side of [0, 1, 2]) {
      for (const other of around.get(level.faces[3 * row + side]) ?? []) {
        if (found.has(other) || !wanted(other)) continue;
        found.add(other);
        waiting.push(other);
      }
    }
  }
  return found;
}

/** What hangs together with these: all of it floor where they are floor, else all of it other faces. */
export function connectedLike(level: Level, rows: Iterable<number>): Set<number> {
  const given = [...rows];
  const floor = given.some((row) => isWalkable(level, row));
  return connected(level, given, (row) => isWalkable(level, row) === floor);
}

/** Faces of the same surfaces in the same rooms. */
export function sameMaterial(level: Level, rows: Iterable<number>): Set<number> {
  const wanted = new Set([...rows].map((row) => `${level.faceRoom[row]}:${level.materials[row]}`));
  const found = new Set<number>();
  for (let row = 0; row < level.roomFaces; row++) {
    if (wanted.has(`${level.faceRoom[row]}:${level.materials[row]}`)) found.add(row);
  }
  return found;
}

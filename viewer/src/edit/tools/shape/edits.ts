/** Edits of shapes as the server takes them: rooms by name, numbers of the room. */

import type { Level, Point } from "../../../model/scene.ts";
import type { Edit } from "../../editor.ts";
import { vertexAt } from "../../places.ts";
import { apart, edgesBeside, roomOf, SAME_PLACE, verticesAt, verticesByRoom } from "./groups.ts";

export interface Move {
  /** From where they are now. */
  offset: Point;
  /** Exactly there, where all are at one place. */
  place: Point | null;
}

export function nameOf(level: Level, room: number): string {
  return level.info.rooms[room].name;
}

/** The number of a vertex, edge or face in its room. */
export function ownVertex(level: Level, vertex: number): number {
  return vertex - level.info.rooms[roomOf(level, vertex)].vertices[0];
}

export function ownEdge(level: Level, edge: number): number {
  return edge - 3 * level.info.rooms[level.faceRoom[Math.floor(edge / 3)]].faces[0];
}

export function ownFace(level: Level, row: number): number {
  return row - level.info.rooms[level.faceRoom[row]].faces[0];
}

/** One edit for each room that has some of the rows. */
export function byRoom(level: Level, rows: Iterable<number>, perFace: 1 | 3, make: (room: string, own: number[]) => Edit): Edit[] {
  const rooms = new Map<number, number[]>();
  for (const item of [...rows].sort((a, b) => a - b)) {
    const room = level.faceRoom[Math.floor(item / perFace)];
    rooms.set(room, [...(rooms.get(room) ?? []), item - perFace * level.info.rooms[room].faces[0]]);
  }
  return [...rooms].map(([room, own]) => make(nameOf(level, room), own));
}

export function moveEdits(level: Level, vertices: Iterable<number>, move: Move): Edit[] {
  return [...verticesByRoom(level, vertices)].map(([room, rows]) => ({
    op: "move-vertices",
    room: nameOf(level, room),
    vertices: rows.map((row) => ownVertex(level, row)),
    ...(move.place ? { place: move.place } : { offset: move.offset }),
  }));
}

/** The same, and what comes to lie on a corner of its own room becomes one with it. */
export function moveAndJoinEdits(level: Level, vertices: ReadonlySet<number>, move: Move): Edit[] {
  const edits: Edit[] = [];
  for (const [room, rows] of verticesByRoom(level, vertices)) {
    const pairs = meetings(level, vertices, rows, room, move);
    const name = nameOf(level, room);
    if (move.place && pairs.length === 1) {
      const joined = [...rows, ...pairs[0].there].map((row) => ownVertex(level, row)).sort((a, b) => a - b);
      edits.push({ op: "weld-vertices", room: name, vertices: joined, place: move.place });
      continue;
    }
    edits.push(...moveEdits(level, rows, move));
    if (!collapses(level, pairs)) edits.push(...weldAll(level, name, pairs));
  }
  return edits;
}

interface Meeting {
  here: number[];
  there: number[];
  place: Point;
}

/** For each place that is moved onto still corners of the room: what meets there. */
function meetings(level: Level, moving: ReadonlySet<number>, rows: readonly number[], room: number, move: Move): Meeting[] {
  const found: Meeting[] = [];
  for (const row of rows) {
    const from = vertexAt(level, row);
    const goal = move.place ?? ([0, 1, 2].map((axis) => from[axis] + move.offset[axis]) as unknown as Point);
    const there = verticesAt(level, goal, room).filter((other) => !moving.has(other));
    if (!there.length) continue;
    const known = found.find((one) => one.there[0] === there[0]);
    if (known) known.here.push(row);
    else found.push({ here: [row], there, place: vertexAt(level, there[0]) });
  }
  return found;
}

/** Whether a face has two corners that would become one: then vertices are numbered anew. */
function collapses(level: Level, pairs: readonly Meeting[]): boolean {
  const mark = new Map<number, number>();
  pairs.forEach((pair, i) => [...pair.here, ...pair.there].forEach((row) => mark.set(row, i)));
  for (let row = 0; row < level.roomFaces; row++) {
    const marks = [0, 1, 2].map((side) => mark.get(level.faces[3 * row + side])).filter((one) => one !== undefined);
    if (new Set(marks).size < marks.length) return true;
  }
  return false;
}

/** Joins each pair. Of the joined vertices the lowest stays; those behind the others move up. */
function weldAll(level: Level, room: string, pairs: readonly Meeting[]): Edit[] {
  const gone: number[] = [];
  return pairs.map(({ here, there, place }) => {
    const own = [...here, ...there].map((row) => ownVertex(level, row)).sort((a, b) => a - b);
    const now = own.map((number) => number - gone.filter((one) => one < number).length);
    gone.push(...own.slice(1));
    return { op: "weld-vertices", room, vertices: now, place };
  });
}

/** Selected vertices become one, in each room; corners of other rooms go to the same place. */
export function weldEdits(level: Level, vertices: ReadonlySet<number>): Edit[] {
  const rooms = verticesByRoom(level, vertices);
  const places = distinctPlaces(level, vertices);
  const middle = [0, 1, 2].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  const place = (places.length === 1 ? places[0] : middle.map(Math.fround)) as unknown as Point;
  return [...rooms].map(([room, rows]) => ({
    op: rows.length > 1 ? "weld-vertices" : "move-vertices",
    room: nameOf(level, room),
    vertices: rows.map((row) => ownVertex(level, row)),
    place,
  }));
}

/** The places of vertices, each once. */
export function distinctPlaces(level: Level, vertices: Iterable<number>): Point[] {
  const places: Point[] = [];
  for (const vertex of vertices) {
    const at = vertexAt(level, vertex);
    if (!places.some((one) => apart(one, at) <= SAME_PLACE)) places.push(at);
  }
  return places;
}

/** An edge gets a corner; with `beside` the same edge of the rooms beside it, so that links stay whole. */
export function divideEdits(level: Level, edge: number, part: number, beside: boolean): Edit[] {
  const divide = (one: number, at: number): Edit => ({
    op: "divide-edge",
    room: nameOf(level, level.faceRoom[Math.floor(one / 3)]),
    edge: ownEdge(level, one),
    part: at,
  });
  const start = vertexAt(level, level.faces[edge]);
  const others = beside ? edgesBeside(level, edge) : [];
  const rooms = new Set<number>();
  const once = others.filter((other) => {
    const room = level.faceRoom[Math.floor(other / 3)];
    // Two faces of one room that share it are both divided by one edit.
    return rooms.has(room) ? false : rooms.add(room);
  });
  return [divide(edge, part), ...once.map((other) => divide(other, apart(vertexAt(level, level.faces[other]), start) <= SAME_PLACE ? part : 1 - part))];
}

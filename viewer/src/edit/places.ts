/** Names for faces, edges and vertices that outlast an edit: by where they are, not by their number. */

import { corner, type Level, type Point } from "../model/scene.ts";

/** A face, edge or vertex of a room, by its place. */
export interface Placed {
  room: string;
  key: string;
}

type Index = Map<string, Map<string, number>>;

/** What a level's rows are called; made when it is first asked for, gone with the level. */
const FACES = new WeakMap<Level, Index>();
const EDGES = new WeakMap<Level, Index>();

function pointKey(point: Point): string {
  return `${point[0]},${point[1]},${point[2]}`;
}

/** The three corners, whichever comes first. */
function faceKey(level: Level, row: number): string {
  return [0, 1, 2].map((side) => pointKey(corner(level, row, side))).sort().join("|");
}

function edgeKey(level: Level, edge: number): string {
  const row = Math.floor(edge / 3);
  return `${pointKey(corner(level, row, edge % 3))}|${pointKey(corner(level, row, (edge + 1) % 3))}`;
}

function roomOfRow(level: Level, row: number): string | null {
  return level.info.rooms[level.faceRoom[row] ?? -1]?.name.toLowerCase() ?? null;
}

function indexOf(cache: WeakMap<Level, Index>, level: Level, perFace: number, key: (level: Level, item: number) => string): Index {
  const known = cache.get(level);
  if (known) return known;
  const index: Index = new Map();
  for (const room of level.info.rooms) {
    const inside = new Map<string, number>();
    const end = perFace * (room.faces[0] + room.faces[1]);
    // Of several at one place the first keeps the name.
    for (let item = end - 1; item >= perFace * room.faces[0]; item--) inside.set(key(level, item), item);
    if (!index.has(room.name.toLowerCase())) index.set(room.name.toLowerCase(), inside);
  }
  cache.set(level, index);
  return index;
}

export function placeOfFace(level: Level, row: number): Placed | null {
  const room = roomOfRow(level, row);
  return room === null ? null : { room, key: faceKey(level, row) };
}

export function placeOfEdge(level: Level, edge: number): Placed | null {
  const room = roomOfRow(level, Math.floor(edge / 3));
  return room === null ? null : { room, key: edgeKey(level, edge) };
}

export function findFace(level: Level, placed: Placed): number | null {
  return indexOf(FACES, level, 1, faceKey).get(placed.room)?.get(placed.key) ?? null;
}

export function findEdge(level: Level, placed: Placed): number | null {
  return indexOf(EDGES, level, 3, edgeKey).get(placed.room)?.get(placed.key) ?? null;
}

/** A vertex row as a point. */
export function vertexAt(level: Level, vertex: number): Point {
  return [level.vertices[3 * vertex], level.vertices[3 * vertex + 1], level.vertices[3 * vertex + 2]];
}

/** The room whose vertices hold that row; null for those of doors and placeables. */
export function roomOfVertex(level: Level, vertex: number): number | null {
  const room = level.info.rooms.find(({ vertices: [first, count] }) => vertex >= first && vertex < first + count);
  return room ? room.index : null;
}

export function placeOfVertex(level: Level, vertex: number): Placed | null {
  const room = roomOfVertex(level, vertex);
  return room === null ? null : { room: level.info.rooms[room].name.toLowerCase(), key: pointKey(vertexAt(level, vertex)) };
}

/** The vertices of the room at that place: several where a seam is. */
export function findVertices(level: Level, placed: Placed): number[] {
  const room = level.info.rooms.find((one) => one.name.toLowerCase() === placed.room);
  if (!room) return [];
  const [first, count] = room.vertices;
  return Array.from({ length: count }, (_, i) => first + i).filter((row) => pointKey(vertexAt(level, row)) === placed.key);
}

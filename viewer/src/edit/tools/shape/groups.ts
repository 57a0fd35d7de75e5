/** Vertices at one place: those of a seam, and those of the rooms beside it. */

import type { Level, Point } from "../../../model/scene.ts";
import { vertexAt } from "../../places.ts";

/** Metres within which vertices are at one place for somebody who looks at them. */
export const SAME_PLACE = 0.001;
const CELL = 4 * SAME_PLACE;

/** The vertices of rooms in cells of a grid; made when it is first asked for, gone with the level. */
class Places {
  private readonly cells = new Map<string, number[]>();
  /** The room of each vertex row; -1 for those of doors and placeables. */
  readonly room: Int32Array;

  constructor(private readonly level: Level) {
    this.room = new Int32Array(level.vertices.length / 3).fill(-1);
    for (const { index, vertices: [first, count] } of level.info.rooms) {
      this.room.fill(index, first, first + count);
      for (let row = first; row < first + count; row++) {
        const key = vertexAt(level, row).map((value) => Math.floor(value / CELL)).join();
        const cell = this.cells.get(key);
        if (cell) cell.push(row);
        else this.cells.set(key, [row]);
      }
    }
  }

  at(point: Point): number[] {
    const spans = point.map((value) => {
      const [low, high] = [Math.floor((value - SAME_PLACE) / CELL), Math.floor((value + SAME_PLACE) / CELL)];
      return low === high ? [low] : [low, high];
    });
    const found: number[] = [];
    for (const i of spans[0]) {
      for (const j of spans[1]) {
        for (const k of spans[2]) {
          for (const row of this.cells.get(`${i},${j},${k}`) ?? []) if (apart(vertexAt(this.level, row), point) <= SAME_PLACE) found.push(row);
        }
      }
    }
    return found;
  }
}

const KNOWN = new WeakMap<Level, Places>();

function placesOf(level: Level): Places {
  const known = KNOWN.get(level) ?? new Places(level);
  KNOWN.set(level, known);
  return known;
}

export function apart(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The room of a vertex row; -1 for those of doors and placeables. */
export function roomOf(level: Level, vertex: number): number {
  return placesOf(level).room[vertex] ?? -1;
}

/** The vertex rows at a place, of all rooms or of one. */
export function verticesAt(level: Level, point: Point, room = -1): number[] {
  const found = placesOf(level).at(point);
  return room < 0 ? found : found.filter((row) => roomOf(level, row) === room);
}

/** The vertices with all that are at their places: in their rooms, and in those `beside` them if wanted. */
export function weldGroup(level: Level, vertices: Iterable<number>, beside: boolean): Set<number> {
  const group = new Set<number>();
  for (const vertex of vertices) {
    group.add(vertex);
    const room = roomOf(level, vertex);
    for (const other of verticesAt(level, vertexAt(level, vertex))) {
      if (beside || roomOf(level, other) === room) group.add(other);
    }
  }
  return group;
}

/** Rows of vertices by room, ascending; those of no room are left out. */
export function verticesByRoom(level: Level, vertices: Iterable<number>): Map<number, number[]> {
  const rooms = new Map<number, number[]>();
  for (const vertex of [...vertices].sort((a, b) => a - b)) {
    const room = roomOf(level, vertex);
    if (room >= 0) rooms.set(room, [...(rooms.get(room) ?? []), vertex]);
  }
  return rooms;
}

/** The edges of other rooms that lie on an edge, end to end; the other way round mostly. */
export function edgesBeside(level: Level, edge: number): number[] {
  const row = Math.floor(edge / 3);
  const [a, b] = [level.faces[edge], level.faces[3 * row + ((edge + 1) % 3)]];
  const room = roomOf(level, a);
  const starts = new Set(verticesAt(level, vertexAt(level, a)).filter((one) => roomOf(level, one) !== room));
  const ends = new Set(verticesAt(level, vertexAt(level, b)).filter((one) => roomOf(level, one) !== room));
  if (!starts.size || !ends.size) return [];
  const found: number[] = [];
  for (let other = 0; other < 3 * level.roomFaces; other++) {
    const [c, d] = [level.faces[other], level.faces[3 * Math.floor(other / 3) + ((other + 1) % 3)]];
    if ((starts.has(d) && ends.has(c)) || (starts.has(c) && ends.has(d))) found.push(other);
  }
  return found;
}

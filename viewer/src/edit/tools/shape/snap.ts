/** What a dragged corner snaps to: corners and rims of the floor, of its own room and of others. */

import type { Level, Point } from "../../../model/scene.ts";
import { isBoundary } from "../../pick.ts";
import { vertexAt } from "../../places.ts";
import { endsOfEdge } from "./extruded.ts";
import { roomOf } from "./groups.ts";

export interface SnapChoices {
  vertices: boolean;
  edges: boolean;
  rooms: boolean;
  model: boolean;
}

export interface Snap {
  kind: "vertex" | "edge";
  /** Where to. */
  point: Point;
  room: number;
  /** The vertex row, or the edge. */
  item: number;
}

/** Pixels of a place, and whether it is in front of the camera. */
export type Project = (point: Point) => { x: number; y: number; shown: boolean };

/** Pixels within which a corner, or an edge, is snapped to. */
const TO_VERTEX = 13;
const TO_EDGE = 9;

export interface Moving {
  /** The rooms of what is dragged: the rest are other rooms. */
  rooms: ReadonlySet<number>;
  vertices: ReadonlySet<number>;
  /** Faces that follow: their sides are no goals. */
  rows: ReadonlySet<number>;
}

/** The goals as they are seen when a drag begins; the camera stands still while one drags. */
export class SnapGoals {
  private readonly vertices: number[] = [];
  private readonly edges: number[] = [];
  /** Two pixels a vertex, four an edge; NaN where it is behind the camera. */
  private readonly at: Float32Array;
  private readonly along: Float32Array;

  constructor(
    private readonly level: Level,
    private readonly project: Project,
    private readonly moving: Moving,
    private readonly seen: (point: Point) => boolean = () => true,
  ) {
    const used = new Uint8Array(level.vertices.length / 3);
    for (let i = 0; i < 3 * level.roomFaces; i++) used[level.faces[i]] = 1;
    for (let vertex = 0; vertex < used.length; vertex++) if (used[vertex] && !moving.vertices.has(vertex)) this.vertices.push(vertex);
    for (let edge = 0; edge < 3 * level.roomFaces; edge++) {
      if (!moving.rows.has(Math.floor(edge / 3)) && isBoundary(level, edge)) this.edges.push(edge);
    }
    this.at = new Float32Array(this.vertices.flatMap((vertex) => this.pixel(vertexAt(level, vertex))));
    this.along = new Float32Array(this.edges.flatMap((edge) => endsOfEdge(level, edge).flatMap((end) => this.pixel(end))));
  }

  private pixel(point: Point): [number, number] {
    const { x, y, shown } = this.project(point);
    return shown ? [x, y] : [NaN, NaN];
  }

  /** The goal nearest to a place as it is seen; null for none near enough. Corners go before edges. */
  nearest(place: Point, choices: SnapChoices): { snap: Snap; far: number } | null {
    const { x, y, shown } = this.project(place);
    if (!shown) return null;
    return this.nearestVertex(x, y, choices) ?? this.nearestEdge(x, y, choices);
  }

  private wanted(room: number, own: boolean, choices: SnapChoices): boolean {
    return this.moving.rooms.has(room) ? own : choices.rooms;
  }

  private nearestVertex(x: number, y: number, choices: SnapChoices): { snap: Snap; far: number } | null {
    const near: { vertex: number; far: number }[] = [];
    this.vertices.forEach((vertex, i) => {
      const far = Math.hypot(this.at[2 * i] - x, this.at[2 * i + 1] - y);
      if (far <= TO_VERTEX && this.wanted(roomOf(this.level, vertex), choices.vertices, choices)) near.push({ vertex, far });
    });
    near.sort((a, b) => a.far - b.far);
    for (const { vertex, far } of near) {
      const point = vertexAt(this.level, vertex);
      if (this.seen(point)) return { snap: { kind: "vertex", point, room: roomOf(this.level, vertex), item: vertex }, far };
    }
    return null;
  }

  private nearestEdge(x: number, y: number, choices: SnapChoices): { snap: Snap; far: number } | null {
    const near: { edge: number; far: number; part: number }[] = [];
    this.edges.forEach((edge, i) => {
      const [ax, ay, bx, by] = this.along.subarray(4 * i, 4 * i + 4);
      const part = partAlong(x, y, ax, ay, bx, by);
      const far = Math.hypot(ax + part * (bx - ax) - x, ay + part * (by - ay) - y);
      if (far <= TO_EDGE && this.wanted(this.roomOfEdge(edge), choices.edges, choices)) near.push({ edge, far, part });
    });
    near.sort((a, b) => a.far - b.far);
    for (const { edge, far, part } of near) {
      const [a, b] = endsOfEdge(this.level, edge);
      const point = between(a, b, partOfWay(this.project, a, b, part));
      if (this.seen(point)) return { snap: { kind: "edge", point, room: this.roomOfEdge(edge), item: edge }, far };
    }
    return null;
  }

  private roomOfEdge(edge: number): number {
    return this.level.faceRoom[Math.floor(edge / 3)];
  }
}

/** The part of the way from a to b that is nearest to a pixel, 0 to 1. */
function partAlong(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  return length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
}

/**
 * The part of the way between two places that is seen `part` of their way in pixels: what is
 * farther away looks shorter.
 */
export function partOfWay(project: Project, a: Point, b: Point, part: number): number {
  const [from, to] = [project(a), project(b)];
  let [low, high] = [0, 1];
  for (let i = 0; i < 30; i++) {
    const half = (low + high) / 2;
    const { x, y } = project(between(a, b, half));
    if (partAlong(x, y, from.x, from.y, to.x, to.y) < part) low = half;
    else high = half;
  }
  return part <= 0 ? 0 : part >= 1 ? 1 : (low + high) / 2;
}

/** The place on the way between two places that is nearest to a pixel, as part of the way. */
export function partAtPixel(project: Project, a: Point, b: Point, x: number, y: number): number {
  const [from, to] = [project(a), project(b)];
  return partOfWay(project, a, b, partAlong(x, y, from.x, from.y, to.x, to.y));
}

export function between(a: Point, b: Point, part: number): Point {
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2])];
}

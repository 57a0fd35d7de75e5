/** The shape of a room as a ghost of it is drawn, moved and turned. */

import { edgesAround, edgeSegments } from "../../draw/lines.ts";
import { isWalkable, type Level, type Point } from "../../model/scene.ts";
import { rowsOfRoom } from "../selection.ts";

export interface RoomShape {
  /** Nine numbers a face of the floor. */
  triangles: Float32Array;
  /** Six numbers an edge at which the floor ends. */
  lines: Float32Array;
}

export function shapeOfRoom(level: Level, room: number): RoomShape {
  const rows = rowsOfRoom(level, room);
  const floor = rows.filter((row) => isWalkable(level, row));
  const drawn = floor.length ? floor : rows;
  const triangles = new Float32Array(9 * drawn.length);
  drawn.forEach((row, i) => {
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * level.faces[3 * row + corner];
      triangles.set(level.vertices.subarray(at, at + 3), 9 * i + 3 * corner);
    }
  });
  return { triangles, lines: edgeSegments(level, edgesAround(level, room)) };
}

/** Points (three numbers each) turned counter-clockwise about a place, then moved. */
export function movedPoints(points: ArrayLike<number>, offset: Point, degrees = 0, about: Point = [0, 0, 0]): Float32Array {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const moved = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y] = [points[i] - about[0], points[i + 1] - about[1]];
    moved[i] = about[0] + cos * x - sin * y + offset[0];
    moved[i + 1] = about[1] + sin * x + cos * y + offset[1];
    moved[i + 2] = points[i + 2] + offset[2];
  }
  return moved;
}

export function movedShape(shape: RoomShape, offset: Point, degrees = 0, about: Point = [0, 0, 0]): RoomShape {
  return {
    triangles: movedPoints(shape.triangles, offset, degrees, about),
    lines: movedPoints(shape.lines, offset, degrees, about),
  };
}

/** The middle of the box around a shape, at its lowest height. */
export function footOf(shape: RoomShape): Point {
  const points = shape.triangles.length ? shape.triangles : shape.lines;
  if (!points.length) return [0, 0, 0];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]];
}

/** A way to the millimetre: what is dragged by hand is no more exact. */
export function inMillimetres(way: Point): Point {
  return way.map((value) => Math.round(value * 1000) / 1000 + 0) as unknown as Point;
}

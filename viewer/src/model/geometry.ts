/** What faces measure: normals, slopes, areas, middles. */

import type { Level, Point } from "./scene.ts";
import { corner } from "./scene.ts";

export interface Shapes {
  /** (3 a face) unit length; (0, 0, 1) for faces without area. */
  normals: Float32Array;
  /** Degrees from level ground, 0 to 180: above 90 the face points down. */
  slopes: Float32Array;
  /** Square metres. */
  areas: Float32Array;
}

/** Normals, slopes and areas of every face row. */
export function measureFaces(level: Level): Shapes {
  const count = level.faces.length / 3;
  const normals = new Float32Array(3 * count);
  const slopes = new Float32Array(count);
  const areas = new Float32Array(count);
  const { vertices, faces } = level;
  for (let row = 0; row < count; row++) {
    const a = 3 * faces[3 * row];
    const b = 3 * faces[3 * row + 1];
    const c = 3 * faces[3 * row + 2];
    const ux = vertices[b] - vertices[a];
    const uy = vertices[b + 1] - vertices[a + 1];
    const uz = vertices[b + 2] - vertices[a + 2];
    const vx = vertices[c] - vertices[a];
    const vy = vertices[c + 1] - vertices[a + 1];
    const vz = vertices[c + 2] - vertices[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.hypot(nx, ny, nz);
    const scale = length > 0 && Number.isFinite(length) ? 1 / length : 0;
    normals[3 * row] = nx * scale;
    normals[3 * row + 1] = ny * scale;
    normals[3 * row + 2] = scale ? nz * scale : 1;
    slopes[row] = (Math.acos(Math.max(-1, Math.min(1, normals[3 * row + 2]))) * 180) / Math.PI;
    areas[row] = length / 2;
  }
  return { normals, slopes, areas };
}

/** The middle of a face row. */
export function middle(level: Level, row: number): Point {
  const [a, b, c] = [0, 1, 2].map((number) => corner(level, row, number)) as [Point, Point, Point];
  return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
}

export interface Ball {
  center: Point;
  radius: number;
}

/** A ball around points, or null without any. Not the smallest one, but close. */
export function ballAround(points: Iterable<Point>): Ball | null {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], point[axis]);
      high[axis] = Math.max(high[axis], point[axis]);
    }
  }
  if (!(low[0] <= high[0])) return null;
  return {
    center: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2],
    radius: Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2,
  };
}

/** A ball around the vertices of rows first … first+count-1. */
export function ballAroundVertices(level: Level, first: number, count: number): Ball | null {
  function* points(): Generator<Point> {
    for (let row = first; row < first + count; row++) {
      const at = 3 * row;
      yield [level.vertices[at], level.vertices[at + 1], level.vertices[at + 2]];
    }
  }
  return ballAround(points());
}

/** The length of a line through points, metres. */
export function lengthOf(points: readonly Point[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    length += Math.hypot(
      points[i][0] - points[i - 1][0],
      points[i][1] - points[i - 1][1],
      points[i][2] - points[i - 1][2],
    );
  }
  return length;
}

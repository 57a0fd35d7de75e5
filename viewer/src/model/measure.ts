/** What lies between points: distances, heights, slopes, and the area that they enclose. */

import type { Point } from "./scene.ts";

/** From one point to the next, metres. */
export interface Leg {
  straight: number;
  /** As seen from above. */
  plan: number;
  /** How much higher the second point is. */
  rise: number;
  /** Degrees from level ground, upwards above 0; NaN between two points at one place. */
  slope: number;
}

export interface Measured {
  legs: Leg[];
  /** All legs together; `rise` is from the first point to the last. */
  sum: Leg;
  /** Square metres in the plan; null below three points and where the outline crosses itself. */
  area: number | null;
  crosses: boolean;
}

export function legBetween(a: Point, b: Point): Leg {
  const [dx, dy, rise] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const plan = Math.hypot(dx, dy);
  return { straight: Math.hypot(plan, rise), plan, rise, slope: slopeOf(rise, plan) };
}

export function measurePoints(points: readonly Point[]): Measured {
  const legs = points.slice(1).map((point, i) => legBetween(points[i], point));
  const total = (part: "straight" | "plan" | "rise"): number => legs.reduce((sum, leg) => sum + leg[part], 0);
  const [straight, plan, rise] = [total("straight"), total("plan"), total("rise")];
  const crosses = points.length > 3 && crossesItself(points);
  return {
    legs,
    sum: { straight, plan, rise, slope: slopeOf(rise, plan) },
    area: points.length > 2 && !crosses ? Math.abs(signedArea(points)) : null,
    crosses,
  };
}

function slopeOf(rise: number, plan: number): number {
  return rise || plan ? (Math.atan2(rise, plan) * 180) / Math.PI : NaN;
}

/** The shoelace formula, counted from the first point so that places far out lose no digits. */
function signedArea(points: readonly Point[]): number {
  const [x, y] = points[0];
  let twice = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    const [a, b] = [points[i], points[i + 1]];
    twice += (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y);
  }
  return twice / 2;
}

/** Whether two sides of the closed outline cross in the plan. */
function crossesItself(points: readonly Point[]): boolean {
  const { length } = points;
  for (let i = 0; i < length; i++) {
    for (let j = i + 2; j < length; j++) {
      if (i === 0 && j === length - 1) continue; // these two meet at the first point
      if (cross(points[i], points[i + 1], points[j], points[(j + 1) % length])) return true;
    }
  }
  return false;
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function side(a: Point, b: Point, c: Point): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

/** The name of a measured point: A to Z, then 27 and so on. */
export function nameOfPoint(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}

/** The point of a line from `a` to `b` that is nearest to a ray. */
export function nearestOnLine(a: Point, b: Point, origin: Point, direction: Point): Point {
  const dot = (u: readonly number[], v: readonly number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const along = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const apart = [a[0] - origin[0], a[1] - origin[1], a[2] - origin[2]];
  const [long, mixed, ray] = [dot(along, along), dot(along, direction), dot(direction, direction)];
  const flat = long * ray - mixed * mixed;
  // A line along the ray is seen as one point: any part of it will do.
  const part = flat > 1e-12 * long * ray ? (mixed * dot(direction, apart) - ray * dot(along, apart)) / flat : 0;
  const t = Math.max(0, Math.min(1, part));
  return [a[0] + t * along[0], a[1] + t * along[1], a[2] + t * along[2]];
}

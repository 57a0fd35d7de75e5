/** Where a camera must stand so that everything is in the picture. */

import { Vector3 } from "three";
import type { Ball } from "../model/geometry.ts";
import type { Point } from "../model/scene.ts";

/** The camera's field of view from bottom to top, degrees. */
export const FIELD = 45;
/** The tangent of half of it. */
export const HALF_FIELD = Math.tan((FIELD * Math.PI) / 360);
/** The part of the picture's width and height that is used. */
const USED = 0.88;
/** Between things and a card, in halves of the picture. */
const GAP = 0.03;
/** The same, in pixels. */
const BESIDE = 10;
/** Steps towards the middle of what is seen; each leaves a small part of what the one before it left. */
const NEARER = 4;
/** Places tried between where something was put and the middle of the picture. */
const STEPS = 12;

/** A part of the picture, in halves of it from the middle: the whole is -1 to 1. */
export interface Part {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export const WHOLE: Part = { left: -USED, right: USED, bottom: -USED, top: USED };

/** A box on the picture, pixels from its top left corner. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Framed {
  target: Vector3;
  /** Metres that the picture is high at the target. */
  height: number;
}

/** What to show: points (3 each) and a ball; points outside of twice the ball are left out. */
export interface Shown {
  points: Float32Array;
  ball: Ball;
}

/** The axes of a picture looked at from `offset`: to the right, up, and back to the camera. */
function axesOf(offset: Vector3): { right: Vector3; up: Vector3; back: Vector3 } {
  const back = offset.clone().normalize();
  const right = new Vector3(0, 0, 1).cross(back);
  if (right.lengthSq() < 1e-9) right.set(1, 0, 0);
  right.normalize();
  return { right, up: back.clone().cross(right), back };
}

/**
 * The target and height for a camera that looks from `offset`, so that all is inside `part`; the
 * picture shows `least` metres from bottom to top, or as many more as it must.
 * A stray vertex far away must not make all else tiny: it is left out.
 */
export function frame(shown: Shown, offset: Vector3, aspect: number, flat: boolean, part: Part = WHOLE, least = 0): Framed {
  const { points, ball } = shown;
  const { right, up, back } = axesOf(offset);
  const center = new Vector3(...ball.center);
  // Half the picture's width and height a metre of distance; without perspective, of half the height.
  const wide = (flat ? 1 : HALF_FIELD) * aspect;
  const tall = flat ? 1 : HALF_FIELD;
  const slopes = [wide * part.right, -wide * part.left, tall * part.top, -tall * part.bottom];
  const most = [0, 0, 0, 0].fill(-Infinity);
  const seen: number[] = [];
  const point = new Vector3();
  for (let i = 0; i < points.length; i += 3) {
    point.set(points[i], points[i + 1], points[i + 2]).sub(center);
    if (!(point.lengthSq() <= (2 * ball.radius) ** 2)) continue;
    const [x, y, z] = [point.dot(right), point.dot(up), flat ? 0 : point.dot(back)];
    seen.push(x, y, z);
    most[0] = Math.max(most[0], x + slopes[0] * z);
    most[1] = Math.max(most[1], -x + slopes[1] * z);
    most[2] = Math.max(most[2], y + slopes[2] * z);
    most[3] = Math.max(most[3], -y + slopes[3] * z);
  }
  if (most[0] === -Infinity) return { target: center, height: 2 * ball.radius };
  const needed = Math.max((most[0] + most[1]) / (slopes[0] + slopes[1]), (most[2] + most[3]) / (slopes[2] + slopes[3]));
  const distance = Math.max(needed, least / 2 / tall);
  let aside = (most[0] - most[1] - (slopes[0] - slopes[1]) * distance) / 2;
  let above = (most[2] - most[3] - (slopes[2] - slopes[3]) * distance) / 2;
  // Where there is more room than needed, what is near has more of it than what is far: equal it out.
  for (let step = 0; step < (flat ? 0 : NEARER); step++) {
    const [x, y] = middleOf(seen, aside, above, distance);
    aside += (x - (wide * (part.right + part.left)) / 2) * distance;
    above += (y - (tall * (part.top + part.bottom)) / 2) * distance;
  }
  const target = center.clone().addScaledVector(right, aside).addScaledVector(up, above);
  return { target, height: 2 * distance * tall };
}

/** The middle of what points (3 each: right, up, back) take on the picture, in metres a metre of distance. */
function middleOf(seen: readonly number[], aside: number, above: number, distance: number): [number, number] {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < seen.length; i += 3) {
    const depth = distance - seen[i + 2];
    const [x, y] = [(seen[i] - aside) / depth, (seen[i + 1] - above) / depth];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return [(left + right) / 2, (bottom + top) / 2];
}

/** Whether a point of what is shown comes to lie behind one of the boxes. */
function isCovered(shown: Shown, offset: Vector3, size: Size, flat: boolean, framed: Framed, boxes: readonly Box[]): boolean {
  const { right, up, back } = axesOf(offset);
  const distance = framed.height / 2 / (flat ? 1 : HALF_FIELD);
  const point = new Vector3();
  for (let i = 0; i < shown.points.length; i += 3) {
    point.set(shown.points[i], shown.points[i + 1], shown.points[i + 2]).sub(framed.target);
    const half = flat ? framed.height / 2 : (distance - point.dot(back)) * HALF_FIELD;
    const x = size.width / 2 + ((point.dot(right) / half) * size.height) / 2;
    const y = size.height / 2 - ((point.dot(up) / half) * size.height) / 2;
    if (boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom)) return true;
  }
  return false;
}

export interface Size {
  width: number;
  height: number;
}

/** The parts of a picture that boxes at its rims leave free: beside or below and above each of them. */
export function freeParts(boxes: readonly Box[], { width, height }: Size): Part[] {
  let parts: Part[] = [WHOLE];
  for (const box of boxes) {
    const [left, right] = [(2 * box.left) / width - 1, (2 * box.right) / width - 1];
    const [top, bottom] = [1 - (2 * box.top) / height, 1 - (2 * box.bottom) / height];
    parts = parts.flatMap((part) => {
      if (part.right < left || part.left > right || part.top < bottom || part.bottom > top) return [part];
      return [
        { ...part, left: Math.max(part.left, right + GAP) },
        { ...part, right: Math.min(part.right, left - GAP) },
        { ...part, bottom: Math.max(part.bottom, top + GAP) },
        { ...part, top: Math.min(part.top, bottom - GAP) },
      ];
    });
    parts = parts.filter((part) => part.right - part.left > 0.3 && part.top - part.bottom > 0.3);
  }
  return parts.length ? parts : [WHOLE];
}

/** The largest of some parts. */
export function largestPart(parts: readonly Part[]): Part {
  const area = (part: Part): number => (part.right - part.left) * (part.top - part.bottom);
  return parts.reduce((best, one) => (area(one) > area(best) ? one : best));
}

/** Of several looks the one that shows most: all of it, and nothing of it behind a box. */
export function frameBest(
  shown: Shown,
  looks: readonly Vector3[],
  size: Size,
  flat: boolean,
  boxes: readonly Box[],
): Framed & { offset: Vector3 } {
  const aspect = size.width / size.height;
  const few = { ...shown, points: thinned(shown.points) };
  const parts = freeParts(boxes, size);
  let best: { height: number; offset: Vector3; part: Part } | null = null;
  for (const offset of looks) {
    const whole = frame(few, offset, aspect, flat);
    const free = !isCovered(few, offset, size, flat, whole, boxes);
    for (const part of free ? [WHOLE] : parts) {
      const { height } = part === WHOLE ? whole : frame(few, offset, aspect, flat, part);
      if (!best || height < best.height) best = { height, offset, part };
    }
  }
  const { offset, part } = best ?? { offset: new Vector3(0, 0, 1), part: WHOLE };
  const framed = frame(shown, offset, aspect, flat, part);
  const target = part === WHOLE ? framed.target : nearMiddle(shown, few, offset, size, flat, framed, boxes);
  return { ...framed, target, offset: offset.clone() };
}

/** What is beside a box comes as near to the middle of the picture as it can without going behind the box. */
function nearMiddle(shown: Shown, few: Shown, offset: Vector3, size: Size, flat: boolean, framed: Framed, boxes: readonly Box[]): Vector3 {
  const middle = frame(shown, offset, size.width / size.height, flat, WHOLE, framed.height).target;
  const wider = boxes.map(({ left, top, right, bottom }) => ({ left: left - BESIDE, top: top - BESIDE, right: right + BESIDE, bottom: bottom + BESIDE }));
  let target = framed.target;
  for (let step = 1; step <= STEPS; step++) {
    const nearer = framed.target.clone().lerp(middle, step / STEPS);
    if (isCovered(few, offset, size, flat, { ...framed, target: nearer }, wider)) break;
    target = nearer;
  }
  return target;
}

/** All points in the largest part that boxes leave free, `least` metres from bottom to top or more. */
export function frameBeside(
  points: readonly Point[],
  offset: Vector3,
  size: Size,
  flat: boolean,
  boxes: readonly Box[],
  least: number,
): Framed {
  const places = points.map((point) => new Vector3(...point));
  const center = places.reduce((sum, place) => sum.add(place), new Vector3()).divideScalar(places.length);
  const radius = 1 + Math.max(...places.map((place) => center.distanceTo(place)));
  const ball = { center: center.toArray() as unknown as Point, radius };
  const shown = { points: Float32Array.from(points.flat()), ball };
  const part = largestPart(freeParts(boxes, size));
  return frame(shown, offset, size.width / size.height, flat, part, least);
}

/** Some thousand of the points: enough to choose by. */
function thinned(points: Float32Array): Float32Array {
  const count = points.length / 3;
  const step = Math.ceil(count / 3000);
  if (step <= 1) return points;
  return Float32Array.from({ length: 3 * Math.floor(count / step) }, (_, i) => points[3 * step * Math.floor(i / 3) + (i % 3)]);
}

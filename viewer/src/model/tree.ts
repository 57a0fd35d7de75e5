/** A box tree over the faces, for rays: clicks, sight, the floor below a point. */

import type { Level, Point } from "./scene.ts";

const LEAF = 6;
const DEEPEST = 64;

export interface Hit {
  row: number;
  /** In lengths of the ray's direction. */
  distance: number;
  point: Point;
}

export class FaceTree {
  private readonly order: Uint32Array;
  /** Six numbers a node: smallest corner, largest corner. */
  private boxes: Float32Array;
  /** Leaf: first place in `order`. Inner node: its right child; the left one follows it. */
  private starts: Int32Array;
  /** Leaf: how many faces. Inner node: 0. */
  private counts: Int32Array;
  private nodes = 0;
  private readonly middles: Float32Array;

  constructor(private readonly level: Level) {
    const count = level.faces.length / 3;
    this.order = Uint32Array.from({ length: count }, (_, row) => row);
    this.middles = middlesOf(level);
    const most = Math.max(1, 2 * count);
    this.boxes = new Float32Array(6 * most);
    this.starts = new Int32Array(most);
    this.counts = new Int32Array(most);
    if (count) this.build(0, count, 0);
  }

  /** The nearest face that `accept` takes, between `from` and `to` along the ray, or null. */
  cast(
    origin: Point,
    direction: Point,
    accept: (row: number) => boolean,
    from = 0,
    to = Infinity,
  ): Hit | null {
    if (!this.nodes) return null;
    const inverse = direction.map((part) => 1 / (part === 0 ? 1e-30 : part));
    const waiting = [0];
    let nearest = to;
    let found = -1;
    while (waiting.length) {
      const node = waiting.pop() as number;
      if (!this.meets(node, origin, inverse, from, nearest)) continue;
      if (this.counts[node] === 0) {
        waiting.push(this.starts[node], node + 1);
        continue;
      }
      for (let i = this.starts[node]; i < this.starts[node] + this.counts[node]; i++) {
        const row = this.order[i];
        const distance = meetFace(this.level, row, origin, direction);
        if (distance >= from && distance < nearest && accept(row)) {
          nearest = distance;
          found = row;
        }
      }
    }
    if (found < 0) return null;
    const point = origin.map((part, axis) => part + nearest * direction[axis]);
    return { row: found, distance: nearest, point: point as unknown as Point };
  }

  private meets(node: number, origin: Point, inverse: number[], from: number, to: number): boolean {
    let near = from;
    let far = to;
    for (let axis = 0; axis < 3; axis++) {
      // A flat floor has a box without height: a little air keeps rounding from missing it.
      const low = (this.boxes[6 * node + axis] - 1e-4 - origin[axis]) * inverse[axis];
      const high = (this.boxes[6 * node + 3 + axis] + 1e-4 - origin[axis]) * inverse[axis];
      near = Math.max(near, Math.min(low, high));
      far = Math.min(far, Math.max(low, high));
    }
    return near <= far;
  }

  private build(first: number, end: number, depth: number): void {
    const node = this.nodes++;
    this.fillBox(node, first, end);
    if (end - first <= LEAF || depth >= DEEPEST) {
      this.starts[node] = first;
      this.counts[node] = end - first;
      return;
    }
    const split = this.split(first, end);
    this.build(first, split, depth + 1);
    this.starts[node] = this.nodes;
    this.build(split, end, depth + 1);
  }

  /** Sorts order[first:end] into two halves in space; in number where space does not part them. */
  private split(first: number, end: number): number {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = first; i < end; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = this.middles[3 * this.order[i] + axis];
        low[axis] = Math.min(low[axis], value);
        high[axis] = Math.max(high[axis], value);
      }
    }
    const sizes = high.map((value, axis) => value - low[axis]);
    const axis = sizes.indexOf(Math.max(...sizes));
    const middle = (low[axis] + high[axis]) / 2;
    let left = first;
    for (let i = first; i < end; i++) {
      const row = this.order[i];
      if (this.middles[3 * row + axis] < middle) {
        this.order[i] = this.order[left];
        this.order[left++] = row;
      }
    }
    return left > first && left < end ? left : (first + end) >> 1;
  }

  private fillBox(node: number, first: number, end: number): void {
    const { vertices, faces } = this.level;
    const box = this.boxes.subarray(6 * node, 6 * node + 6);
    box.fill(Infinity, 0, 3);
    box.fill(-Infinity, 3, 6);
    for (let i = first; i < end; i++) {
      for (let number = 0; number < 3; number++) {
        const at = 3 * faces[3 * this.order[i] + number];
        for (let axis = 0; axis < 3; axis++) {
          const value = vertices[at + axis];
          if (value < box[axis]) box[axis] = value;
          if (value > box[3 + axis]) box[3 + axis] = value;
        }
      }
    }
  }
}

function middlesOf(level: Level): Float32Array {
  const { vertices, faces } = level;
  const middles = new Float32Array(faces.length);
  for (let i = 0; i < faces.length; i++) {
    const at = i - (i % 3);
    middles[i] =
      (vertices[3 * faces[at] + (i % 3)] +
        vertices[3 * faces[at + 1] + (i % 3)] +
        vertices[3 * faces[at + 2] + (i % 3)]) /
      3;
  }
  return middles;
}

/** Where a ray meets a face row, from either side, in lengths of its direction; NaN if not. */
export function meetFace(level: Level, row: number, origin: Point, direction: Point): number {
  const { vertices, faces } = level;
  const a = 3 * faces[3 * row];
  const b = 3 * faces[3 * row + 1];
  const c = 3 * faces[3 * row + 2];
  const ux = vertices[b] - vertices[a];
  const uy = vertices[b + 1] - vertices[a + 1];
  const uz = vertices[b + 2] - vertices[a + 2];
  const vx = vertices[c] - vertices[a];
  const vy = vertices[c + 1] - vertices[a + 1];
  const vz = vertices[c + 2] - vertices[a + 2];
  const px = direction[1] * vz - direction[2] * vy;
  const py = direction[2] * vx - direction[0] * vz;
  const pz = direction[0] * vy - direction[1] * vx;
  const determinant = ux * px + uy * py + uz * pz;
  if (determinant === 0) return NaN;
  const sx = origin[0] - vertices[a];
  const sy = origin[1] - vertices[a + 1];
  const sz = origin[2] - vertices[a + 2];
  const u = (sx * px + sy * py + sz * pz) / determinant;
  const qx = sy * uz - sz * uy;
  const qy = sz * ux - sx * uz;
  const qz = sx * uy - sy * ux;
  const v = (direction[0] * qx + direction[1] * qy + direction[2] * qz) / determinant;
  // A hair over the edge counts, so that a ray along a seam does not slip through.
  if (!(u >= -1e-7 && v >= -1e-7 && u + v <= 1 + 1e-7)) return NaN;
  return (vx * qx + vy * qy + vz * qz) / determinant;
}

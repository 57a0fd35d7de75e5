/**
 * A body on the floor: its middle walks like a point (`Feet`), and is then moved away from walls
 * that are nearer than its radius, as far as there is room. So it never leaves the floor, and goes
 * through what is narrower than it is.
 */

import type { Level } from "../model/scene.ts";
import { Feet, type Stopper } from "./step.ts";

/** Metres: as the game has it for people. */
export const RADIUS = 0.35;
const PUSHES = 4;
const LEAST = 1e-4;
/** Part of a step that must be made, or one is told what is in the way. */
const HINDERED = 0.4;

export class Body {
  readonly feet: Feet;
  /** What was in the way of the last step; null if nothing took much of it. */
  stop: Stopper | null = null;
  // The nearest wall: how far away it is, from where, and what it is.
  private gap = Infinity;
  private fromX = 0;
  private fromY = 0;
  private kind = 0;
  private number = -1;
  private readonly seen: Int32Array;
  private turn = 0;
  private readonly cells: number[] = [];

  constructor(level: Level, doorStates: readonly number[], readonly radius = RADIUS) {
    this.feet = new Feet(level, doorStates);
    this.seen = new Int32Array(level.roomFaces);
  }

  /** A step by (dx, dy), metres: short ones, so that no wall is within it. */
  step(dx: number, dy: number): void {
    const { feet } = this;
    const length = Math.hypot(dx, dy);
    this.stop = null;
    if (!(length > 0)) return;
    const [x, y] = [feet.x, feet.y];
    const [alongX, alongY] = [dx / length, dy / length];
    const reached = feet.slide(x + dx, y + dy);
    let [kind, number] = reached ? [0, -1] : [feet.met, feet.metNumber];
    const open = this.isOpen(alongX, alongY);
    for (let i = 0; i < PUSHES && this.measure() < this.radius - LEAST; i++) {
      [kind, number] = [this.kind, this.number];
      if (!this.push(alongX, alongY, open)) break;
    }
    const made = (feet.x - x) * alongX + (feet.y - y) * alongY;
    if (kind && made < HINDERED * length) this.stop = feet.describe(kind, number);
  }

  /** Metres to the nearest wall, this radius at most. */
  get clearance(): number {
    return Math.min(this.measure(), this.radius);
  }

  /** Whether the way straight ahead is free, so that walls nearby are at the sides. */
  private isOpen(alongX: number, alongY: number): boolean {
    const { feet } = this;
    const { row, x, y } = feet;
    const ahead = 2 * this.radius;
    const free = feet.straight(x + ahead * alongX, y + ahead * alongY);
    feet.put(row, x, y);
    return free;
  }

  /** Moves away from the nearest wall, if that leaves more room; where the way is open, never back. */
  private push(alongX: number, alongY: number, open: boolean): boolean {
    const { feet, gap } = this;
    const { row, x, y } = feet;
    let [outX, outY] = [this.fromX, this.fromY];
    const back = outX * alongX + outY * alongY;
    if (open && back < 0) {
      outX -= back * alongX;
      outY -= back * alongY;
    }
    let by = this.radius - gap;
    if (by * Math.hypot(outX, outY) < LEAST) return false;
    for (let tries = 0; tries < 3; tries++, by /= 2) {
      feet.straight(x + by * outX, y + by * outY);
      if (this.measure() > gap + LEAST / 10) return true;
      feet.put(row, x, y);
    }
    return false;
  }

  /** Finds the nearest wall or thing within the radius: its distance, or infinity. */
  private measure(): number {
    const { feet, cells, seen } = this;
    const { plan, furniture } = feet;
    this.gap = Infinity;
    this.turn++;
    cells.length = 0;
    cells.push(feet.row);
    seen[feet.row] = this.turn;
    for (let i = 0; i < cells.length; i++) {
      const row = cells[i];
      for (let w = plan.wallStarts[row]; w < plan.wallStarts[row + 1]; w++) this.near(plan.walls, 4 * w, 4 * w + 2, 1, w);
      for (let p = plan.starts[row]; p < plan.starts[row + 1]; p++) {
        if (furniture.shut[p] >= 0) this.near(plan.gates, 4 * p, 4 * p + 2, 2, p);
        else if (seen[plan.to[p]] !== this.turn && distance(plan.gates, 4 * p, 4 * p + 2, feet.x, feet.y) < this.radius) {
          seen[plan.to[p]] = this.turn;
          cells.push(plan.to[p]);
        }
      }
    }
    this.measureThings();
    return this.gap;
  }

  private measureThings(): void {
    const { obstacles } = this.feet.furniture;
    const { x, y } = this.feet;
    let z = NaN;
    for (let i = 0; i < obstacles.length; i++) {
      const { box, ring, low, high } = obstacles[i];
      const reach = this.radius;
      if (x < box[0] - reach || y < box[1] - reach || x > box[2] + reach || y > box[3] + reach) continue;
      if (Number.isNaN(z)) z = this.feet.z;
      if (z < low || z > high || isInside(ring, x, y)) continue;
      for (let at = 0; at < ring.length; at += 2) this.near(ring, (at + 2) % ring.length, at, 3, i);
    }
  }

  /** Takes the side from `a` to `b`, with the floor on its left, if it is the nearest so far. */
  private near(sides: Float64Array, a: number, b: number, kind: number, number: number): void {
    const { x, y } = this.feet;
    const away = distance(sides, a, b, x, y);
    if (away >= this.gap || away >= this.radius) return;
    this.gap = away;
    this.kind = kind;
    this.number = number;
    const dx = sides[b] - sides[a];
    const dy = sides[b + 1] - sides[a + 1];
    const size = Math.max(Math.hypot(dx, dy), 1e-300);
    // On the wall itself the way from it is across it.
    this.fromX = away > 1e-6 ? offX / away : -dy / size;
    this.fromY = away > 1e-6 ? offY / away : dx / size;
  }
}

/** From the nearest place of the side that `distance` looked at to the point. */
let offX = 0;
let offY = 0;

function distance(sides: Float64Array, a: number, b: number, x: number, y: number): number {
  const dx = sides[b] - sides[a];
  const dy = sides[b + 1] - sides[a + 1];
  const square = dx * dx + dy * dy;
  const along = (x - sides[a]) * dx + (y - sides[a + 1]) * dy;
  const part = square > 0 ? Math.min(Math.max(along / square, 0), 1) : 0;
  offX = x - sides[a] - dx * part;
  offY = y - sides[a + 1] - dy * part;
  return Math.hypot(offX, offY);
}

/** Whether a point is well inside of an outline: a door was closed on it. */
function isInside(ring: Float64Array, x: number, y: number): boolean {
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    const turn = (ring[next] - ring[at]) * (y - ring[at + 1]) - (ring[next + 1] - ring[at + 1]) * (x - ring[at]);
    if (turn <= 1e-6) return false;
  }
  return true;
}

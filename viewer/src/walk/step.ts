/**
 * One step over the floor: straight ahead from face to face, and along walls where they are in the
 * way. The same as `Navigator.move` in Python, to which a test compares it.
 */

import type { Level, Point } from "../model/scene.ts";
import type { Spot } from "./answers.ts";
import { enter, entry, furnish, type Furniture, type Obstacle } from "./obstacles.ts";
import { type FloorPlan, heightAt, planOf } from "./plan.ts";

/** Metres beside a line that are still on it: so one walks past the end of a wall. */
const SLACK = 1e-7;
/** Metres: what is left of a step that is none. */
const SHORTEST = 1e-6;
/** Walls that one step slides along: a round one has many. */
const MOST_WALLS = 64;

/** What ended a step: the end of the floor, a link that a door closes, or something that stands there. */
export type Stopper =
  | { kind: "edge"; edge: number }
  | { kind: "door" | "placeable"; index: number; edge: number };

export interface Moved extends Spot {
  /** Whether it got there without anything in the way. */
  reached: boolean;
  /** The last thing that was in the way. */
  stop: Stopper | null;
}

const NONE = 0;
const WALL = 1;
const SHUT = 2;
const THING = 3;

/** Someone on the floor of a level. Steps change it and make nothing new, so that they cost little. */
export class Feet {
  row = -1;
  x = 0;
  y = 0;
  /** What the last walk met: one of the kinds above, its number, and the side of an outline. */
  met = NONE;
  metNumber = -1;
  metSide = -1;
  readonly plan: FloorPlan;
  furniture: Furniture;
  // How far the last straight walk came, and in which row it ended.
  private gone = 0;
  private cell = -1;
  private readonly seen: Int32Array;
  private turn = 0;
  private readonly cells: number[] = [];
  private readonly waiting: number[] = [];
  private alongX = 1;
  private alongY = 0;
  private margin = 0;
  private reach = 0;

  constructor(readonly level: Level, doorStates: readonly number[]) {
    this.plan = planOf(level);
    this.furniture = furnish(this.plan, doorStates);
    this.seen = new Int32Array(level.roomFaces);
  }

  setDoors(doorStates: readonly number[]): void {
    this.furniture = furnish(this.plan, doorStates);
  }

  put(row: number, x: number, y: number): void {
    this.row = row;
    this.x = x;
    this.y = y;
  }

  get z(): number {
    return heightAt(this.level, this.row, this.x, this.y);
  }

  /** Walks towards a place and slides along what is in the way; true if it got there. */
  slide(toX: number, toY: number): boolean {
    let [aimX, aimY, stuck] = [toX, toY, 0];
    this.met = NONE;
    let [met, metNumber, metSide] = [NONE, -1, -1];
    for (let tries = 0; tries < MOST_WALLS; tries++) {
      const arrived = this.straight(aimX, aimY);
      if (arrived || this.met === NONE) break;
      [met, metNumber, metSide] = [this.met, this.metNumber, this.metSide];
      stuck = this.gone <= SHORTEST ? stuck + 1 : 0;
      this.takeDirection();
      const rest = (aimX - this.x) * this.alongX + (aimY - this.y) * this.alongY;
      if (Math.abs(rest) <= SHORTEST || stuck > 2) break;
      aimX = this.x + rest * this.alongX;
      aimY = this.y + rest * this.alongY;
    }
    [this.met, this.metNumber, this.metSide] = [met, metNumber, metSide];
    return Math.hypot(this.x - toX, this.y - toY) <= SHORTEST;
  }

  /** Walks straight towards a place, until it is there or meets something; true if it got there. */
  straight(toX: number, toY: number): boolean {
    const x = this.x;
    const y = this.y;
    const length = Math.hypot(toX - x, toY - y);
    let arrived = this.walk(toX, toY, length);
    const thing = this.meetThings(toX, toY, length, arrived ? length : this.gone);
    if (thing) arrived = false;
    const part = arrived || length <= this.gone ? 1 : this.gone / length;
    this.put(this.cell, x + (toX - x) * part, y + (toY - y) * part);
    return arrived;
  }

  /** What was met last, as people are told. */
  get stopper(): Stopper | null {
    return this.describe(this.met, this.metNumber);
  }

  /** What a kind and number of `met` stand for. */
  describe(met: number, number: number): Stopper | null {
    if (met === WALL) return { kind: "edge", edge: this.plan.wallEdge[number] };
    if (met === SHUT) return { kind: "door", index: this.furniture.shut[number], edge: this.plan.gateEdge[number] };
    const thing = met === THING ? this.furniture.obstacles[number] : undefined;
    return thing ? { kind: thing.kind, index: thing.index, edge: -1 } : null;
  }

  /** The direction of what was met, into alongX and alongY. */
  private takeDirection(): void {
    const { walls, gates } = this.plan;
    const values = this.met === WALL ? walls : this.met === SHUT ? gates : this.furniture.obstacles[this.metNumber].ring;
    const at = this.met === THING ? 2 * this.metSide : 4 * this.metNumber;
    const to = this.met === THING ? (at + 2) % values.length : at + 2;
    const dx = values[to] - values[at];
    const dy = values[to + 1] - values[at + 1];
    const length = Math.max(Math.hypot(dx, dy), 1e-300);
    this.alongX = dx / length;
    this.alongY = dy / length;
  }

  /** The walk over the cells, without regard to what stands on them: sets `cell`, `gone` and `met`. */
  private walk(toX: number, toY: number, length: number): boolean {
    const { plan, cells, waiting, seen } = this;
    const { shut } = this.furniture;
    this.alongX = length > 0 ? (toX - this.x) / length : 1;
    this.alongY = length > 0 ? (toY - this.y) / length : 0;
    this.begin();
    let [best, wall, kind, farthest] = [this.row, -1, NONE, 0];
    while (waiting.length) {
      const row = cells[waiting.pop() as number];
      if (length <= SLACK) return this.end(row, length);
      this.meetWall(row);
      const [met, metKind] = [this.metNumber, this.met];
      let reach = this.reach;
      for (let p = plan.starts[row]; p < plan.starts[row + 1]; p++) {
        if (shut[p] >= 0) continue;
        this.cross(plan.gates, 4 * p);
        if (this.margin < -SLACK && !this.runsAlong(4 * p)) continue;
        reach = Math.max(reach, this.reach);
        if (this.reach <= length + SLACK && seen[plan.to[p]] !== this.turn) {
          seen[plan.to[p]] = this.turn;
          waiting.push(cells.length);
          cells.push(plan.to[p]);
        }
      }
      if (reach >= length - SLACK) return this.end(row, length);
      if (metKind !== NONE && (reach > farthest || kind === NONE)) [best, wall, kind, farthest] = [row, met, metKind, reach];
    }
    this.end(best, Math.min(Math.max(farthest, 0), length));
    [this.met, this.metNumber] = [kind, wall];
    return false;
  }

  private end(row: number, gone: number): true {
    this.cell = row;
    this.gone = gone;
    this.met = NONE;
    return true;
  }

  /** All rows that have the place on their border wait, its own first. */
  private begin(): void {
    const { plan, cells, waiting, seen } = this;
    const { shut } = this.furniture;
    this.turn = (this.turn + 1) | 0;
    cells.length = 0;
    waiting.length = 0;
    cells.push(this.row);
    seen[this.row] = this.turn;
    for (let number = 0; number < cells.length; number++) {
      const row = cells[number];
      for (let p = plan.starts[row]; p < plan.starts[row + 1]; p++) {
        if (shut[p] >= 0 || seen[plan.to[p]] === this.turn || !this.touches(4 * p)) continue;
        seen[plan.to[p]] = this.turn;
        cells.push(plan.to[p]);
      }
    }
    for (let number = cells.length - 1; number >= 0; number--) waiting.push(number);
  }

  private touches(at: number): boolean {
    const { gates } = this.plan;
    const ax = gates[at] - this.x;
    const ay = gates[at + 1] - this.y;
    const dx = gates[at + 2] - this.x - ax;
    const dy = gates[at + 3] - this.y - ay;
    const square = dx * dx + dy * dy;
    const part = square > 0 ? Math.min(Math.max(-(ax * dx + ay * dy) / square, 0), 1) : 0;
    return Math.abs(ax + dx * part) + Math.abs(ay + dy * part) <= SLACK;
  }

  /** The wall, or the closed link, of a row that the line meets on its way out: `met`, `reach`. */
  private meetWall(row: number): void {
    const { plan } = this;
    const { shut } = this.furniture;
    let [kind, number, best, reach] = [NONE, -1, -SLACK, -1];
    for (let w = plan.wallStarts[row]; w < plan.wallStarts[row + 1]; w++) {
      this.cross(plan.walls, 4 * w);
      if (this.margin >= best) [kind, number, best, reach] = [WALL, w, this.margin, this.reach];
    }
    for (let p = plan.starts[row]; p < plan.starts[row + 1]; p++) {
      if (shut[p] < 0) continue;
      this.cross(plan.gates, 4 * p);
      if (this.margin >= best) [kind, number, best, reach] = [SHUT, p, this.margin, this.reach];
    }
    [this.met, this.metNumber, this.reach] = [kind, number, reach];
  }

  /**
   * How far inside a side the line leaves a row there (`margin`, metres; below -1 where it does
   * not), and after how many metres (`reach`).
   */
  private cross(sides: Float64Array, at: number): void {
    const ax = sides[at] - this.x;
    const ay = sides[at + 1] - this.y;
    const bx = sides[at + 2] - this.x;
    const by = sides[at + 3] - this.y;
    const a = this.alongX * ay - this.alongY * ax;
    const b = this.alongX * by - this.alongY * bx;
    this.margin = -2;
    this.reach = -1;
    if (b - a <= SLACK) return;
    const part = Math.min(Math.max(-a / (b - a), 0), 1);
    this.margin = Math.max(Math.min(-a, b), -1.5);
    this.reach = this.alongX * (ax + (bx - ax) * part) + this.alongY * (ay + (by - ay) * part);
  }

  /** Whether the line runs along a gate, so that it is on both sides; `reach` is left as it is. */
  private runsAlong(at: number): boolean {
    const { gates } = this.plan;
    const ax = gates[at] - this.x;
    const ay = gates[at + 1] - this.y;
    const bx = gates[at + 2] - this.x;
    const by = gates[at + 3] - this.y;
    const ahead = Math.max(this.alongX * ax + this.alongY * ay, this.alongX * bx + this.alongY * by);
    const a = this.alongX * ay - this.alongY * ax;
    const b = this.alongX * by - this.alongY * bx;
    return Math.abs(a) <= SLACK && Math.abs(b) <= SLACK && ahead >= -SLACK;
  }

  /** Ends the walk of `gone` metres at the first thing that stands in its way; whether there is one. */
  private meetThings(toX: number, toY: number, length: number, gone: number): boolean {
    const { obstacles } = this.furniture;
    if (!obstacles.length || length <= SLACK) return false;
    const dx = (toX - this.x) / length;
    const dy = (toY - this.y) / length;
    let past = -1;
    let last = -1;
    for (;;) {
      // The next thing along the line; those before it are on other floors.
      let first = -1;
      let at = Infinity;
      let side = -1;
      for (let i = 0; i < obstacles.length; i++) {
        const entered = enter(obstacles[i], this.x, this.y, dx, dy, gone);
        if (entered < 0 || entry.at > gone || entry.at >= at) continue;
        if (entry.at < past || (entry.at === past && i <= last)) continue;
        first = i;
        at = entry.at;
        side = entered;
      }
      if (first < 0) break;
      past = at;
      last = first;
      if (this.isOnFloorOf(obstacles[first], dx, dy, at)) {
        this.met = THING;
        this.metNumber = first;
        this.metSide = side;
        this.gone = at;
        return true;
      }
    }
    // What was tried on the way has changed the end of the walk.
    if (past >= 0) this.walk(toX, toY, length);
    return false;
  }

  /** Whether the floor at `at` metres along the line is of the heights that a thing stands at. */
  private isOnFloorOf(thing: Obstacle, dx: number, dy: number, at: number): boolean {
    this.walk(this.x + dx * at, this.y + dy * at, at);
    const [west, south, east, north] = thing.box;
    const x = (west + east) / 2;
    const y = (south + north) / 2;
    const z = heightAt(this.level, this.cell, x, y);
    const rise = Math.abs(heightAt(this.level, this.cell, east, y) - z) + Math.abs(heightAt(this.level, this.cell, x, north) - z);
    return z - rise <= thing.high && z + rise >= thing.low;
  }
}

/** Where a step by (dx, dy) from a spot on the floor ends. */
export function move(level: Level, from: Spot, dx: number, dy: number, doorStates: readonly number[]): Moved {
  const feet = new Feet(level, doorStates);
  feet.put(from.row, from.point[0], from.point[1]);
  const reached = feet.slide(from.point[0] + dx, from.point[1] + dy);
  const point: Point = [feet.x, feet.y, feet.z];
  return { row: feet.row, point, reached, stop: reached ? null : feet.stopper };
}

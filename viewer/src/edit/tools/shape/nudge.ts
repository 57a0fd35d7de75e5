/** Arrow keys move what is selected a little: one step for as long as a key is held. */

import type { Point } from "../../../model/scene.ts";
import { add } from "./extruded.ts";
import { weldGroup } from "./groups.ts";
import type { MoveMode } from "./move.ts";
import { MovedFaces } from "./moved.ts";
import type { Shaping } from "./shaping.ts";

/** Metres a press; with Shift ten times as far. */
const STEP = 0.01;

const WAYS: Record<string, Point> = {
  ArrowRight: [1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

export class Nudger {
  private way: Point = [0, 0, 0];
  private moved: MovedFaces | null = null;
  private busy = false;

  constructor(
    private readonly shaping: Shaping,
    private readonly mover: MoveMode,
  ) {
    addEventListener("keyup", () => void this.send());
  }

  /** Takes a key; false where it is none of these, or nothing is selected. */
  key(name: string, shift: boolean): boolean {
    const { selected, editor } = this.shaping;
    const way = WAYS[name];
    if (!way || !selected.size || selected.kind === "thing" || selected.kind === "room") return false;
    const size = shift ? 10 * STEP : STEP;
    const [x, y, z] = turned(way, editor.viewer.stage.rig.ray(editor.viewer.stage.width / 2, editor.viewer.stage.height / 2).direction, this.up());
    this.way = add(this.way, [size * x, size * y, size * z].map(clean) as unknown as Point);
    this.show();
    return true;
  }

  /** The level is another one: what is still held goes on from there. */
  onLevel(): void {
    this.moved = null;
    if (Math.hypot(...this.way) > 0) this.show();
  }

  drop(): void {
    this.way = [0, 0, 0];
    this.moved = null;
  }

  private up(): Point {
    const { rig, width, height } = this.shaping.editor.viewer.stage;
    const [low, high] = [rig.ray(width / 2, height / 2 + 20), rig.ray(width / 2, height / 2 - 20)];
    // In perspective the rays part; straight down it is their origins.
    return [0, 1, 2].map((axis) => 1000 * (high.direction[axis] - low.direction[axis]) + high.origin[axis] - low.origin[axis]) as unknown as Point;
  }

  private get vertices(): Set<number> {
    const { level, selected, options } = this.shaping;
    return weldGroup(level, selected.vertices(level), options.beside);
  }

  private show(): void {
    const { level, editor } = this.shaping;
    if (this.moved?.level !== level) this.moved = new MovedFaces(level, this.vertices);
    this.moved.move(this.way);
    editor.viewer.picture.faces.reshape(this.moved.rows, this.moved.corners);
    this.shaping.show({ bad: this.moved.bad(), lines: this.moved.lines() });
  }

  private async send(): Promise<void> {
    if (this.busy || Math.hypot(...this.way) === 0) return;
    const { way, moved } = this;
    [this.way, this.moved, this.busy] = [[0, 0, 0], null, true];
    await this.mover.move(this.shaping.level, this.vertices, way, moved);
    this.busy = false;
    // Keys that came while the server was at work.
    void this.send();
  }
}

/** Right and up as they are in the picture, along the axis that is nearest to it. */
export function turned(way: Point, look: Point, up: Point): Point {
  if (way[2]) return way;
  const flat: [number, number] = Math.abs(look[2]) > 0.9 ? [up[0], up[1]] : [look[0], look[1]];
  const ahead: [number, number] = Math.abs(flat[0]) > Math.abs(flat[1]) ? [Math.sign(flat[0]), 0] : [0, Math.sign(flat[1]) || 1];
  const right: [number, number] = [ahead[1], -ahead[0]];
  return [way[0] * right[0] + way[1] * ahead[0], way[0] * right[1] + way[1] * ahead[1], 0];
}

/** Without the dust of floating point: 0.1 + 0.2 is 0.3 to who presses keys. */
function clean(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

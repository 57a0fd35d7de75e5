/** Moves and turns the selected things: by dragging, by a handle, by keys; shown before it is done. */

import type { Rig } from "../../../draw/rig.ts";
import type { Level, Point } from "../../../model/scene.ts";
import { corner } from "../../../model/scene.ts";
import { heightMoved, placeOfPathPoint } from "../../../model/standing.ts";
import type { Editor } from "../../editor.ts";
import type { GhostPart } from "../../ghost.ts";
import { onPlane, pickFloor, type Pointed } from "../../pick.ts";
import type { Thing } from "../../selection.ts";
import { followThings, partsOf, type Stand, standOf } from "../../things.ts";
import { millimetre, type Move, moveEdits } from "./edits.ts";

/** Milliseconds after the last key until what was moved by keys is done. */
const WAIT = 900;
/** Pixels from a thing to the handle that turns it, and within which the handle is taken. */
const HANDLE = 52;
const REACH = 14;
const STILL = 4;

interface Grab {
  thing: Thing;
  from: Pointed;
  /** Pixels from the pointer to the thing. */
  aside: [number, number];
  turns: boolean;
  moved: boolean;
}

export class Mover {
  private grab: Grab | null = null;
  private shift: Point = [0, 0, 0];
  private turned = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = 0;

  constructor(private readonly editor: Editor) {
    editor.viewer.stage.rig.controls.addEventListener("change", () => {
      if (this.shown) this.showSelected();
    });
  }

  private shown = false;

  get busy(): boolean {
    return this.grab !== null || this.isPending;
  }

  private get isPending(): boolean {
    return this.turned !== 0 || this.shift.some((part) => part !== 0);
  }

  private get things(): Thing[] {
    return [...this.editor.selected.things];
  }

  // By the pointer

  /** Takes hold of a thing, which must be selected. */
  begin(at: Pointed, thing: Thing): void {
    this.settle();
    const stand = standOf(this.editor.level, thing);
    if (!stand) return;
    const { x, y } = this.editor.viewer.stage.rig.project(stand.at);
    this.grab = { thing, from: at, aside: [x - at.x, y - at.y], turns: false, moved: false };
  }

  /** Takes hold of the handle, if the pointer is there. */
  beginTurn(at: Pointed): boolean {
    const handle = this.handle();
    if (!handle) return false;
    const { x, y } = this.editor.viewer.stage.rig.project(handle.end);
    if (Math.hypot(x - at.x, y - at.y) > (at.touch ? 2 * REACH : REACH)) return false;
    this.settle();
    this.grab = { thing: handle.thing, from: at, aside: [x - at.x, y - at.y], turns: true, moved: false };
    return true;
  }

  drag(at: Pointed): void {
    const { grab } = this;
    if (!grab) return;
    if (!grab.moved && Math.hypot(at.x - grab.from.x, at.y - grab.from.y) <= STILL) return;
    grab.moved = true;
    const stand = standOf(this.editor.level, grab.thing);
    if (!stand) return;
    const [x, y] = [at.x + grab.aside[0], at.y + grab.aside[1]];
    if (grab.turns) this.turnTowards(stand, x, y, at.shift);
    else this.moveTo(stand, x, y);
    this.showMoves(this.moves());
  }

  private turnTowards(stand: Stand, x: number, y: number, round: boolean): void {
    const to = onPlane(this.editor.viewer, x, y, stand.at[2]);
    if (!to || stand.bearing === null) return;
    const bearing = Math.atan2(to[1] - stand.at[1], to[0] - stand.at[0]);
    const step = (round ? 15 : 1) * (Math.PI / 180);
    this.turned = Math.round(bearing / step) * step - stand.bearing;
  }

  private moveTo(stand: Stand, x: number, y: number): void {
    const { viewer } = this.editor;
    const to = pickFloor(viewer, x, y)?.point ?? onPlane(viewer, x, y, stand.at[2]);
    if (to) this.shift = [to[0] - stand.at[0], to[1] - stand.at[1], to[2] - stand.at[2]];
  }

  /** Ends a drag; false where nothing was dragged: it was a click. */
  release(): boolean {
    const moved = this.grab?.moved ?? false;
    this.grab = null;
    if (moved) void this.finish();
    return moved;
  }

  // By keys

  onKey(name: string, event: KeyboardEvent): boolean {
    if (name === "Enter" && this.isPending) {
      void this.finish();
      return true;
    }
    if (!this.things.length) return false;
    const side = event.code === "Comma" || name === "," ? 1 : event.code === "Period" || name === "." ? -1 : 0;
    if (side) return this.turn(side * (event.shiftKey ? 45 : 5));
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[name];
    const target = event.target as HTMLElement | null;
    if (!way || target?.closest?.(".side, .card, .editbar, header")) return false;
    this.nudge(way[0], way[1], event.shiftKey ? 1 : 0.1);
    return true;
  }

  /** Turns by degrees, counter-clockwise; done a little later, so that several presses are one step. */
  turn(degrees: number): boolean {
    const stands = this.things.map((thing) => standOf(this.editor.level, thing));
    if (!stands.some((stand) => stand && stand.bearing !== null)) return false;
    this.turned += (degrees * Math.PI) / 180;
    this.later();
    return true;
  }

  /** Moves along the axis that runs most to that side of the picture. */
  private nudge(right: number, down: number, metres: number): void {
    const { rig } = this.editor.viewer.stage;
    const stand = standOf(this.editor.level, this.things[0]);
    if (!stand) return;
    const [x, y, z] = stand.at;
    const middle = rig.project(stand.at);
    const best = ([[1, 0], [-1, 0], [0, 1], [0, -1]] as const)
      .map(([dx, dy]) => {
        const to = rig.project([x + dx, y + dy, z]);
        const length = Math.hypot(to.x - middle.x, to.y - middle.y) || 1;
        return { dx, dy, along: ((to.x - middle.x) * right + (to.y - middle.y) * down) / length };
      })
      .sort((a, b) => b.along - a.along)[0];
    this.shift = [this.shift[0] + best.dx * metres, this.shift[1] + best.dy * metres, 0];
    this.later();
  }

  private later(): void {
    clearTimeout(this.timer);
    this.showMoves(this.moves());
    this.timer = setTimeout(() => void this.finish(), WAIT);
  }

  /** What keys have moved is done now, before something else begins. */
  private settle(): void {
    if (this.isPending && !this.grab) void this.finish();
  }

  cancel(): boolean {
    const had = this.busy;
    this.drop();
    this.editor.ghost.hide("moving");
    if (had) this.showSelected();
    return had;
  }

  private drop(): void {
    clearTimeout(this.timer);
    this.grab = null;
    this.shift = [0, 0, 0];
    this.turned = 0;
  }

  // What is done

  private moves(): Move[] {
    const { level, viewer } = this.editor;
    const [dx, dy, dz] = this.shift;
    return this.things.flatMap((thing) => {
      const stand = standOf(level, thing);
      if (!stand) return [];
      const bearing = this.turned && stand.bearing !== null ? stand.bearing + this.turned : null;
      if (!dx && !dy) return bearing === null ? [] : [{ thing, at: stand.at, bearing }];
      const [x, y] = [millimetre(stand.at[0] + dx), millimetre(stand.at[1] + dy)];
      const z = millimetre(heightMoved(level, viewer.tree, stand.at, [x, y], stand.at[2] + dz));
      return [{ thing, at: [x, y, z] as Point, bearing }];
    });
  }

  private finish(): Promise<boolean> {
    const moves = this.moves();
    this.drop();
    return this.commit(moves);
  }

  /** Does moves as one step. */
  async commit(moves: readonly Move[]): Promise<boolean> {
    const before = this.editor.level;
    if (!moves.length) {
      this.editor.ghost.hide("moving");
      return false;
    }
    this.showMoves(moves);
    this.running++;
    const done = await this.editor.do((level) => moveEdits(level, level === before ? moves : followMoves(before, level, moves)));
    if (!--this.running) this.editor.ghost.hide("moving");
    return done;
  }

  // What is shown

  /** Rings round what is selected, with the way it looks and a handle. */
  showSelected(): void {
    const { level, ghost, selected, viewer } = this.editor;
    this.shown = selected.kind === "thing" && selected.things.size > 0;
    if (!this.shown) return ghost.hide("things");
    const colour = viewer.palette.selection;
    const places = this.things.map((thing) => standOf(level, thing)?.at).filter((at) => at !== undefined);
    const handle = this.handle();
    const parts: GhostPart[] = [{ colour, points: places, size: 21 }];
    if (handle) parts.push({ colour, lines: [...handle.start, ...handle.end], width: 2.5, points: [handle.end], size: 14 });
    ghost.show("things", parts);
  }

  /** The handle of the first thing that can be turned. */
  private handle(): { thing: Thing; start: Point; end: Point } | null {
    const { level, viewer } = this.editor;
    for (const thing of this.things) {
      const stand = standOf(level, thing);
      if (!stand || stand.bearing === null) continue;
      const length = lengthOfHandle(viewer.stage.rig, stand.at, stand.bearing);
      return { thing, start: stand.at, end: along(stand.at, stand.bearing, length) };
    }
    return null;
  }

  /** The things as they will stand, and lines from where they stand now. */
  showMoves(moves: readonly Move[]): void {
    const { level, ghost, viewer } = this.editor;
    const { accent, pathPoint } = viewer.palette;
    const parts: GhostPart[] = [];
    const going = new Map(moves.map((move) => [move.thing, move.at]));
    for (const move of moves) {
      const stand = standOf(level, move.thing);
      if (!stand) continue;
      const bearing = move.bearing ?? stand.bearing;
      const looks = bearing === null ? [] : [...move.at, ...along(move.at, bearing, 1.2)];
      parts.push({ colour: accent, points: [move.at], size: 13, lines: looks, width: 3 });
      parts.push({ colour: accent, triangles: meshMoved(level, move, stand, viewer.choices.value.doorStates) });
      parts.push({ colour: accent, lines: [...stand.at, ...move.at], width: 1.5, dashed: true });
      const [kind, number] = partsOf(move.thing);
      if (kind === "point") parts.push({ colour: pathPoint, lines: connectionsMoved(level, number, going), width: 2 });
    }
    ghost.show("moving", parts);
  }
}

function along([x, y, z]: Point, bearing: number, metres: number): Point {
  return [x + metres * Math.cos(bearing), y + metres * Math.sin(bearing), z];
}

/** Metres that the handle is away, so that it is some pixels as seen. */
function lengthOfHandle(rig: Rig, at: Point, bearing: number): number {
  const unit = Math.max(0.05, HANDLE * rig.metresPerPixel);
  const [from, to] = [rig.project(at), rig.project(along(at, bearing, unit))];
  const pixels = Math.hypot(to.x - from.x, to.y - from.y);
  // Looked at along its way it would be endless.
  return unit * Math.min(2.5, Math.max(0.4, HANDLE / Math.max(1, pixels)));
}

/** The triangles of a door's or placeable's walkmesh where it will stand. */
function meshMoved(level: Level, move: Move, stand: Stand, states: readonly number[]): number[] {
  const [kind, number] = partsOf(move.thing);
  const door = kind === "door" ? level.info.doors.find((one) => one.index === number) : undefined;
  const placeable = kind === "placeable" ? level.info.placeables.find((one) => one.index === number) : undefined;
  const mesh = door ? door.states[states[number] ?? door.state] : placeable?.mesh;
  if (!mesh) return [];
  const turn = move.bearing === null || stand.bearing === null ? 0 : move.bearing - stand.bearing;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const found: number[] = [];
  for (let row = mesh.faces[0]; row < mesh.faces[0] + mesh.faces[1]; row++) {
    for (const side of [0, 1, 2]) {
      const [x, y, z] = corner(level, row, side).map((part, axis) => part - stand.at[axis]);
      found.push(move.at[0] + cos * x - sin * y, move.at[1] + sin * x + cos * y, move.at[2] + z);
    }
  }
  return found;
}

/** Lines from a moved path point to those it is connected with. */
function connectionsMoved(level: Level, number: number, going: ReadonlyMap<Thing, Point>): number[] {
  const at = (index: number): Point => going.get(`point:${index}`) ?? placeOfPathPoint(level, index);
  const own = (level.info.pathPoints?.connections ?? []).filter(([a]) => a === number);
  return own.flatMap(([a, b]) => [...at(a), ...at(b)]);
}

/** The moves of the same things in a level that was edited meanwhile. */
function followMoves(before: Level, after: Level, moves: readonly Move[]): Move[] {
  return moves.flatMap((move) => [...followThings(before, after, [move.thing])].map((thing) => ({ ...move, thing })));
}

/** Walking through the level as the player does: where one stands and looks, and what happens there. */

import type { Rig } from "../draw/rig.ts";
import type { Stage } from "../draw/stage.ts";
import { middle } from "../model/geometry.ts";
import { faceName, isFloor, type Level, type Point } from "../model/scene.ts";
import { nameOfMaterial, place } from "../model/words.ts";
import { sayStop } from "../walk/blocked.ts";
import { Body } from "../walk/body.ts";
import { STEP, Steps } from "../walk/pace.ts";
import type { ModelLayer } from "./model_layer.ts";
import type { Viewer } from "./viewer.ts";
import { Scenery } from "./walk_scenery.ts";
import { pointed } from "../model/touch.ts";

/** Metres above the floor. */
const EYE = 1.6;
/** Metres a second. */
const WALKS = 3.4;
const RUNS = 5.4;
/** Radians a second, by keys. */
const TURNS = 1.9;
/** Seconds a picture above which the next ones are coarser, and below which finer; how coarse. */
const SLOW = 0.07;
const QUICK = 0.03;
const COARSEST = 0.4;
/** Radians up and down. */
const STEEPEST = 1.45;
/** How fast the eye follows the floor, parts a second; and metres that it may lag behind. */
const FOLLOWS = 14;
const LAGS = 0.5;
/** Metres at which a door opens by itself, in the plan and in height. */
const DOOR_OPENS = 1.5;
const DOOR_HEIGHT = 2.5;
/** Milliseconds that one is told what was in the way. */
const TOLD = 2600;

export type WalkOption = "seesOnly" | "opensDoors" | "map";

/** What keys and fingers ask for: parts of the full speed and of the full turn. */
export interface Wish {
  ahead: number;
  aside: number;
  turn: number;
  rise: number;
  runs: boolean;
}

export class Walking {
  state: "off" | "placing" | "walking" = "off";
  readonly options: Record<WalkOption, boolean> = { seesOnly: false, opensDoors: true, map: true };
  readonly wish: Wish = { ahead: 0, aside: 0, turn: 0, rise: 0, runs: false };
  /** Radians from east, to the left; and up. */
  bearing = 0;
  rise = 0;
  /** What was in the way, for a moment. */
  told = "";
  body: Body | null = null;
  private eye = 0;
  private last = NaN;
  private drawn = NaN;
  private readonly steps = new Steps();
  private beforeX = 0;
  private beforeY = 0;
  private room = -1;
  private took = 0.04;
  private sharpness = 1;
  private toldAt = -Infinity;
  private toldKey = "";
  /** The doors that have opened by themselves: they close again at the end. */
  private readonly opened = new Set<number>();
  private doors = 0;
  /** Where the camera was before. */
  private camera: ReturnType<Rig["save"]> | null = null;
  private readonly scenery: Scenery;
  private readonly listeners: (() => void)[] = [];
  private readonly watchers: (() => void)[] = [];

  constructor(
    private readonly viewer: Viewer,
    models: ModelLayer,
  ) {
    this.scenery = new Scenery(viewer, models);
    viewer.stage.before(() => this.frame(performance.now()));
    viewer.on("level", () => this.takeLevel());
    viewer.choices.watch(["doorStates"], (now) => this.body?.feet.setDoors(now.doorStates));
    viewer.beforeClick = (x, y) => this.placeAt(x, y);
  }

  private get stage(): Stage {
    return this.viewer.stage;
  }

  private get level(): Level {
    return this.viewer.level;
  }

  /** Calls `listener` when walking begins or ends, or an option or what is told changes. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Calls `listener` after every picture in which someone moved or turned. */
  onStep(listener: () => void): void {
    this.watchers.push(listener);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** The button: asks where to begin; or ends. */
  toggle(): void {
    if (this.state !== "off") return this.leave();
    if (!this.viewer.level) return;
    if (!this.level.islands.some((island) => island >= 0)) {
      return this.viewer.sayBriefly("There is no floor here to walk on.");
    }
    this.state = "placing";
    this.changed();
  }

  setOption(name: WalkOption, on: boolean): void {
    this.options[name] = on;
    if (name === "seesOnly" && this.state === "walking") this.scenery.limitTo(this.room, on);
    this.changed();
    this.stage.draw();
  }

  /** Begins where the player enters; without an entry where most floor is. */
  beginAtEntry(): void {
    const { entry, start } = this.level.info;
    const row = start ?? this.level.islands.findIndex((island) => island >= 0);
    const at = entry && this.floorUnder(entry);
    this.begin(at ?? { row, point: middle(this.level, row) }, true);
  }

  /** Begins at the floor under a pixel while a place is asked for; whether it was. */
  placeAt(x: number, y: number): boolean {
    if (this.state !== "placing") return false;
    const hit = this.viewer.pick(x, y);
    if (hit && isFloor(this.level, hit.row)) this.begin(hit, false);
    else this.viewer.sayBriefly(pointed("Nobody can stand there. Click the floor."));
    return true;
  }

  private floorUnder(point: Point): { row: number; point: Point } | null {
    const above: Point = [point[0], point[1], point[2] + 1];
    const hit = this.viewer.tree.cast(above, [0, 0, -1], (row) => isFloor(this.level, row), 0, 3);
    return hit && { row: hit.row, point: hit.point };
  }

  private begin(spot: { row: number; point: Point }, towardsSpace: boolean): void {
    const { viewer } = this;
    const camera = this.stage.rig.save();
    this.camera = camera;
    viewer.select(null);
    viewer.say("");
    viewer.choices.change({ top: false, tool: "select" });
    this.body = new Body(this.level, viewer.choices.value.doorStates);
    const [x, y] = spot.point;
    this.body.feet.put(spot.row, x, y);
    const { offset } = camera.pose;
    this.bearing = Math.hypot(offset.x, offset.y) > 0.05 && !camera.top ? Math.atan2(-offset.y, -offset.x) : Math.PI / 2;
    if (towardsSpace) this.bearing = this.longestView();
    this.rise = -0.05;
    this.eye = this.body.feet.z + EYE;
    [this.beforeX, this.beforeY] = [x, y];
    this.state = "walking";
    this.doors = this.level.info.doors.length;
    this.room = this.level.faceRoom[spot.row];
    this.last = NaN;
    this.stage.rig.hold(() => this.leave());
    this.scenery.begin(this.room, this.options.seesOnly, this.body.feet);
    this.stage.rig.lookOut(x, y, this.eye, this.bearing, this.rise);
    this.changed();
    this.stage.draw();
  }

  /** Ends walking, or asking where to begin: the camera is again where it was. */
  leave(): void {
    const { viewer, camera } = this;
    const walked = this.state === "walking";
    this.state = "off";
    this.told = this.toldKey = "";
    Object.assign(this.wish, { ahead: 0, aside: 0, turn: 0, rise: 0, runs: false });
    if (walked && camera) {
      this.body = null;
      this.camera = null;
      this.stage.sharpen(1);
      this.stage.rig.release();
      this.stage.rig.restore(camera);
      this.scenery.end();
      this.closeDoors();
      viewer.choices.change({ top: camera.top });
    }
    this.changed();
  }

  /** Looks around by radians: to the left, and up. */
  look(left: number, up: number): void {
    if (this.state !== "walking") return;
    this.bearing += left;
    this.rise = Math.min(STEEPEST, Math.max(-STEEPEST, this.rise + up));
    this.stage.draw();
  }

  /** Stands at a place of a floor row, and looks along a bearing. */
  stand(row: number, x: number, y: number, bearing: number): void {
    if (!this.body) return;
    this.body.feet.put(row, x, y);
    [this.beforeX, this.beforeY, this.bearing] = [x, y, bearing];
    this.eye = this.body.feet.z + EYE;
    this.stage.draw();
  }

  /** Where one is, in words. */
  get where(): string {
    const feet = this.body?.feet;
    const name = feet && faceName(this.level, feet.row);
    if (!feet || !name) return "";
    const surface = nameOfMaterial(this.level, this.level.materials[feet.row]);
    return `${name.room.name}  ·  face ${name.face}  ·  ${surface}  ·  ${place([feet.x, feet.y, feet.z])}`;
  }

  /** The way to go into which one sees farthest. */
  private longestView(): number {
    const { feet } = this.body as Body;
    const { row, x, y } = feet;
    let [best, farthest] = [0, -1];
    for (let i = 0; i < 16; i++) {
      const bearing = (i * Math.PI) / 8;
      feet.straight(x + 60 * Math.cos(bearing), y + 60 * Math.sin(bearing));
      const away = Math.hypot(feet.x - x, feet.y - y);
      if (away > farthest) [best, farthest] = [bearing, away];
      feet.put(row, x, y);
    }
    return best;
  }

  /** Before what is wished changes: so even a key that is pressed between two pictures counts. */
  catchUp(): void {
    if (this.state === "walking") this.advance(performance.now());
  }

  /** As many steps as time has passed. */
  private advance(now: number): void {
    const { wish } = this;
    const passed = Number.isNaN(this.last) ? 0 : Math.min(1, (now - this.last) / 1000);
    this.last = now;
    this.bearing += wish.turn * TURNS * passed;
    this.rise = Math.min(STEEPEST, Math.max(-STEEPEST, this.rise + 0.6 * wish.rise * TURNS * passed));
    for (let due = this.steps.due(passed); due > 0; due--) this.step();
    this.follow(passed);
  }

  /** Before every picture: the eye to where the steps until now have led. */
  private frame(now: number): void {
    if (this.state !== "walking" || !this.body) return;
    const { wish, body } = this;
    this.advance(now);
    const moves = wish.ahead !== 0 || wish.aside !== 0 || wish.turn !== 0 || wish.rise !== 0;
    const settles = Math.abs(this.eye - EYE - body.feet.z) > 1e-3;
    this.keepPace(now, moves);
    // Between the last two steps, or pictures that are not in step with them would stutter.
    const { part } = this.steps;
    const x = this.beforeX + (body.feet.x - this.beforeX) * part;
    const y = this.beforeY + (body.feet.y - this.beforeY) * part;
    this.scenery.dress();
    this.stage.rig.lookOut(x, y, this.eye, this.bearing, this.rise);
    if (moves || settles) this.stage.draw();
    else this.last = NaN;
    this.enterRoom();
    this.openDoors();
    this.forget(now);
    for (const listener of this.watchers) listener();
  }

  /** On slow machines pictures are coarser while one moves, and fine again at rest. */
  private keepPace(now: number, moves: boolean): void {
    const passed = (now - this.drawn) / 1000;
    this.drawn = moves ? now : NaN;
    if (!moves) return this.stage.sharpen(1);
    if (passed > 0) this.took += 0.35 * (passed - this.took);
    if (this.took > SLOW && this.sharpness > COARSEST) {
      this.sharpness = Math.max(COARSEST, this.sharpness * Math.max(0.5, SLOW / this.took));
      this.took = (SLOW + QUICK) / 2;
    } else if (this.took < QUICK) this.sharpness = Math.min(1, 1.15 * this.sharpness);
    this.stage.sharpen(this.sharpness);
  }

  private step(): void {
    const { wish, bearing } = this;
    const body = this.body as Body;
    this.beforeX = body.feet.x;
    this.beforeY = body.feet.y;
    const size = Math.hypot(wish.ahead, wish.aside);
    if (!size) return;
    const pace = ((wish.runs ? RUNS : WALKS) * STEP) / Math.max(1, size);
    const [sin, cos] = [Math.sin(bearing), Math.cos(bearing)];
    body.step(pace * (wish.ahead * cos + wish.aside * sin), pace * (wish.ahead * sin - wish.aside * cos));
    if (body.stop) this.tell(body);
  }

  /** The eye follows the floor smoothly. */
  private follow(passed: number): void {
    const goal = (this.body as Body).feet.z + EYE;
    this.eye = goal + (this.eye - goal) * Math.exp(-FOLLOWS * passed);
    this.eye = Math.min(goal + LAGS, Math.max(goal - LAGS, this.eye));
  }

  private tell(body: Body): void {
    const { stop, feet } = body;
    if (!stop) return;
    this.toldAt = performance.now();
    const key = `${stop.kind} ${stop.edge} ${"index" in stop ? stop.index : ""}`;
    if (key === this.toldKey) return;
    this.toldKey = key;
    this.told = sayStop(this.level, stop, feet.x, feet.y);
    this.changed();
  }

  private forget(now: number): void {
    if (!this.told) return;
    const rest = TOLD - (now - this.toldAt);
    if (rest > 0) {
      // Nothing may be drawn for a while: then the clock tells.
      if (Number.isNaN(this.last)) setTimeout(() => this.forget(performance.now()), rest + 20);
      return;
    }
    this.told = this.toldKey = "";
    this.changed();
  }

  private openDoors(): void {
    if (!this.options.opensDoors || !this.body) return;
    const { feet } = this.body;
    const { doorStates } = this.viewer.choices.value;
    let states: number[] | null = null;
    for (const door of this.level.info.doors) {
      const [x, y, z] = door.position;
      if ((doorStates[door.index] ?? door.state) !== 0 || Math.hypot(x - feet.x, y - feet.y) > DOOR_OPENS) continue;
      if (Math.abs(z - feet.z) > DOOR_HEIGHT) continue;
      states ??= [...doorStates];
      states[door.index] = 1;
      this.opened.add(door.index);
    }
    if (states) this.viewer.choices.change({ doorStates: states });
  }

  /** The doors as they were: only looking around has changed nothing. */
  private closeDoors(): void {
    const { doorStates } = this.viewer.choices.value;
    const states = doorStates.map((state, index) => (state === 1 && this.opened.has(index) ? 0 : state));
    if (this.opened.size) this.viewer.choices.change({ doorStates: states });
    this.opened.clear();
  }

  private enterRoom(): void {
    const room = this.level.faceRoom[this.body?.feet.row ?? -1] ?? -1;
    if (room === this.room) return;
    this.room = room;
    this.scenery.limitTo(room, this.options.seesOnly);
  }

  /** A changed level: on at the same place, if there still is a floor. */
  private takeLevel(): void {
    if (this.state !== "walking" || !this.body) return;
    if (this.level.info.doors.length !== this.doors) this.opened.clear(); // all are as the level has them
    this.doors = this.level.info.doors.length;
    const { feet } = this.body;
    const at: Point = [feet.x, feet.y, this.eye - EYE];
    const spot = this.floorUnder(at);
    if (!spot) {
      this.leave();
      return this.viewer.sayBriefly("The floor you stood on is gone.");
    }
    this.body = new Body(this.level, this.viewer.choices.value.doorStates);
    this.body.feet.put(spot.row, at[0], at[1]);
    this.room = this.level.faceRoom[spot.row];
    this.scenery.begin(this.room, this.options.seesOnly, this.body.feet);
    this.changed();
    this.stage.draw();
  }
}

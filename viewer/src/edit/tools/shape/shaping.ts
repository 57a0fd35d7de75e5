/** What the modes of the tool share: options, the sketch over the picture, and what they tell. */

import type { Level, Point } from "../../../model/scene.ts";
import { byId, make } from "../../../panels/dom.ts";
import type { Editor, Surface } from "../../editor.ts";
import type { Pointed } from "../../pick.ts";
import type { Selected } from "../../selection.ts";
import { ModelFloor } from "./model_floor.ts";
import { type Drawn, Sketch } from "./sketch.ts";
import type { Snap, SnapChoices } from "./snap.ts";

/** One way of using the tool. */
export interface Mode {
  hint(): string;
  hover?(at: Pointed): void;
  press?(at: Pointed): boolean;
  drag?(at: Pointed): void;
  release?(at: Pointed): void;
  click(at: Pointed): void;
  cancel?(): boolean;
}

export interface ShapeOptions {
  snap: SnapChoices;
  /** Corners of other rooms at the same place go along. */
  beside: boolean;
  /** What is dropped on a corner of its room becomes one with it. */
  join: boolean;
  /** Drags go up and down, as with Shift. */
  upright: boolean;
  /** Of new floor; null for that of the floor beside it. */
  surface: Surface | null;
}

export class Shaping {
  readonly options: ShapeOptions = {
    snap: { vertices: true, edges: true, rooms: true, model: false },
    beside: true,
    join: true,
    upright: false,
    surface: null,
  };
  readonly sketch: Sketch;
  readonly floor: ModelFloor;
  /** Draws the present drag once more: the server has said how high the model's floor is. */
  again: () => void = () => undefined;
  private readonly label = make("div", { className: "dragnote", hidden: true, attributes: { role: "status", "aria-live": "off" } });
  private shown = "";

  constructor(readonly editor: Editor) {
    this.sketch = new Sketch(editor.viewer.stage);
    this.floor = new ModelFloor(editor, () => this.again());
    byId("stage").append(this.label);
  }

  get level(): Level {
    return this.editor.level;
  }

  get selected(): Selected {
    return this.editor.selected;
  }

  /** Shows what is meant or will come; `key` tells whether it is the same as before. */
  show(drawn: Drawn, key = "", faces = ""): void {
    if (key && key === this.shown) return;
    this.shown = key;
    const { palette } = this.editor.viewer;
    this.sketch.show(drawn, { faces: faces || palette.accent, bad: palette.error, lines: palette.selection, goal: palette.good });
  }

  clear(): void {
    this.shown = "";
    this.sketch.clear();
    this.label.hidden = true;
  }

  /** Some words beside the pointer. */
  note(at: Pointed, text: string, bad = false): void {
    this.label.hidden = !text;
    this.label.textContent = text;
    this.label.classList.toggle("bad", bad);
    const { width } = this.editor.viewer.stage;
    const left = at.x > width - 260;
    Object.assign(this.label.style, {
      left: left ? "" : `${at.x + 18}px`,
      right: left ? `${width - at.x + 18}px` : "",
      top: `${at.y + 16}px`,
    });
  }

  /** Whether nothing that is drawn hides a place. */
  readonly seen = (point: Point): boolean => {
    const { viewer } = this.editor;
    const { x, y } = viewer.stage.rig.project(point);
    const hit = viewer.pick(x, y);
    if (!hit) return true;
    const { origin, direction } = viewer.stage.rig.ray(x, y);
    const far = point.reduce((sum, value, axis) => sum + (value - origin[axis]) * direction[axis], 0);
    return hit.distance > far - 0.1;
  };

  readonly project = (point: Point): { x: number; y: number; shown: boolean } => this.editor.viewer.stage.rig.project(point);

  /** "corner of station_hall". */
  describe(snap: Snap): string {
    const room = this.level.info.rooms[snap.room]?.name ?? "";
    return `${snap.kind === "vertex" ? "corner" : "edge"} of ${room}`;
  }
}

/** "1.25 m": for ways. */
export function metres(value: number): string {
  return `${value.toFixed(2)} m`;
}

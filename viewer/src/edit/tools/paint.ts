/** Paint: faces get another surface, by a click, by a brush, or all that are selected. */

import { corner, isWalkable, type Level } from "../../model/scene.ts";
import { middle } from "../../model/geometry.ts";
import { count } from "../../model/words.ts";
import { make } from "../../panels/dom.ts";
import type { Edit, Editor, Surface } from "../editor.ts";
import type { Pointed } from "../pick.ts";
import { findFace, type Placed, placeOfFace } from "../places.ts";
import { connectedLike } from "../selection.ts";
import type { EditTool } from "../tool.ts";
import { worded } from "../../model/touch.ts";

/** Pixels between the places that a stroke paints at, and how many of them at once. */
const STEP = 8;
const MOST_STEPS = 60;

export class PaintTool implements EditTool {
  readonly name = "paint";
  readonly title = "Paint faces with another surface (P)";
  readonly key = "p";
  readonly panel: HTMLElement;
  private surface: Surface | null = null;
  private radius = 0;
  /** The rows of the present stroke: floor where it began on floor, else other faces. */
  private stroke: Set<number> | null = null;
  private onFloor = false;
  private last: Pointed | null = null;
  private filledWith: readonly Surface[] = [];
  private readonly list = make("div", { className: "palette", attributes: { role: "radiogroup", "aria-label": "Surface" } });
  private readonly size = make("input", { type: "range", min: "0", max: "5", step: "0.25", value: "0", id: "brush", on: { input: () => this.resize() } });
  private readonly sizeText = make("output", {}, "one face");
  private readonly all = make("button", { type: "button", className: "wide", on: { click: () => void this.paintSelected() } }, "Paint what is selected");

  constructor(private readonly editor: Editor) {
    this.panel = make(
      "div",
      {},
      make("h3", {}, "Surface"),
      this.list,
      make("label", { className: "slider" }, "Brush", this.size, this.sizeText),
      this.all,
    );
    editor.on("status", () => this.fill());
  }

  hint(): string {
    const what = this.surface ? `as ${this.surface.label}` : "with the surface that you choose";
    return worded(
      `Click a face, or drag over faces, to paint them ${what}. With Ctrl: take the surface of a face. With Shift: all that hangs together.`,
      `Tap a face, or stroke over faces, to paint them ${what}. Two fingers move the picture.`,
    );
  }

  start(): void {
    this.fill();
    this.onSelection();
  }

  stop(): void {
    this.cancel();
    this.editor.ghost.hide("brush");
  }

  private fill(): void {
    const { surfaces } = this.editor;
    // Made anew with each word of the server, a button would lose focus and clicks.
    if (this.filledWith === surfaces) return;
    this.filledWith = surfaces;
    const button = (surface: Surface) =>
      make(
        "button",
        {
          type: "button",
          title: `${surface.label}: ${surface.walkable ? "one can walk on it" : "nobody can walk on it"}`,
          attributes: { role: "radio", "data-surface": String(surface.id), "aria-checked": "false" },
          on: { click: () => this.choose(surface) },
        },
        make("span", { className: "swatch", colour: surface.color }),
        make("span", { className: "label" }, surface.label),
      );
    const group = (text: string, walkable: boolean) => [
      make("div", { className: "group" }, text),
      ...surfaces.filter((one) => one.walkable === walkable).map(button),
    ];
    this.list.replaceChildren(...group("One can walk on", true), ...group("Nobody can walk on", false));
    this.choose(this.surface ?? surfaces.find((one) => one.walkable) ?? null);
  }

  choose(surface: Surface | null): void {
    this.surface = surface;
    for (const button of this.list.querySelectorAll<HTMLElement>("[data-surface]")) {
      const chosen = button.dataset["surface"] === String(surface?.id);
      button.setAttribute("aria-checked", String(chosen));
      if (chosen) button.scrollIntoView({ block: "nearest" });
    }
    this.onSelection();
    this.editor.refreshHint();
  }

  private resize(): void {
    this.radius = Number(this.size.value);
    this.sizeText.value = this.radius ? `${this.radius} m around` : "one face";
  }

  onSelection(): void {
    const rows = this.editor.selected.rows(this.editor.level);
    this.all.disabled = !rows.length || !this.surface;
    this.all.textContent = rows.length && this.surface ? `Paint ${count(rows.length, "selected face")} as ${this.surface.label}` : "Paint what is selected";
  }

  hover(at: Pointed | null): void {
    const rows = at && this.surface ? this.rowsAt(at) : [];
    this.show("brush", rows);
  }

  press(at: Pointed): boolean {
    if (!at.hit || at.hit.row >= this.editor.level.roomFaces) return false;
    if (at.ctrl) {
      this.pipette(at.hit.row);
      return true;
    }
    if (!this.surface) return false;
    this.onFloor = isWalkable(this.editor.level, at.hit.row);
    this.stroke = new Set(this.rowsAt(at));
    this.last = at;
    this.show("stroke", this.stroke);
    return true;
  }

  drag(at: Pointed): void {
    if (!this.stroke) return;
    for (const way of this.between(this.last ?? at, at)) {
      // A stroke along a wall must not make floor of it by the way.
      const alike = this.rowsAt(way).filter((row) => isWalkable(this.editor.level, row) === this.onFloor);
      for (const row of alike) this.stroke.add(row);
    }
    this.last = at;
    this.show("stroke", this.stroke);
  }

  /** The places on the way to where the pointer is now: a quick hand leaves out no face. */
  private between(from: Pointed, to: Pointed): Pointed[] {
    const steps = Math.min(MOST_STEPS, Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP)));
    return Array.from({ length: steps }, (_, i) => {
      if (i === steps - 1) return to;
      const part = (i + 1) / steps;
      const [x, y] = [from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)];
      return { ...to, x, y, hit: this.editor.viewer.pick(x, y) };
    });
  }

  release(): void {
    const { stroke } = this;
    this.stroke = null;
    if (stroke?.size) void this.paint(stroke);
  }

  cancel(): boolean {
    const had = this.stroke !== null;
    this.stroke = null;
    this.editor.ghost.hide("stroke");
    return had;
  }

  onLevel(): void {
    this.stroke = null;
    this.editor.ghost.hide("stroke");
    this.editor.ghost.hide("brush");
  }

  onKey(name: string): boolean {
    if (name !== "Enter" || this.all.disabled) return false;
    void this.paintSelected();
    return true;
  }

  private pipette(row: number): void {
    const id = this.editor.level.materials[row];
    const surface = this.editor.surfaces.find((one) => one.id === id);
    if (surface) this.choose(surface);
  }

  private paintSelected(): Promise<boolean> {
    return this.paint(this.editor.selected.rows(this.editor.level));
  }

  private async paint(rows: Iterable<number>): Promise<boolean> {
    const { surface } = this;
    if (!surface) return false;
    const given = [...rows].map((row) => placeOfFace(this.editor.level, row)).filter((one) => one !== null);
    const done = await this.editor.do((level) => paintEdits(level, given, surface));
    this.editor.ghost.hide("stroke");
    return done;
  }

  private rowsAt(at: Pointed): number[] {
    const { level } = this.editor;
    if (!at.hit || at.hit.row >= level.roomFaces) return [];
    if (at.shift) return [...connectedLike(level, [at.hit.row])];
    if (!this.radius) return [at.hit.row];
    const { point, row: first } = at.hit;
    const near = [at.hit.row];
    for (let row = 0; row < level.roomFaces; row++) {
      const [x, y, z] = middle(level, row);
      if (Math.hypot(x - point[0], y - point[1], z - point[2]) > this.radius) continue;
      if (isWalkable(level, row) === isWalkable(level, first) && this.drawn(row)) near.push(row);
    }
    return near;
  }

  /** Whether a face is seen from where one looks: a brush does not paint what is behind. */
  private drawn(row: number): boolean {
    const { viewer } = this.editor;
    const { camera } = viewer.stage.rig;
    const [x, y, z] = middle(viewer.level, row);
    const n = viewer.shapes.normals.subarray(3 * row, 3 * row + 3);
    const facing = n[0] * (x - camera.position.x) + n[1] * (y - camera.position.y) + n[2] * (z - camera.position.z);
    return viewer.picture.faces.visible(row, facing);
  }

  private show(name: string, rows: Iterable<number>): void {
    const { level, ghost, viewer } = this.editor;
    const triangles = [...rows].flatMap((row) => [0, 1, 2].flatMap((side) => [...corner(level, row, side)]));
    const colour = this.surface?.color ?? viewer.palette.accent;
    ghost.show(name, [{ colour, triangles, opacity: name === "brush" ? 0.5 : 0.9 }]);
  }
}

/** The edits that paint these faces: one for each room, without those that have the surface already. */
export function paintEdits(level: Level, faces: readonly Placed[], surface: Surface): Edit[] {
  const byRoom = new Map<number, number[]>();
  for (const placed of faces) {
    const row = findFace(level, placed);
    if (row === null || level.materials[row] === surface.id) continue;
    const room = level.faceRoom[row];
    byRoom.set(room, [...(byRoom.get(room) ?? []), row - level.info.rooms[room].faces[0]]);
  }
  return [...byRoom].map(([room, own]) => ({
    op: "paint",
    room: level.info.rooms[room].name,
    faces: [...new Set(own)].sort((a, b) => a - b),
    surface: surface.id,
  }));
}

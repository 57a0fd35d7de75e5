/** The options of the tool Shape, in the side panel. */

import type { Point } from "../../../model/scene.ts";
import { make } from "../../../panels/dom.ts";
import { type Action, ACTIONS } from "./actions.ts";
import { distinctPlaces } from "./edits.ts";
import type { ShapeOptions, Shaping } from "./shaping.ts";

export const MODES = { move: "Move", extrude: "Extrude", split: "Split", cut: "Cut", fill: "Fill" } as const;
export type ModeName = keyof typeof MODES;

/** Keys of the modes while the tool is chosen. */
export const MODE_KEYS: Record<string, ModeName> = { v: "move", e: "extrude", i: "split", k: "cut", h: "fill" };
const ABOUT: Record<ModeName, string> = {
  move: "Drag corners, edges and faces",
  extrude: "Draw new floor out of an edge",
  split: "Give an edge or a face another corner",
  cut: "Cut a face from side to side",
  fill: "Close a hole in the floor",
};

export interface PanelEvents {
  mode(name: ModeName): void;
  run(action: Action): void;
  /** Shows what an action would do; null ends it. */
  foretell(action: Action | null): void;
  put(place: Point): void;
  outwards(far: number): void;
}

export class ShapePanel {
  readonly element: HTMLElement;
  private readonly modes: HTMLButtonElement[];
  private readonly actions: HTMLButtonElement[];
  private readonly fields: HTMLInputElement[];
  private readonly place: HTMLElement;
  private readonly snaps: HTMLElement;
  private readonly moving: HTMLElement;
  private readonly upright: HTMLElement;
  private readonly surface: HTMLSelectElement;
  private readonly surfaceRow: HTMLElement;
  private readonly far = make("input", { type: "number", min: "0.01", step: "0.1", value: "1", id: "shape-far" });
  private readonly farRow: HTMLElement;

  constructor(
    private readonly shaping: Shaping,
    private readonly events: PanelEvents,
  ) {
    const keys = Object.fromEntries(Object.entries(MODE_KEYS).map(([key, name]) => [name, key.toUpperCase()]));
    this.modes = (Object.keys(MODES) as ModeName[]).map((name) =>
      make(
        "button",
        { type: "button", title: `${ABOUT[name]} (${keys[name]})`, attributes: { "data-shape-mode": name }, on: { click: () => events.mode(name) } },
        MODES[name],
      ),
    );
    this.actions = ACTIONS.map((action) =>
      make(
        "button",
        {
          type: "button",
          attributes: { "data-shape-action": action.name },
          on: {
            click: () => events.run(action),
            pointerenter: () => events.foretell(action),
            focus: () => events.foretell(action),
            pointerleave: () => events.foretell(null),
            blur: () => events.foretell(null),
          },
        },
        action.text,
      ),
    );
    this.fields = ["x", "y", "z"].map((axis) =>
      make("input", { type: "number", step: "0.01", id: `shape-${axis}`, on: { change: () => this.put() } }),
    );
    this.place = make(
      "div",
      {},
      make("h3", {}, "Place of the corner, metres"),
      make("div", { className: "places" }, ...this.fields.map((field, i) => make("label", {}, "xyz"[i], field))),
    );
    const { snap } = shaping.options;
    this.snaps = make(
      "div",
      {},
      make("h3", {}, "Snap to"),
      make(
        "div",
        { className: "checks two" },
        check(["shape-snap-vertices", "Corners", "Corners of its own room"], snap, "vertices"),
        check(["shape-snap-edges", "Edges", "Edges of its own room at which the floor ends"], snap, "edges"),
        check(["shape-snap-rooms", "Other rooms", "Corners and edges of other rooms"], snap, "rooms"),
        check(["shape-snap-model", "Model's floor", "The floor that the room's model shows"], snap, "model", () => shaping.floor.forget()),
      ),
    );
    const options = shaping.options;
    this.moving = check(["shape-join", "Weld on drop", "What is dropped on a corner of its room becomes one with it"], options, "join");
    this.upright = check(["shape-upright", "Up and down", "Drag up and down, as with Shift"], options, "upright", () => shaping.editor.refreshHint());
    this.surface = make("select", { id: "shape-surface", on: { change: () => this.takeSurface() } });
    this.surfaceRow = make("label", { className: "slider" }, "New floor is", this.surface);
    this.farRow = make(
      "div",
      { className: "outwards" },
      make("label", {}, "Outwards, metres", this.far),
      make("button", { type: "button", id: "shape-outwards", on: { click: () => events.outwards(Number(this.far.value)) } }, "Extrude"),
    );
    this.element = make(
      "div",
      { className: "shape" },
      make("div", { className: "pills small", attributes: { role: "group", "aria-label": "What dragging and clicking does" } }, ...this.modes),
      make("h3", {}, "What is selected"),
      make("div", { className: "actions" }, ...this.actions),
      this.place,
      this.surfaceRow,
      this.farRow,
      this.snaps,
      make(
        "div",
        { className: "checks two" },
        this.upright,
        this.moving,
        check(["shape-beside", "Rooms beside it", "Corners of other rooms at the same place go along, so that links stay"], options, "beside"),
      ),
    );
  }

  /** Brings all in line with the mode and what is selected. */
  refresh(mode: ModeName): void {
    for (const button of this.modes) button.setAttribute("aria-pressed", String(button.dataset["shapeMode"] === mode));
    this.actions.forEach((button, i) => {
      const why = ACTIONS[i].why(this.shaping);
      button.setAttribute("aria-disabled", String(Boolean(why)));
      button.title = why || ACTIONS[i].title;
    });
    this.snaps.hidden = mode !== "move" && mode !== "extrude";
    this.upright.hidden = this.snaps.hidden;
    this.moving.hidden = mode !== "move";
    this.surfaceRow.hidden = mode !== "extrude" && mode !== "fill";
    this.farRow.hidden = mode !== "extrude";
    this.fillSurfaces();
    this.showPlace(mode);
  }

  private showPlace(mode: ModeName): void {
    const { selected, level } = this.shaping;
    const places = mode === "move" && selected.kind === "vertex" && selected.size && selected.size < 50 ? distinctPlaces(level, selected.items) : [];
    this.place.hidden = places.length !== 1;
    if (places.length !== 1) return;
    this.fields.forEach((field, axis) => (field.value = String(Number(places[0][axis].toFixed(4)))));
  }

  private put(): void {
    const place = this.fields.map((field) => (field.value.trim() === "" ? NaN : Number(field.value)));
    this.events.put(place as unknown as Point);
  }

  private fillSurfaces(): void {
    const { surfaces } = this.shaping.editor;
    if (this.surface.options.length === surfaces.length + 1) return;
    this.surface.replaceChildren(
      make("option", { value: "" }, "as the floor beside it"),
      ...surfaces.map((one) => make("option", { value: String(one.id) }, `${one.label}${one.walkable ? "" : " (no walking)"}`)),
    );
  }

  private takeSurface(): void {
    this.shaping.options.surface = this.shaping.editor.surfaces.find((one) => String(one.id) === this.surface.value) ?? null;
  }
}

type Flags<T> = { [K in keyof T]: T[K] extends boolean ? K : never }[keyof T];

/** A box that switches one of some options. */
function check<T extends Partial<ShapeOptions> | ShapeOptions["snap"]>([id, text, title]: [string, string, string], of: T, name: Flags<T> & keyof T, then?: () => void): HTMLElement {
  const box = make("input", {
    type: "checkbox",
    id,
    checked: Boolean(of[name]),
    on: {
      change: () => {
        (of as Record<keyof T, unknown>)[name] = box.checked;
        then?.();
      },
    },
  });
  return make("label", { className: "check", title }, box, make("span", {}, text));
}

/** Things: doors, placeables, the entry, path points, and which room sees which. */

import type { LayerName } from "../../app/choices.ts";
import { make } from "../../panels/dom.ts";
import type { Editor } from "../editor.ts";
import type { Pointed } from "../pick.ts";
import type { EditTool } from "../tool.ts";
import type { ThingsMode } from "./things/mode.ts";
import { Mover } from "./things/mover.ts";
import { ObjectsMode } from "./things/objects.ts";
import { PointsMode } from "./things/points.ts";
import { SightMode } from "./things/sight.ts";

export class ThingsTool implements EditTool {
  readonly name = "things";
  readonly title = "Doors, placeables, the entry, path points, and which room sees which (U)";
  readonly key = "u";
  readonly needsLevel = true;
  readonly panel: HTMLElement;
  private readonly modes: ThingsMode[];
  private readonly buttons: HTMLButtonElement[];
  private readonly options = make("div", { className: "thingoptions" });
  private mode: ThingsMode;
  private running = false;
  /** Layers that were shown for this tool, to be hidden again. */
  private lit: LayerName[] = [];

  constructor(private readonly editor: Editor) {
    const mover = new Mover(editor);
    this.modes = [new ObjectsMode(editor, mover), new PointsMode(editor, mover), new SightMode(editor)];
    this.mode = this.modes[0];
    this.buttons = this.modes.map((mode) => make("button", { type: "button", on: { click: () => this.setMode(mode) } }, mode.label));
    const pills = make("div", { className: "pills small thingmodes", attributes: { role: "group", "aria-label": "What to edit" } }, ...this.buttons);
    this.panel = make("div", {}, pills, this.options);
    this.mark();
  }

  hint(): string {
    return this.mode.hint();
  }

  start(): void {
    this.running = true;
    this.editor.viewer.overlay.apart = true;
    this.light();
    this.mode.start();
    this.mark();
  }

  stop(): void {
    this.running = false;
    this.editor.viewer.overlay.apart = false;
    this.mode.stop();
    this.dim();
  }

  private setMode(mode: ThingsMode): void {
    if (mode === this.mode || !this.running) return;
    this.mode.stop();
    this.dim();
    this.editor.ghost.clear();
    this.mode = mode;
    this.editor.selected.clear();
    this.light();
    this.mark();
    mode.start();
    this.editor.selectionChanged();
    this.editor.refreshHint();
  }

  /** Shows the layers that the mode needs: what is not seen cannot be taken hold of. */
  private light(): void {
    const { choices } = this.editor.viewer;
    this.lit = this.mode.layers.filter((name) => !choices.value.layers[name]);
    for (const name of this.lit) choices.showLayer(name, true);
  }

  private dim(): void {
    for (const name of this.lit) this.editor.viewer.choices.showLayer(name, false);
    this.lit = [];
  }

  private mark(): void {
    this.buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(this.modes[i] === this.mode)));
    this.options.replaceChildren(this.mode.panel);
  }

  hover(at: Pointed | null): void {
    this.mode.hover?.(at);
  }

  press(at: Pointed): boolean {
    return this.mode.press?.(at) ?? false;
  }

  drag(at: Pointed): void {
    this.mode.drag?.(at);
  }

  release(at: Pointed): void {
    this.mode.release?.(at);
  }

  click(at: Pointed): void {
    this.mode.click?.(at);
  }

  cancel(): boolean {
    return this.mode.cancel?.() ?? false;
  }

  onKey(name: string, event: KeyboardEvent): boolean {
    // The grid and the lists use these keys for themselves.
    if (event.target instanceof Element && event.target.closest(".visgrid, select")) return false;
    return this.mode.onKey?.(name, event) ?? false;
  }

  onLevel(): void {
    this.mode.onLevel?.();
  }

  onSelection(): void {
    this.mode.onSelection?.();
  }
}

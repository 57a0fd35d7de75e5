/** Shape: corners, edges and faces are moved, and new floor is made. */

import type { Point } from "../../model/scene.ts";
import type { Editor } from "../editor.ts";
import type { Pointed } from "../pick.ts";
import type { EditTool } from "../tool.ts";
import { type Action, ACTIONS } from "./shape/actions.ts";
import { distinctPlaces } from "./shape/edits.ts";
import { ExtrudeMode } from "./shape/extrude_mode.ts";
import { weldGroup } from "./shape/groups.ts";
import { MoveMode } from "./shape/move.ts";
import { Foretold } from "./shape/foretell.ts";
import { Nudger } from "./shape/nudge.ts";
import { MODE_KEYS, type ModeName, ShapePanel } from "./shape/panel.ts";
import { CutMode, FillMode, SplitMode } from "./shape/point_modes.ts";
import { type Mode, Shaping } from "./shape/shaping.ts";

/** Keys of what can be done with what is selected. */
const ACTION_KEYS: Record<string, Action["name"]> = { j: "weld", Delete: "delete", Backspace: "delete", u: "flip", q: "open", y: "raise" };

export class ShapeTool implements EditTool {
  readonly name = "shape";
  readonly title = "Shape the floor: move corners, extrude, split, cut, fill (S)";
  readonly key = "s";
  readonly showsEdges = true;
  private readonly shaping: Shaping;
  private readonly mover: MoveMode;
  private readonly extruder: ExtrudeMode;
  private readonly modes: Record<ModeName, Mode>;
  private readonly nudger: Nudger;
  private readonly options: ShapePanel;
  private readonly foretold: Foretold;
  private mode: ModeName = "move";

  constructor(private readonly editor: Editor) {
    this.shaping = new Shaping(editor);
    this.mover = new MoveMode(this.shaping);
    this.extruder = new ExtrudeMode(this.shaping);
    this.modes = {
      move: this.mover,
      extrude: this.extruder,
      split: new SplitMode(this.shaping),
      cut: new CutMode(this.shaping),
      fill: new FillMode(this.shaping),
    };
    this.foretold = new Foretold(this.shaping);
    this.nudger = new Nudger(this.shaping, this.mover);
    this.options = new ShapePanel(this.shaping, {
      mode: (name) => this.choose(name),
      run: (action) => void this.run(action),
      foretell: (action) => (action ? void this.foretold.show(action) : this.foretold.hide()),
      put: (place) => void this.put(place),
      outwards: (far) => void this.extruder.outwards(far),
    });
  }

  get panel(): HTMLElement {
    return this.options.element;
  }

  private get now(): Mode {
    return this.modes[this.mode];
  }

  hint(): string {
    return this.now.hint();
  }

  start(): void {
    this.shaping.floor.forget();
    this.options.refresh(this.mode);
  }

  stop(): void {
    this.cancel();
    this.foretold.hide();
    this.nudger.drop();
  }

  choose(name: ModeName): void {
    this.cancel();
    this.mode = name;
    this.options.refresh(name);
    this.editor.refreshHint();
  }

  hover(at: Pointed | null): void {
    if (at) this.now.hover?.(at);
    else this.shaping.clear();
  }

  press(at: Pointed): boolean {
    return this.now.press?.(at) ?? false;
  }

  drag(at: Pointed): void {
    this.now.drag?.(at);
  }

  release(at: Pointed): void {
    this.now.release?.(at);
  }

  click(at: Pointed): void {
    this.now.click(at);
  }

  cancel(): boolean {
    const had = this.now.cancel?.() ?? false;
    this.shaping.clear();
    return had;
  }

  onKey(name: string, event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement | null;
    if (target?.closest?.("[role=radio]") && name.startsWith("Arrow")) return false;
    if (this.mode === "move" && this.nudger.key(name, event.shiftKey)) return true;
    const action = ACTIONS.find((one) => one.name === ACTION_KEYS[name]);
    // Without anything selected the keys are those of the page.
    const isTool = [...this.editor.tools.values()].some((one) => one.key === name);
    // Nor is it of use to be told why "J" welds nothing, to who wants to link.
    if (action && this.editor.selected.size && !(isTool && action.why(this.shaping))) {
      void this.run(action);
      return true;
    }
    const mode = MODE_KEYS[name];
    if (!mode) return false;
    this.choose(mode);
    return true;
  }

  onLevel(): void {
    this.cancel();
    this.foretold.hide();
    this.nudger.onLevel();
  }

  onSelection(): void {
    this.options.refresh(this.mode);
  }

  private async run(action: Action): Promise<void> {
    this.foretold.hide();
    const why = action.why(this.shaping);
    if (why) this.editor.tell(why, [], true);
    else await action.run(this.shaping);
  }

  /** The selected corner to exact numbers. */
  private async put(place: Point): Promise<void> {
    const { level, selected, options } = this.shaping;
    const [from, ...more] = selected.kind === "vertex" ? distinctPlaces(level, selected.items) : [];
    if (!from || more.length) return;
    if (!place.every((value) => Number.isFinite(value) && Math.abs(value) < 1e6)) {
      this.options.refresh(this.mode);
      return this.editor.tell("A place is three numbers, in metres.", [], true);
    }
    // What was not typed stays as exact as it is.
    const way = place.map((value, axis) => (Math.abs(value - from[axis]) < 5e-5 ? 0 : value - from[axis])) as unknown as Point;
    await this.mover.move(level, weldGroup(level, selected.items, options.beside), way);
  }
}

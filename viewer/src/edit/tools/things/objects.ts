/** Doors, placeables, door hooks and the entry: selected, moved, turned, removed. */

import { count } from "../../../model/words.ts";
import { make } from "../../../panels/dom.ts";
import type { Editor } from "../../editor.ts";
import { type Pointed, pickThing } from "../../pick.ts";
import type { Thing } from "../../selection.ts";
import { listThings, nameOfThing, namesOfThings, standOf } from "../../things.ts";
import { DoorwayPart } from "./doorways.ts";
import { isRemovable, type Move, removeEdits } from "./edits.ts";
import { PlaceFields } from "./fields.ts";
import type { ThingsMode } from "./mode.ts";
import type { Mover } from "./mover.ts";
import { floorAt } from "../../../model/standing.ts";
import { worded } from "../../../model/touch.ts";

export class ObjectsMode implements ThingsMode {
  readonly label = "Things";
  readonly layers = ["doors", "placeables", "hooks", "labels"] as const;
  readonly panel: HTMLElement;
  private readonly doorways: DoorwayPart;
  private readonly fields: PlaceFields;
  private readonly list = make("select", { id: "thing-list", attributes: { "aria-label": "Choose a thing" }, on: { change: () => this.choose() } });
  private readonly name = make("h3", { id: "thing-name" });
  private readonly turns: HTMLElement;
  private readonly remove = make("button", { type: "button", className: "danger", title: "Take it out of the level (Delete)", on: { click: () => this.removeSelected() } }, "Remove");

  constructor(
    private readonly editor: Editor,
    private readonly mover: Mover,
  ) {
    this.fields = new PlaceFields((moves, done) => this.fromFields(moves, done));
    this.doorways = new DoorwayPart(editor);
    const turn = (text: string, title: string, act: () => void): HTMLElement => make("button", { type: "button", title, on: { click: act } }, text);
    this.turns = make(
      "div",
      { className: "actions" },
      turn("⟲ 45°", "Turn to the left (Shift and comma; 5° with comma alone)", () => mover.turn(45)),
      turn("⟳ 45°", "Turn to the right (Shift and full stop; 5° with full stop alone)", () => mover.turn(-45)),
      turn("Onto the floor", "Down or up to the floor at that place", () => void this.ontoFloor()),
      this.remove,
    );
    this.panel = make("div", {}, this.list, this.name, this.fields.element, this.turns, this.doorways.panel);
  }

  hint(): string {
    if (this.doorways.active) return this.doorways.hint();
    const { size } = this.editor.selected.things;
    if (!size) {
      return worded(
        "Click a door, a placeable, a door hook or the entry; drag it over the floor to move it. With Shift: one more.",
        "Tap a door, a placeable, a door hook or the entry; drag it over the floor to move it.",
      );
    }
    return `Drag ${size > 1 ? "one of them, all move" : "it"} over the floor. Keys: arrows move, comma and full stop turn, Delete removes, Esc lets go.`;
  }

  start(): void {
    this.editor.selected.setKind("thing");
    this.onLevel();
  }

  stop(): void {
    this.doorways.stop();
    this.mover.cancel();
  }

  press(at: Pointed): boolean {
    if (this.doorways.active) return false;
    if (this.mover.beginTurn(at)) return true;
    const thing = pickThing(this.editor.viewer, at);
    if (!thing) return false;
    const { things } = this.editor.selected;
    this.added = !things.has(thing);
    if (this.added) this.select(thing, at.shift || at.ctrl);
    this.pressed = thing;
    this.mover.begin(at, thing);
    return true;
  }

  /** What was pressed, and whether that press selected it. */
  private pressed: Thing | null = null;
  private added = false;

  drag(at: Pointed): void {
    this.mover.drag(at);
  }

  release(at: Pointed): void {
    const { pressed } = this;
    this.pressed = null;
    if (this.mover.release() || !pressed || this.added) return;
    this.select(pressed, at.shift || at.ctrl);
  }

  hover(at: Pointed | null): void {
    this.doorways.hover(at);
  }

  click(at: Pointed): void {
    if (this.doorways.active) return this.doorways.click(at);
    const thing = pickThing(this.editor.viewer, at);
    if (thing) this.select(thing, at.shift || at.ctrl);
    else if (!at.shift && !at.ctrl) {
      this.editor.selected.clear();
      this.editor.selectionChanged();
    }
  }

  cancel(): boolean {
    this.pressed = null;
    return this.mover.cancel() || this.doorways.cancel();
  }

  onKey(name: string, event: KeyboardEvent): boolean {
    if (this.doorways.active && this.doorways.onKey(name, event)) return true;
    if (name === "Delete" || name === "Backspace") return this.removeSelected();
    return this.mover.onKey(name, event);
  }

  onLevel(): void {
    const { level } = this.editor;
    const things = listThings(level);
    const first = things.length ? `Choose one of ${count(things.length, "thing")} …` : "Nothing stands in this level";
    this.list.replaceChildren(
      make("option", { value: "" }, first),
      ...namesOfThings(level, things).map((name, i) => make("option", { value: things[i] }, name)),
    );
    this.list.disabled = !things.length;
    this.doorways.onLevel();
    this.onSelection();
  }

  onSelection(): void {
    const { level, selected } = this.editor;
    const things = selected.kind === "thing" ? [...selected.things] : [];
    this.list.value = things.length === 1 ? things[0] : "";
    this.name.textContent = things.length === 1 ? nameOfThing(level, things[0]) : things.length ? count(things.length, "thing") : "";
    this.name.hidden = !things.length;
    this.turns.hidden = !things.length;
    const gone = things.filter(isRemovable).length;
    this.remove.disabled = !gone;
    this.remove.textContent = gone > 1 ? `Remove ${gone}` : "Remove";
    this.fields.show(level, things);
    this.mover.showSelected();
  }

  private select(thing: Thing, more: boolean): void {
    this.editor.selected.takeThing(thing, more);
    this.editor.selectionChanged();
  }

  /** From the list: selected, and brought into the picture. */
  private choose(): void {
    const thing = this.list.value;
    const stand = standOf(this.editor.level, thing);
    if (!thing || !stand) return;
    this.editor.selected.things = new Set([thing]);
    this.editor.selectionChanged();
    this.editor.viewer.stage.rig.flyTo(stand.at, 6);
  }

  private fromFields(moves: Move[], done: boolean): void {
    if (done) void this.mover.commit(moves);
    else if (moves.length) this.mover.showMoves(moves);
    else this.editor.ghost.hide("moving");
  }

  private ontoFloor(): Promise<boolean> {
    const { level, viewer, selected } = this.editor;
    const moves = [...selected.things].flatMap((thing): Move[] => {
      const stand = standOf(level, thing);
      const z = stand && floorAt(level, viewer.tree, stand.at[0], stand.at[1], stand.at[2]);
      if (!stand || z === null || Math.abs(z - stand.at[2]) < 1e-4) return [];
      return [{ thing, at: [stand.at[0], stand.at[1], Math.round(z * 1000) / 1000], bearing: null }];
    });
    if (!moves.length) this.editor.tell("Already on the floor, or there is none below.", []);
    return this.mover.commit(moves);
  }

  private removeSelected(): boolean {
    const { things } = this.editor.selected;
    if (!things.size) return false;
    const edits = removeEdits(things);
    if (!edits.length) this.editor.tell("The entry and door hooks belong to the level: they can be moved, and not removed.", [], true);
    else void this.editor.do(() => edits);
    return true;
  }
}

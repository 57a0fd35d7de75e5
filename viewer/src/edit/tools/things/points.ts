/** Path points: moved, added, removed, connected, checked, and made anew. */

import { type Level, type Point } from "../../../model/scene.ts";
import { placeOfPathPoint } from "../../../model/standing.ts";
import { count } from "../../../model/words.ts";
import { make } from "../../../panels/dom.ts";
import type { Edit, Editor } from "../../editor.ts";
import type { GhostPart } from "../../ghost.ts";
import { pickFloor, type Pointed, pickThing } from "../../pick.ts";
import type { Thing } from "../../selection.ts";
import { listPoints, nameOfThing, partsOf, standOf } from "../../things.ts";
import { addPointEdits, areConnected, millimetre, removeEdits } from "./edits.ts";
import { PlaceFields } from "./fields.ts";
import type { ThingsMode } from "./mode.ts";
import type { Mover } from "./mover.ts";
import { PointsBuilder } from "./points_build.ts";
import { PointsCheck } from "./points_check.ts";
import { keyed, pointed, worded } from "../../../model/touch.ts";

const ACTS = {
  move: ["Move", "Click or drag points"],
  connect: ["Connect", "Click two points: they are connected, or parted where they were"],
  add: ["Add", "Click the floor: a new point"],
} as const;
type Act = keyof typeof ACTS;

const isPoint = (thing: Thing): boolean => thing.startsWith("point:");

export class PointsMode implements ThingsMode {
  readonly label = "Path points";
  readonly layers = ["pathPoints"] as const;
  readonly panel: HTMLElement;
  private act: Act = "move";
  /** The first of two points that are to be connected. */
  private first: Thing | null = null;
  private pressed: { thing: Thing; added: boolean } | null = null;
  private readonly fields: PlaceFields;
  private readonly builder: PointsBuilder;
  private readonly check: PointsCheck;
  private readonly acts: HTMLButtonElement[];
  private readonly list = make("select", { id: "point-list", attributes: { "aria-label": "Choose a path point" }, on: { change: () => this.choose() } });
  private readonly chain = make("input", { type: "checkbox", checked: true, id: "point-chain" });
  private readonly remove = make("button", { type: "button", className: "danger", title: "With its connections (Delete)", on: { click: () => this.removeSelected() } }, "Remove");
  private readonly join = make("button", { type: "button", title: "Of the two that are selected", on: { click: () => void this.joinSelected() } }, "Connect");

  constructor(
    private readonly editor: Editor,
    private readonly mover: Mover,
  ) {
    this.fields = new PlaceFields((moves, done) => {
      if (done) void this.mover.commit(moves);
      else if (moves.length) this.mover.showMoves(moves);
      else editor.ghost.hide("moving");
    });
    this.builder = new PointsBuilder(editor);
    this.check = new PointsCheck(editor, (thing) => this.show(thing));
    this.acts = (Object.keys(ACTS) as Act[]).map((act) =>
      make("button", { type: "button", title: pointed(ACTS[act][1]), attributes: { "data-act": act }, on: { click: () => this.setAct(act) } }, ACTS[act][0]),
    );
    this.panel = make(
      "div",
      {},
      make("div", { className: "pills small", attributes: { role: "group", "aria-label": "What a click does" } }, ...this.acts),
      make("label", { className: "check" }, this.chain, "Connect a new point with the selected one"),
      this.list,
      this.fields.element,
      make("div", { className: "actions" }, this.join, this.remove),
      this.check.panel,
      this.builder.panel,
    );
    this.setAct("move");
  }

  hint(): string {
    if (this.builder.active) return "The new points are shown. Take them, or press Esc to leave the path points as they are.";
    if (this.act === "add") return worded("Click the floor where a new path point is to be. Esc ends this.", "Tap the floor where a new path point is to be. Move ends this.");
    if (this.act === "connect") return this.first ? "Click the second point: connected, or parted where they were." : worded("Click the first of two points. Esc ends this.", "Tap the first of two points. Move ends this.");
    if (this.first) return worded("Now choose the other point and press C: connected, or parted where they were. Esc lets go.", "Now tap the other point, and the button at the side once more.");
    if (!this.editor.level.info.pathPoints?.points.length) return "There are no path points yet: build them from the floor, or add one after the other.";
    if (!this.editor.selected.things.size) {
      return worded("Click a path point, with Shift one more; drag it over the floor to move it.", "Tap a path point; drag it over the floor to move it.");
    }
    return worded("Drag it over the floor, or move it by the arrow keys. C connects two, Delete removes, Esc lets go.", "Drag it over the floor. The buttons at the side remove it.");
  }

  start(): void {
    this.editor.selected.setKind("thing");
    this.onLevel();
  }

  stop(): void {
    this.first = null;
    this.mover.cancel();
    this.builder.cancel();
    this.check.stop();
    for (const name of ["joining", "adding"]) this.editor.ghost.hide(name);
  }

  private setAct(act: Act): void {
    this.act = act;
    this.first = null;
    for (const button of this.acts) button.setAttribute("aria-pressed", String(button.dataset["act"] === act));
    for (const name of ["joining", "adding"]) this.editor.ghost.hide(name);
    this.editor.refreshHint();
  }

  private find(at: Pointed): Thing | null {
    return pickThing(this.editor.viewer, at, isPoint);
  }

  press(at: Pointed): boolean {
    if (this.act !== "move") return false;
    const thing = this.find(at);
    if (!thing) return false;
    const added = !this.editor.selected.things.has(thing);
    if (added) this.select(thing, at.shift || at.ctrl);
    this.pressed = { thing, added };
    this.mover.begin(at, thing);
    return true;
  }

  drag(at: Pointed): void {
    this.mover.drag(at);
  }

  release(at: Pointed): void {
    const { pressed } = this;
    this.pressed = null;
    if (!this.mover.release() && pressed && !pressed.added) this.select(pressed.thing, at.shift || at.ctrl);
  }

  hover(at: Pointed | null): void {
    if (this.act === "add") this.showAdding(at && this.placeAt(at));
    if (this.act === "connect") this.showJoining(at && this.find(at));
  }

  click(at: Pointed): void {
    const thing = this.find(at);
    if (this.act === "add" && !thing) return void this.add(at);
    if (this.act === "connect") return this.clickToJoin(thing);
    if (thing) this.select(thing, at.shift || at.ctrl);
    else if (!at.shift && !at.ctrl) {
      this.editor.selected.clear();
      this.editor.selectionChanged();
    }
  }

  cancel(): boolean {
    this.pressed = null;
    if (this.mover.cancel() || this.builder.cancel()) return true;
    if (this.first) {
      this.first = null;
      this.showJoining(null);
      this.editor.refreshHint();
      return true;
    }
    if (this.act === "move") return false;
    this.setAct("move");
    return true;
  }

  onKey(name: string, event: KeyboardEvent): boolean {
    if (name === "Delete" || name === "Backspace") return this.removeSelected();
    if (name === "c" && !this.join.disabled) {
      void this.joinSelected();
      return true;
    }
    if (name === "Enter" && this.builder.active && !(event.target as HTMLElement | null)?.closest?.("button")) {
      void this.builder.take();
      return true;
    }
    return this.mover.onKey(name, event);
  }

  onLevel(): void {
    const { level } = this.editor;
    const points = listPoints(level);
    this.first = null;
    this.list.replaceChildren(
      make("option", { value: "" }, points.length ? `Choose one of ${count(points.length, "path point")} …` : "This level has no path points"),
      ...points.map((thing) => make("option", { value: thing }, nameOfThing(level, thing))),
    );
    this.list.disabled = !points.length;
    this.builder.onLevel();
    this.check.onLevel();
    for (const name of ["joining", "adding"]) this.editor.ghost.hide(name);
    this.onSelection();
  }

  onSelection(): void {
    const { selected, level } = this.editor;
    const things = selected.kind === "thing" ? [...selected.things] : [];
    this.list.value = things.length === 1 && isPoint(things[0]) ? things[0] : "";
    this.remove.disabled = !things.some(isPoint);
    this.join.disabled = !(things.length === 1 || things.length === 2) || !things.every(isPoint);
    this.join.textContent = this.joinWords(things);
    if (this.first && things.length === 1) this.showJoining(things[0]);
    this.fields.show(level, things);
    this.mover.showSelected();
  }

  private select(thing: Thing, more: boolean): void {
    this.editor.selected.takeThing(thing, more);
    this.editor.selectionChanged();
  }

  private choose(): void {
    if (this.list.value) this.show(this.list.value);
  }

  private show(thing: Thing): void {
    const stand = standOf(this.editor.level, thing);
    if (!stand) return;
    this.editor.selected.things = new Set([thing]);
    this.editor.selectionChanged();
    this.editor.viewer.stage.rig.flyTo(stand.at, 8);
  }

  // Adding

  private placeAt(at: Pointed): Point | null {
    const hit = pickFloor(this.editor.viewer, at.x, at.y);
    return hit && [millimetre(hit.point[0]), millimetre(hit.point[1]), millimetre(hit.point[2])];
  }

  /** The numbers of the points that a new one is connected with. */
  private partners(): number[] {
    if (!this.chain.checked) return [];
    return [...this.editor.selected.things].filter(isPoint).map((thing) => partsOf(thing)[1]);
  }

  private showAdding(at: Point | null): void {
    const { ghost, level, viewer } = this.editor;
    if (!at) return ghost.hide("adding");
    const lines = this.partners().flatMap((one) => [...placeOfPathPoint(level, one), ...at]);
    ghost.show("adding", [{ colour: viewer.palette.good, points: [at], size: 14, lines, width: 2.5 }]);
  }

  private async add(at: Pointed): Promise<void> {
    const place = this.placeAt(at);
    if (!place) return this.editor.tell("There is no floor there: path points stand on the floor.", [], true);
    const partners = this.partners();
    if (!(await this.editor.do((level) => addPointEdits(level, place, partners)))) return;
    const points = this.editor.level.info.pathPoints?.points ?? [];
    const index = points.findIndex(([x, y]) => Math.fround(place[0]) === x && Math.fround(place[1]) === y);
    if (index >= 0) this.editor.selected.things = new Set([`point:${index}`]);
    this.editor.selectionChanged();
  }

  // Connecting

  private clickToJoin(thing: Thing | null): void {
    if (!thing || thing === this.first) this.first = null;
    else if (!this.first) this.first = thing;
    else void this.toggle(this.first, thing);
    this.showJoining(null);
    this.editor.refreshHint();
  }

  /** Of two that are selected; or one after the other, as who uses only keys chooses them. */
  private joinSelected(): Promise<boolean> | null {
    const [a, b] = this.editor.selected.things;
    if (isPoint(a ?? "") && isPoint(b ?? "")) return this.toggle(a, b);
    if (!isPoint(a ?? "")) return null;
    if (this.first && this.first !== a) return this.toggle(this.first, a);
    this.first = this.first ? null : a;
    this.showJoining(null);
    this.onSelection();
    this.editor.refreshHint();
    return null;
  }

  /** What the button does with the points that are selected now. */
  private joinWords(things: readonly Thing[]): string {
    const { level } = this.editor;
    const pair = things.length === 2 ? things : this.first && things.length === 1 ? [this.first, things[0]] : [];
    if (pair.length < 2) return keyed(things.length ? "Connect it with …" : "Connect these two", "C");
    if (pair[0] === pair[1]) return "Now choose the other one";
    const apart = areConnected(level, partsOf(pair[0])[1], partsOf(pair[1])[1]);
    return keyed(apart ? "Part these two" : "Connect these two", "C");
  }

  private toggle(a: Thing, b: Thing): Promise<boolean> {
    this.first = null;
    return this.editor.do((level) => [connectEdit(level, partsOf(a)[1], partsOf(b)[1])]);
  }

  private showJoining(second: Thing | null): void {
    const { ghost, level, viewer } = this.editor;
    const from = this.first && standOf(level, this.first);
    if (!this.first || !from) return ghost.hide("joining");
    const { good, bad, selection } = viewer.palette;
    const parts: GhostPart[] = [{ colour: selection, points: [from.at], size: 17 }];
    const to = second && second !== this.first ? standOf(level, second) : null;
    if (second && to) {
      const apart = areConnected(level, partsOf(this.first)[1], partsOf(second)[1]);
      parts.push({ colour: apart ? bad : good, points: [to.at], lines: [...from.at, ...to.at], width: 4, dashed: apart, size: 17 });
    }
    ghost.show("joining", parts);
  }

  private removeSelected(): boolean {
    const edits = removeEdits([...this.editor.selected.things].filter(isPoint));
    if (edits.length) void this.editor.do(() => edits);
    return edits.length > 0;
  }
}

/** The edit that connects two points, or parts them where they are connected. */
function connectEdit(level: Level, first: number, second: number): Edit {
  const connected = !areConnected(level, first, second);
  return { op: "connect", first, second, connected };
}

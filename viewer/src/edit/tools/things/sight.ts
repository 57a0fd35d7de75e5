/** Visibility (VIS): which room is drawn from which, in a grid and on the picture. */

import type { EditReply } from "../../../app/api.ts";
import { edgesAround, edgeSegments } from "../../../draw/lines.ts";
import type { Level } from "../../../model/scene.ts";
import { count } from "../../../model/words.ts";
import { byId, make } from "../../../panels/dom.ts";
import type { Editor } from "../../editor.ts";
import type { Pointed } from "../../pick.ts";
import { VisGrid } from "./grid.ts";
import type { ThingsMode } from "./mode.ts";
import { changedPairs, completed, type Pair, sees, visibleEdits } from "./vis_pairs.ts";
import { worded } from "../../../model/touch.ts";

export class SightMode implements ThingsMode {
  readonly label = "Visibility";
  readonly layers = ["labels"] as const;
  readonly panel: HTMLElement;
  private from: number | null = null;
  private before: number | null = null;
  private proposed: Pair[] | null = null;
  private asked = 0;
  private readonly grid: VisGrid;
  private readonly holder = make("div", { className: "visholder" });
  private readonly large = make("div", { className: "card vislarge", hidden: true });
  private readonly told = make("p", { className: "second vistold", attributes: { role: "status" } });
  private readonly both = make("input", { type: "checkbox", checked: true, id: "vis-both", on: { change: () => this.setBoth() } });
  private readonly keep = make("input", { type: "checkbox", checked: true, id: "vis-keep" });
  private readonly rooms = make("select", { id: "vis-from", attributes: { "aria-label": "Look from" }, on: { change: () => this.look(this.rooms.value === "" ? null : Number(this.rooms.value)) } });
  private readonly bigger = make("button", { type: "button", id: "vis-large", on: { click: () => this.setLarge(this.large.hidden) } }, "Larger");
  private readonly build = make("button", { type: "button", id: "vis-build", className: "wide", on: { click: () => void this.showBuilt() } }, "Build …");
  private readonly built = make("p", { attributes: { role: "status" } });
  private readonly answers: HTMLElement;

  constructor(private readonly editor: Editor) {
    this.grid = new VisGrid({ change: (pairs) => void this.set(pairs), look: (room) => this.look(this.from === room ? null : room), point: (pair) => this.tell(pair) });
    this.holder.append(this.grid.element, this.told);
    this.answers = make(
      "div",
      { className: "actions", hidden: true },
      make("button", { type: "button", id: "vis-take", className: "primary", on: { click: () => void this.take() } }, "Take this"),
      make("button", { type: "button", on: { click: () => this.dropBuilt() } }, "Leave as it is"),
    );
    const back = make("button", { type: "button", on: { click: () => this.setLarge(false) } }, "Back to the side");
    this.large.append(make("header", { className: "card-head" }, make("h2", {}, "Who sees whom"), back));
    byId("stage").append(this.large);
    this.panel = make(
      "div",
      {},
      make("label", { className: "stacked" }, "Look from", this.rooms),
      make("div", { className: "visoptions" }, make("label", { className: "check" }, this.both, "Both ways"), this.bigger),
      this.holder,
      make("h3", {}, "Computed from the floor"),
      make("label", { className: "check" }, this.keep, "Keep what is listed now"),
      this.build,
      this.built,
      this.answers,
    );
  }

  hint(): string {
    const { rooms } = this.editor.level.info;
    if (this.from === null) return "Click a room to look from it: what it sees is shown in full. Or mark pairs in the grid: click, or drag over several.";
    const from = rooms[this.from]?.name ?? "";
    return worded(
      `From ${from}: click another room to show or hide it. With Shift: look from there instead. Esc: look from nowhere.`,
      `From ${from}: tap another room to show or hide it. The list at the side looks from elsewhere.`,
    );
  }

  start(): void {
    this.editor.selected.setKind("room");
    this.before = this.editor.viewer.choices.value.seenFrom;
    this.from = null;
    this.onLevel();
    const [chosen] = this.editor.selected.items;
    this.look(chosen ?? this.before);
  }

  stop(): void {
    this.cancelAll();
    this.setLarge(false);
    this.from = null;
    this.editor.ghost.hide("seen");
    this.editor.viewer.choices.change({ seenFrom: this.before });
  }

  // Looking

  private look(from: number | null): void {
    this.from = from !== null && this.editor.level.info.rooms[from] ? from : null;
    this.rooms.value = this.from === null ? "" : String(this.from);
    this.grid.setFrom(this.from);
    this.editor.viewer.choices.change({ seenFrom: this.from });
    this.editor.selected.take(this.from === null ? [] : [this.from], "set");
    this.editor.selectionChanged();
    this.editor.refreshHint();
  }

  hover(at: Pointed | null): void {
    const room = at && this.roomAt(at);
    const { level, ghost, viewer } = this.editor;
    if (room === null || room === this.from) return ghost.hide("seen");
    const colour = this.from === null ? viewer.palette.accent : sees(level, this.from, room) ? viewer.palette.bad : viewer.palette.good;
    ghost.show("seen", [{ colour, lines: edgeSegments(level, edgesAround(level, room)), width: 4 }]);
    if (this.from !== null) this.tell({ room: this.from, other: room });
  }

  click(at: Pointed): void {
    const room = this.roomAt(at);
    if (room === null) return;
    if (this.from === null || at.shift || at.ctrl) this.look(room);
    else if (room === this.from) this.look(null);
    else {
      const pair = { room: this.from, other: room, visible: !sees(this.editor.level, this.from, room) };
      void this.set(completed([pair], this.grid.both));
    }
  }

  private roomAt(at: Pointed): number | null {
    const { level } = this.editor;
    return at.hit && at.hit.row < level.roomFaces ? level.faceRoom[at.hit.row] : null;
  }

  private tell(pair: { room: number; other: number } | null): void {
    this.told.textContent = pair ? tellPair(this.editor.level, pair.room, pair.other) : tellAll(this.editor.level);
  }

  // Changing

  private async set(pairs: Pair[]): Promise<void> {
    this.dropBuilt();
    this.grid.propose(pairs);
    // Rooms keep their names, whatever else is edited meanwhile.
    const names = this.editor.level.info.rooms.map((room) => room.name);
    await this.editor.do((level) => {
      const now = (index: number): number => level.info.rooms.findIndex((room) => room.name === names[index]);
      return visibleEdits(level, pairs.map((pair) => ({ ...pair, room: now(pair.room), other: now(pair.other) })).filter(({ room, other }) => room >= 0 && other >= 0));
    });
    this.grid.show(this.editor.level);
  }

  private setBoth(): void {
    this.grid.both = this.both.checked;
  }

  private setLarge(large: boolean): void {
    if (large === !this.large.hidden) return;
    this.large.hidden = !large;
    this.bigger.setAttribute("aria-pressed", String(large));
    (large ? this.large : this.holder).append(...(large ? [this.told, this.grid.element] : [this.grid.element, this.told]));
  }

  // Building

  private async showBuilt(): Promise<void> {
    const turn = ++this.asked;
    this.built.textContent = "Looking from every room …";
    const reply = await this.editor.question<EditReply>("preview", { edits: [{ op: "build-visibility", keep: this.keep.checked }] });
    if (turn !== this.asked) return;
    this.built.textContent = "";
    if (!reply?.level) return;
    const pairs = changedPairs(this.editor.level, reply.level);
    const [more, less] = [pairs.filter((pair) => pair.visible).length, pairs.filter((pair) => !pair.visible).length];
    const words = [more ? `${count(more, "pair")} would be added` : "", less ? `${count(less, "pair")} taken out` : ""].filter(Boolean).join(", ");
    this.built.textContent = words ? `${words}: marked in the grid.` : "Nothing to add: all that can be seen from the floor is listed.";
    if (!pairs.length) return;
    this.proposed = pairs;
    this.grid.propose(pairs);
    this.answers.hidden = false;
    this.build.hidden = true;
  }

  private async take(): Promise<void> {
    const keep = this.keep.checked;
    this.dropBuilt();
    await this.editor.do(() => [{ op: "build-visibility", keep }]);
  }

  private dropBuilt(): boolean {
    const had = this.proposed !== null || this.built.textContent !== "";
    this.asked++;
    this.proposed = null;
    this.built.textContent = "";
    this.answers.hidden = true;
    this.build.hidden = false;
    if (had && this.editor.level) this.grid.show(this.editor.level);
    return had;
  }

  private cancelAll(): boolean {
    const stroke = this.grid.cancel();
    return this.dropBuilt() || stroke;
  }

  cancel(): boolean {
    if (this.cancelAll()) return true;
    if (!this.large.hidden) {
      this.setLarge(false);
      return true;
    }
    if (this.from === null) return false;
    this.look(null);
    return true;
  }

  onLevel(): void {
    const { rooms } = this.editor.level.info;
    this.dropBuilt();
    this.editor.ghost.hide("seen");
    this.rooms.replaceChildren(make("option", { value: "" }, "nowhere: all rooms in full"), ...rooms.filter((room) => !room.empty).map((room) => make("option", { value: String(room.index) }, room.name)));
    if (this.from !== null && !rooms[this.from]) this.from = null;
    this.rooms.value = this.from === null ? "" : String(this.from);
    this.grid.show(this.editor.level);
    this.grid.setFrom(this.from);
    this.tell(null);
  }
}

function tellPair(level: Level, a: number, b: number): string {
  const [one, other] = [level.info.rooms[a]?.name ?? "", level.info.rooms[b]?.name ?? ""];
  if (a === b) return `${one}: a room is always drawn from itself.`;
  const [there, back] = [sees(level, a, b), sees(level, b, a)];
  if (there && back) return `${one} and ${other} see each other.`;
  if (!there && !back) return `${one} and ${other} do not see each other.`;
  return there ? `${one} sees ${other}, but not the other way round.` : `${one} does not see ${other}; ${other} sees ${one}.`;
}

function tellAll(level: Level): string {
  const rooms = level.info.rooms.filter((room) => !room.empty);
  const pairs = rooms.reduce((sum, room) => sum + room.sees.filter((other) => other !== room.index).length, 0);
  return `${count(rooms.length, "room")}, ${count(pairs, "pair")} listed. Arrow keys and Space work here, too.`;
}

/** Rooms: dragged to other doorways, turned, added from kits, removed, renamed, put in another order. */

import type { Level, Point } from "../../model/scene.ts";
import { edgesAround, edgeSegments } from "../../draw/lines.ts";
import { askName } from "../../panels/edit/rooms/name.ts";
import { ask } from "../../panels/edit/dialogs.ts";
import { RoomsPanel } from "../../panels/edit/rooms/panel.ts";
import type { Edit, Editor } from "../editor.ts";
import { roomKey } from "../links/edges.ts";
import type { Pointed } from "../pick.ts";
import { Adding, type KitFolder, type KitRoom } from "../rooms/adding.ts";
import { RoomDrag } from "../rooms/drag.ts";
import { movedInOrder, whatGoes } from "../rooms/follows.ts";
import { movedShape, shapeOfRoom } from "../rooms/shape.ts";
import { faultOfName, proposeName } from "../rooms/names.ts";
import { Tip } from "../tip.ts";
import type { EditTool } from "../tool.ts";
import { worded } from "../../model/touch.ts";

/** After that many milliseconds without another key, a room that was nudged is moved. */
const NUDGED_MS = 700;
const WAYS: Record<string, Point> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};

export class RoomsTool implements EditTool {
  readonly name = "rooms";
  readonly title = "Move, turn, add, remove and rename rooms (R)";
  readonly key = "r";
  readonly needsLevel = true;
  readonly panel: HTMLElement;
  kits: KitFolder[] | null = null;
  adding: Adding | null = null;
  private drag_: RoomDrag | null = null;
  private nudging: ReturnType<typeof setTimeout> | undefined;
  private pointer: Pointed | null = null;
  private outlined: number | null = null;
  private readonly tip = new Tip();
  private readonly shown: RoomsPanel;

  constructor(readonly editor: Editor) {
    this.shown = new RoomsPanel(this);
    this.panel = this.shown.element;
    editor.viewer.choices.watch(["top"], () => {
      if (editor.tool !== this) return;
      this.shown.refresh();
      editor.refreshHint();
    });
  }

  get level(): Level {
    return this.editor.level;
  }

  /** The room that is chosen; null for none. */
  get room(): number | null {
    const { selected } = this.editor;
    const [first] = selected.kind === "room" ? selected.items : [];
    return first !== undefined && this.level.info.rooms[first] ? first : null;
  }

  hint(): string {
    if (this.adding) {
      const what = `a doorway of the level to join ${this.adding.kit.name} there, or a free place.`;
      return worded(`Click ${what} Esc lets it go.`, `Tap ${what}`);
    }
    if (this.room === null) return worded("Click a room, then drag it. Seen from above (T) that is easiest.", "Tap a room, then drag it. Seen from above (Top) that is easiest.");
    const above = this.editor.viewer.choices.value.top ? "" : " T: from above.";
    const { name } = this.level.info.rooms[this.room];
    return worded(
      `Drag ${name}; doorways snap (with Ctrl not). Shift: height. Arrow keys move it by 10 cm, the keys , and . turn it.${above}`,
      `Drag ${name}; doorways snap. The buttons at the side turn it.`,
    );
  }

  start(): void {
    this.editor.selected.setKind("room");
    this.editor.selectionChanged();
    this.shown.refresh();
    if (!this.kits) void this.readKits();
  }

  stop(): void {
    this.cancel();
    this.outline(null);
    this.showTurned(null);
    this.tip.hide();
  }

  onSelection(): void {
    this.shown.refresh();
  }

  onLevel(): void {
    this.drop();
    this.outline(null);
    this.showTurned(null);
    this.adding?.forget();
    this.shown.refresh();
  }

  cancel(): boolean {
    const had = Boolean(this.drag_ || this.adding);
    this.drop();
    this.letGo();
    return had;
  }

  private drop(): void {
    clearTimeout(this.nudging);
    this.drag_?.hide();
    this.drag_ = null;
    this.tip.hide();
  }

  // The pointer

  hover(at: Pointed | null): void {
    this.pointer = at;
    if (!at) this.tip.hide();
    if (this.adding) return this.adding.hover(at);
    const room = at?.hit ? this.level.faceRoom[at.hit.row] : undefined;
    this.outline(room === undefined || room < 0 || room === this.room ? null : room);
  }

  /** Outlines the room that a click would choose. */
  private outline(room: number | null): void {
    if (room === this.outlined) return;
    this.outlined = room;
    const { ghost, viewer } = this.editor;
    ghost.show("outline", room === null ? [] : [{ colour: viewer.palette.selection, lines: edgeSegments(this.level, edgesAround(this.level, room)), width: 3 }]);
  }

  /** Shows where the chosen room would be, turned by so much; null ends it. */
  showTurned(degrees: number | null): void {
    const { room, level } = this;
    const { ghost, viewer } = this.editor;
    if (degrees === null || room === null) return ghost.hide("turned");
    const { triangles, lines } = movedShape(shapeOfRoom(level, room), [0, 0, 0], degrees, level.info.rooms[room].position);
    const { accent } = viewer.palette;
    ghost.show("turned", [{ colour: accent, triangles, opacity: 0.3 }, { colour: accent, lines, width: 3 }]);
  }

  press(at: Pointed): boolean {
    if (this.adding || !at.hit || this.room === null || this.editor.busy) return false;
    if (this.level.faceRoom[at.hit.row] !== this.room) return false;
    this.drop();
    this.drag_ = this.newDrag(this.room, at.hit.point[2], at);
    this.pointer = at;
    return true;
  }

  drag(at: Pointed): void {
    this.pointer = at;
    this.drag_?.follow(at);
  }

  release(at: Pointed): void {
    const dragged = this.drag_;
    this.drag_ = null;
    this.tip.hide();
    if (dragged?.moved) void dragged.finish();
    else {
      dragged?.hide();
      this.click(at);
    }
  }

  private newDrag(room: number, height: number, at: Pointed | null = null): RoomDrag {
    const tell = (words: string): void => {
      if (this.pointer) this.tip.show(this.pointer, words);
    };
    return new RoomDrag(this.editor, room, height, tell, at);
  }

  click(at: Pointed): void {
    if (this.adding) return void this.put(at);
    const room = at.hit ? this.level.faceRoom[at.hit.row] : undefined;
    this.choose(room === undefined || room < 0 ? null : room);
  }

  choose(room: number | null): void {
    const { selected } = this.editor;
    selected.setKind("room");
    selected.take(room === null ? [] : [room], "set");
    this.editor.selectionChanged();
    this.editor.refreshHint();
  }

  // Keys

  onKey(name: string, event: KeyboardEvent): boolean {
    const room = this.room;
    if (this.adding && (event.code === "Comma" || event.code === "Period")) {
      this.adding.step(event.code === "Comma" ? -1 : 1);
      this.shown.refreshKits();
      return true;
    }
    if (this.adding || room === null || (event.target as HTMLElement | null)?.closest?.(".side, .card, dialog")) return false;
    const way = WAYS[name];
    if (way) this.nudge(room, way, event.shiftKey ? 1 : 0.1);
    else if (event.code === "Comma") void this.turn(event.shiftKey ? 90 : 15);
    else if (event.code === "Period") void this.turn(event.shiftKey ? -90 : -15);
    else if (name === "Delete" || name === "Backspace") void this.remove(room);
    else if (name === "F2") void this.rename(room);
    else if (name === "Enter" && this.drag_) void this.endNudge();
    else return false;
    return true;
  }

  private nudge(room: number, way: Point, by: number): void {
    if (this.editor.busy) return;
    this.drag_ ??= this.newDrag(room, 0);
    this.pointer = null;
    this.drag_.nudge(way.map((value) => value * by) as unknown as Point);
    clearTimeout(this.nudging);
    this.nudging = setTimeout(() => void this.endNudge(), NUDGED_MS);
  }

  private async endNudge(): Promise<void> {
    clearTimeout(this.nudging);
    const dragged = this.drag_;
    this.drag_ = null;
    await dragged?.finish();
  }

  // Edits of the chosen room

  moveTo(place: Point): Promise<boolean> {
    const room = this.room;
    if (room === null) return Promise.resolve(false);
    return this.doFor(room, (level, key, index) => {
      const offset = place.map((value, axis) => value - level.info.rooms[index].position[axis]) as unknown as Point;
      return Math.hypot(...offset) ? { op: "move-room", room: key, offset, relink: true } : null;
    });
  }

  turn(degrees: number): Promise<boolean> {
    const room = this.room;
    if (room === null) return Promise.resolve(false);
    return this.doFor(room, (_level, key) => ({ op: "turn-room", room: key, degrees, relink: true }));
  }

  async rename(room: number): Promise<void> {
    const { level } = this;
    const now = level.info.rooms[room].name;
    const fault = (name: string): string => (name === now ? "That is its name already." : faultOfName(name, level, room));
    const name = await askName(`Rename ${now}`, now, "Rename", fault, ["Layout, door hooks, sight and walkmesh follow. A model file has to be renamed by hand."]);
    if (name && (await this.doFor(room, (_level, key) => ({ op: "rename-room", room: key, name })))) this.choose(this.find(name));
  }

  async remove(room: number): Promise<void> {
    const { name } = this.level.info.rooms[room];
    const lines = whatGoes(this.level, room, this.editor.viewer.tree);
    const sure = await ask(`Remove ${name}?`, [...lines, "It can be undone."], [
      { text: "Keep it", value: false, primary: true },
      { text: `Remove ${name}`, value: true, danger: true },
    ], false);
    if (sure) await this.doFor(room, (_level, key) => ({ op: "remove-room", room: key }));
  }

  /** Puts a room at another place of the layout's order. */
  reorder(from: number, to: number): Promise<boolean> {
    const size = this.level.info.rooms.length;
    if (from === to || to < 0 || to >= size) return Promise.resolve(false);
    return this.editor.do((level) => (level.info.rooms.length === size ? [{ op: "reorder-rooms", order: movedInOrder(size, from, to) }] : null));
  }

  private doFor(room: number, make: (level: Level, key: string | number, index: number) => Edit | null): Promise<boolean> {
    const { name } = this.level.info.rooms[room];
    return this.editor.do((level) => {
      const index = level.info.rooms[room]?.name === name ? room : this.find(name, level);
      const edit = index === null ? null : make(level, roomKey(level, index), index);
      return edit && [edit];
    });
  }

  private find(name: string, level = this.level): number | null {
    return level.info.rooms.find((one) => one.name.toLowerCase() === name.toLowerCase())?.index ?? null;
  }

  // Kits

  async readKits(anew = false): Promise<void> {
    const reply = await this.editor.question<{ kits: KitFolder[] }>("kits", { anew });
    this.kits = reply?.kits ?? this.kits ?? [];
    this.shown.refreshKits();
  }

  takeKit(kit: KitRoom): void {
    this.drop();
    this.adding?.hide();
    this.adding = new Adding(this.editor, kit, this.nameFor(kit), (at, words) => this.tip.show(at, words));
    this.shown.refreshKits();
    this.editor.refreshHint();
  }

  letGo(): void {
    if (!this.adding) return;
    this.adding.hide();
    this.adding = null;
    this.tip.hide();
    this.shown.refreshKits();
    this.editor.refreshHint();
  }

  private nameFor(kit: KitRoom): string {
    const { info } = this.level;
    return proposeName(info.rooms.map((room) => room.name), info.name, kit.name);
  }

  private async put(at: Pointed): Promise<void> {
    const { adding } = this;
    const target = await adding?.targetAt(at);
    if (!adding || !target) return;
    if (typeof target === "string") return this.editor.tell(target, [], true);
    this.tip.hide();
    const title = `Add ${adding.kit.name}`;
    const name = await askName(title, this.nameFor(adding.kit), "Add", (given) => faultOfName(given, this.level), ["The name of the new room: at most 16 letters, digits and underscores."]);
    if (!name) return;
    const done = await this.editor.do((level) => [adding.edit(level, name, target)]);
    if (!done) return;
    this.letGo();
    this.choose(this.find(name));
  }
}

/** Select: by clicks, by a box, and more of the same kind. */

import type { LayerName } from "../../app/choices.ts";
import { openGroup } from "../../app/groups.ts";
import { edgesAround, edgeSegments } from "../../draw/lines.ts";
import { isWalkable, type Level } from "../../model/scene.ts";
import { middle } from "../../model/geometry.ts";
import { byId, make } from "../../panels/dom.ts";
import type { Edit, Editor } from "../editor.ts";
import { pickEdge, type Pointed, pickThing, pickVertex } from "../pick.ts";
import { findFace, type Placed, placeOfFace, vertexAt } from "../places.ts";
import { connectedLike, grow, KINDS, type Kind, rowsOfRoom, sameMaterial, type Thing } from "../selection.ts";
import { listPoints, listThings, partsOf, standOf } from "../things.ts";
import type { EditTool } from "../tool.ts";
import { worded } from "../../model/touch.ts";

/** The layer that shows a kind of thing: what is not seen is not taken. */
const LAYER_OF: Readonly<Record<string, LayerName>> = { door: "doors", placeable: "placeables", hook: "hooks", point: "pathPoints" };

type How = "set" | "add" | "toggle" | "remove";

export class SelectTool implements EditTool {
  readonly name = "select";
  readonly title = "Select faces, edges, corners, rooms or things (1)";
  readonly key = "1";
  readonly panel: HTMLElement;
  private box: { from: Pointed; to: Pointed } | null = null;
  private pointed = "";
  private readonly frame = make("div", { className: "boxing", hidden: true, attributes: { "aria-hidden": "true" } });
  private readonly kinds: HTMLButtonElement[];
  private readonly more: HTMLElement;

  constructor(private readonly editor: Editor) {
    byId("stage").append(this.frame);
    this.kinds = (Object.keys(KINDS) as Kind[]).map((kind) =>
      make("button", { type: "button", attributes: { "data-kind": kind }, on: { click: () => this.setKind(kind) } }, KINDS[kind]),
    );
    this.more = make(
      "div",
      { className: "actions" },
      ...([
        ["Grow", "and all that touches it (G)", () => this.grow()],
        ["Connected", "all floor, or all walls, that hang together with it (K)", () => this.connect()],
        ["Same surface", "all of that surface in the room (H)", () => this.same()],
        ["Whole room", "everything of the room (Ctrl+A)", () => this.wholeRoom()],
        ["Invert", "what is not selected in the room, instead (I)", () => this.invert()],
        ["Nothing", "nothing selected (Esc)", () => this.nothing()],
      ] as const).map(([text, title, act]) => make("button", { type: "button", title, on: { click: act } }, text)),
    );
    this.panel = make(
      "div",
      {},
      make("h3", {}, "What to select"),
      make("div", { className: "pills small", attributes: { role: "group", "aria-label": "What to select" } }, ...this.kinds),
      make("h3", {}, "Select more"),
      this.more,
    );
    this.mark();
  }

  hint(): string {
    const one = { face: "a face", edge: "an edge", vertex: "a corner", room: "a room", thing: "a door, placeable or path point" };
    const what = one[this.editor.selected.kind];
    return worded(`Click ${what}; with Shift one more; drag with Shift for a box.`, `Tap ${what}; the buttons at the side take more.`);
  }

  get showsEdges(): boolean {
    const { kind } = this.editor.selected;
    return kind === "edge" || kind === "vertex";
  }

  setKind(kind: Kind): void {
    this.editor.selected.setKind(kind);
    this.mark();
    this.editor.selectionChanged();
  }

  onSelection(): void {
    this.mark();
  }

  /** What a click would take. */
  hover(at: Pointed | null): void {
    const { selected, level, ghost, viewer } = this.editor;
    const thing = at && selected.kind === "thing" ? pickThing(viewer, at) : null;
    const item = at && selected.kind !== "thing" ? this.itemAt(at) : null;
    const sign = thing ?? (item === null ? "" : `${selected.kind}:${item}`);
    if (sign === this.pointed) return;
    this.pointed = sign;
    const colour = viewer.palette.selection;
    const place = thing !== null ? standOf(level, thing)?.at : selected.kind === "vertex" && item !== null ? vertexAt(level, item) : null;
    if (place) return ghost.show("pointed", [{ colour, points: [place], size: thing === null ? 9 : 22 }]);
    if (item === null) return ghost.hide("pointed");
    const edges =
      selected.kind === "edge" ? [item] : selected.kind === "room" ? edgesAround(level, item) : [3 * item, 3 * item + 1, 3 * item + 2];
    ghost.show("pointed", [{ colour, lines: edgeSegments(level, edges), width: selected.kind === "edge" ? 5 : 2 }]);
  }

  onLevel(): void {
    this.pointed = "";
    this.editor.ghost.hide("pointed");
  }

  press(at: Pointed): boolean {
    if (!(at.shift || at.ctrl)) return false;
    this.box = { from: at, to: at };
    return true;
  }

  drag(at: Pointed): void {
    if (!this.box) return;
    this.box.to = at;
    const { from } = this.box;
    Object.assign(this.frame.style, {
      left: `${Math.min(from.x, at.x)}px`,
      top: `${Math.min(from.y, at.y)}px`,
      width: `${Math.abs(from.x - at.x)}px`,
      height: `${Math.abs(from.y - at.y)}px`,
    });
    this.frame.hidden = false;
  }

  release(at: Pointed): void {
    const box = this.box;
    this.cancel();
    if (!box) return;
    if (Math.hypot(box.from.x - at.x, box.from.y - at.y) < 5) return this.click(at);
    const { selected } = this.editor;
    this.editor.viewer.select(null);
    if (selected.kind === "thing") {
      for (const thing of this.thingsInBox(box.from, at)) at.ctrl ? selected.things.delete(thing) : selected.things.add(thing);
    } else selected.take(this.inBox(box.from, at), at.ctrl ? "remove" : "add");
    this.editor.selectionChanged();
  }

  cancel(): boolean {
    const had = this.box !== null;
    this.box = null;
    this.frame.hidden = true;
    return had;
  }

  stop(): void {
    this.cancel();
    this.onLevel();
  }

  click(at: Pointed): void {
    const { selected, viewer } = this.editor;
    const how: How = at.shift || at.ctrl ? "toggle" : "set";
    // A finding's mark tells of itself, whatever is selected.
    const mark = viewer.overlay.find(at.x, at.y, at.touch ? 22 : 12);
    if (mark?.members && how === "set") return openGroup(viewer, mark.members);
    if (mark?.finding !== undefined && how === "set") {
      const finding = viewer.level.info.findings.find((one) => one.number === mark.finding);
      if (finding) return viewer.select({ kind: "finding", finding });
    }
    if (selected.kind === "thing") this.clickThing(at, how);
    else {
      const item = this.itemAt(at);
      selected.take(item === null ? [] : [item], how);
      this.tell(at, item, how);
    }
    this.editor.selectionChanged();
  }

  /** The card about what was clicked; of one thing only. */
  private tell(at: Pointed, item: number | null, how: How): void {
    const { viewer, selected } = this.editor;
    if (how !== "set" || item === null || !at.hit) return viewer.select(null);
    if (selected.kind === "room") viewer.select({ kind: "room", index: item });
    else if (selected.kind === "face") viewer.select({ kind: "face", row: item, at: at.hit.point });
    else viewer.select(null);
  }

  private clickThing(at: Pointed, how: How): void {
    const { viewer, selected } = this.editor;
    const thing = pickThing(viewer, at);
    if (!thing) {
      if (how === "set") selected.clear();
      // Creatures and such are looked at here; they have no tool that moves them.
      const listed = viewer.overlay.find(at.x, at.y, at.touch ? 22 : 12)?.listed;
      return viewer.select(listed === undefined ? null : { kind: "listed", index: listed });
    }
    selected.takeThing(thing, how !== "set");
    const [kind, number] = thing.split(":");
    if (kind === "door" || kind === "placeable") viewer.select({ kind, index: Number(number) });
  }

  private itemAt(at: Pointed): number | null {
    const { viewer, selected } = this.editor;
    if (selected.kind === "edge") return pickEdge(viewer, at);
    if (selected.kind === "vertex") return pickVertex(viewer, at);
    if (!at.hit || at.hit.row >= viewer.level.roomFaces) return null;
    return selected.kind === "room" ? viewer.level.faceRoom[at.hit.row] : at.hit.row;
  }

  private thingsInBox(from: Pointed, to: Pointed): Thing[] {
    const { rig } = this.editor.viewer.stage;
    const { level, viewer } = this.editor;
    const isShown = (thing: Thing): boolean => viewer.choices.value.layers[LAYER_OF[partsOf(thing)[0]] ?? "labels"];
    return [...listThings(level), ...listPoints(level)].filter((thing) => {
      const stand = isShown(thing) ? standOf(level, thing) : null;
      if (!stand) return false;
      const { x, y, shown } = rig.project(stand.at);
      return shown && x >= Math.min(from.x, to.x) && x <= Math.max(from.x, to.x) && y >= Math.min(from.y, to.y) && y <= Math.max(from.y, to.y);
    });
  }

  private inBox(from: Pointed, to: Pointed): number[] {
    const { viewer, selected } = this.editor;
    const { level, stage, picture, shapes } = viewer;
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    const inside = (point: readonly [number, number, number]): boolean => {
      const { x, y, shown } = stage.rig.project(point);
      return shown && x >= left && x <= right && y >= top && y <= bottom;
    };
    const { direction } = stage.rig.ray((left + right) / 2, (top + bottom) / 2);
    const drawn = (row: number): boolean => {
      const n = shapes.normals.subarray(3 * row, 3 * row + 3);
      return picture.faces.visible(row, n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2]);
    };
    const rows: number[] = [];
    for (let row = 0; row < level.roomFaces; row++) if (drawn(row) && inside(middle(level, row))) rows.push(row);
    if (selected.kind === "face") return rows;
    if (selected.kind === "room") return [...new Set(rows.map((row) => level.faceRoom[row]))];
    const vertices = new Set<number>();
    for (let row = 0; row < level.roomFaces; row++) {
      if (drawn(row)) for (const side of [0, 1, 2]) vertices.add(level.faces[3 * row + side]);
    }
    const within = new Set([...vertices].filter((vertex) => inside(vertexAt(level, vertex))));
    if (selected.kind === "vertex") return [...within];
    return edgesBetween(level, within, drawn);
  }

  onKey(name: string): boolean {
    const acts: Record<string, () => void> = {
      g: () => this.grow(),
      k: () => this.connect(),
      h: () => this.same(),
      i: () => this.invert(),
      Delete: () => this.remove(),
      "Ctrl+a": () => this.wholeRoom(),
    };
    const act = acts[name];
    if (!act || (name === "Delete" && !this.editor.selected.size)) return false;
    act();
    return true;
  }

  /** Deletes the selected faces, as one step. */
  private remove(): void {
    const { level, selected } = this.editor;
    if (selected.kind !== "face") return this.editor.tell("Select faces to delete them; rooms and things have tools of their own", [], true);
    const placed = selected.rows(level).map((row) => placeOfFace(level, row)).filter((one) => one !== null);
    void this.editor.do((now) => deleteEdits(now, placed));
  }

  private change(find: (level: Level, rows: number[]) => Iterable<number>): void {
    const { selected, level } = this.editor;
    const rows = selected.rows(level);
    selected.setKind("face");
    selected.take(find(level, rows), "set");
    this.mark();
    this.editor.selectionChanged();
  }

  private grow(): void {
    const floor = this.editor.selected.rows(this.editor.level).some((row) => isWalkable(this.editor.level, row));
    this.change((level, rows) => [...grow(level, rows)].filter((row) => isWalkable(level, row) === floor));
  }

  private connect(): void {
    this.change(connectedLike);
  }

  private same(): void {
    this.change(sameMaterial);
  }

  private wholeRoom(): void {
    const { level, selected, viewer } = this.editor;
    const chosen = viewer.selection?.kind === "room" ? [viewer.selection.index] : [];
    const rooms = new Set([...selected.rows(level).map((row) => level.faceRoom[row]), ...chosen]);
    if (!rooms.size && level.info.rooms.length === 1) rooms.add(0);
    this.change(() => [...rooms].flatMap((room) => rowsOfRoom(level, room)));
  }

  private invert(): void {
    this.change((level, rows) => {
      const had = new Set(rows);
      const rooms = new Set(rows.map((row) => level.faceRoom[row]));
      return [...rooms].flatMap((room) => rowsOfRoom(level, room)).filter((row) => !had.has(row));
    });
  }

  private nothing(): void {
    this.editor.selected.clear();
    this.editor.viewer.select(null);
    this.editor.selectionChanged();
  }

  private mark(): void {
    const { selected } = this.editor;
    for (const button of this.kinds) button.setAttribute("aria-pressed", String(button.dataset["kind"] === selected.kind));
    for (const button of this.more.children) (button as HTMLButtonElement).disabled = !selected.size || selected.kind === "thing";
    (this.more.lastElementChild as HTMLButtonElement).disabled = !selected.size;
  }
}

/** The edits that delete these faces: one for each room. */
function deleteEdits(level: Level, faces: readonly Placed[]): Edit[] {
  const byRoom = new Map<number, number[]>();
  for (const placed of faces) {
    const row = findFace(level, placed);
    if (row === null) continue;
    const room = level.faceRoom[row];
    byRoom.set(room, [...(byRoom.get(room) ?? []), row - level.info.rooms[room].faces[0]]);
  }
  return [...byRoom].map(([room, own]) => ({ op: "delete-faces", room: level.info.rooms[room].name, faces: own.sort((a, b) => a - b) }));
}

/** Edges of faces that are drawn whose two ends are among the vertices: of the two sides of an edge one, that of the floor. */
function edgesBetween(level: Level, vertices: ReadonlySet<number>, drawn: (row: number) => boolean): number[] {
  const found = new Map<string, number>();
  for (let edge = 0; edge < 3 * level.roomFaces; edge++) {
    const row = Math.floor(edge / 3);
    const ends = [level.faces[edge], level.faces[3 * row + ((edge + 1) % 3)]];
    if (!ends.every((vertex) => vertices.has(vertex)) || !drawn(row)) continue;
    const key = ends.sort((a, b) => a - b).join();
    const other = found.get(key);
    if (other === undefined || (isWalkable(level, row) && !isWalkable(level, Math.floor(other / 3)))) found.set(key, edge);
  }
  return [...found.values()];
}

/** Move: corners, edges and faces are dragged, nudged by keys, or put to an exact place. */

import { corner, type Level, type Point } from "../../../model/scene.ts";
import { count } from "../../../model/words.ts";
import { pickEdge, type Pointed, pickVertex } from "../../pick.ts";
import { vertexAt } from "../../places.ts";
import { endsOf, type Kind } from "../../selection.ts";
import { distinctPlaces, type Move, moveAndJoinEdits, moveEdits } from "./edits.ts";
import { add, endsOfEdge } from "./extruded.ts";
import { apart, roomOf, SAME_PLACE, verticesAt, weldGroup } from "./groups.ts";
import { MovedFaces, withMoved } from "./moved.ts";
import { metres, type Mode, type Shaping } from "./shaping.ts";
import { between, partAtPixel, type Snap, SnapGoals } from "./snap.ts";
import { Way } from "./way.ts";
import { worded } from "../../../model/touch.ts";

interface Grabbed {
  kind: Kind;
  item: number;
  /** Its corners: what snaps. */
  corners: Point[];
  /** Where it was taken hold of. */
  anchor: Point;
}

interface Drag {
  level: Level;
  grabbed: Grabbed;
  vertices: Set<number>;
  moved: MovedFaces;
  goals: SnapGoals;
  way: Way;
  at: Pointed;
  offset: Point;
  snap: Snap | null;
  onModel: boolean;
  /** The model's floor counts, which the server may not have told yet. */
  awaits: boolean;
}

export class MoveMode implements Mode {
  private pressed: { at: Pointed; grabbed: Grabbed } | null = null;
  private drawn: Drag | null = null;

  constructor(private readonly shaping: Shaping) {}

  hint(): string {
    const { upright } = this.shaping.options;
    const way = upright ? "up and down" : "over the floor";
    return worded(
      `Drag a corner, edge or selected face ${way}${upright ? "" : "; with Shift up and down"}; Ctrl: no snapping. Click selects, arrow keys nudge.`,
      `Drag a corner, edge or selected face ${way}. A tap selects.`,
    );
  }

  hover(at: Pointed): void {
    const grabbed = this.grab(at);
    if (!grabbed) return this.shaping.clear();
    const { kind, item } = grabbed;
    if (kind === "face") {
      this.shaping.show({ lines: outline(grabbed.corners) }, `face ${item}`);
    } else if (kind === "edge") this.shaping.show({ lines: grabbed.corners.flat() }, `edge ${item}`);
    else this.shaping.show({ points: grabbed.corners }, `vertex ${item}`);
  }

  press(at: Pointed): boolean {
    const grabbed = this.grab(at);
    // A drag on a face that is not selected turns the picture.
    if (!grabbed || (grabbed.kind === "face" && !this.isSelected(grabbed))) return false;
    this.pressed = { at, grabbed };
    return true;
  }

  drag(at: Pointed): void {
    if (!this.pressed) return;
    this.drawn ??= this.begin(this.pressed.at, this.pressed.grabbed);
    this.follow(this.drawn, at);
  }

  release(at: Pointed): void {
    const { drawn } = this;
    const had = this.pressed;
    [this.pressed, this.drawn] = [null, null];
    if (drawn) void this.finish(drawn);
    else if (had) this.click(at);
  }

  cancel(): boolean {
    const had = this.drawn;
    [this.pressed, this.drawn] = [null, null];
    if (had) this.putBack(had.moved);
    this.shaping.clear();
    return had !== null;
  }

  click(at: Pointed): void {
    const { selected, editor } = this.shaping;
    const more = at.shift || at.ctrl;
    const grabbed = this.grab(at, more && selected.size ? selected.kind : null);
    if (!grabbed) {
      if (!more) selected.clear();
    } else {
      selected.setKind(grabbed.kind);
      selected.take([grabbed.item], more ? "toggle" : "set");
    }
    editor.selectionChanged();
  }

  /** What is below the pointer: a corner, else an edge, else a face; or only what is of one kind. */
  private grab(at: Pointed, only: Kind | null = null): Grabbed | null {
    const { editor, level } = this.shaping;
    const vertex = !only || only === "vertex" ? pickVertex(editor.viewer, at) : null;
    if (vertex !== null) {
      const place = vertexAt(level, vertex);
      return { kind: "vertex", item: vertex, corners: [place], anchor: place };
    }
    const edge = !only || only === "edge" ? pickEdge(editor.viewer, at) : null;
    if (edge !== null) return this.grabEdge(edge, at);
    const row = at.hit?.row ?? level.roomFaces;
    if (!at.hit || row >= level.roomFaces || (only && only !== "face")) return null;
    const corners = [0, 1, 2].map((side) => corner(level, row, side));
    return { kind: "face", item: row, corners, anchor: at.hit.point };
  }

  private grabEdge(edge: number, at: Pointed): Grabbed {
    const [a, b] = endsOfEdge(this.shaping.level, edge);
    return { kind: "edge", item: edge, corners: [a, b], anchor: between(a, b, partAtPixel(this.shaping.project, a, b, at.x, at.y)) };
  }

  /** Whether it is selected; a corner also where another one at its place is. */
  private isSelected({ kind, item }: Grabbed): boolean {
    const { selected, level } = this.shaping;
    if (kind !== selected.kind) return false;
    if (selected.items.has(item)) return true;
    return kind === "vertex" && verticesAt(level, vertexAt(level, item)).some((other) => selected.items.has(other));
  }

  private begin(at: Pointed, grabbed: Grabbed): Drag {
    const { selected, editor, level, options, project, seen } = this.shaping;
    if (!this.isSelected(grabbed)) {
      selected.setKind(grabbed.kind);
      selected.take([grabbed.item], "set");
      editor.selectionChanged();
    }
    const vertices = weldGroup(level, selected.vertices(level), options.beside);
    const moved = new MovedFaces(level, vertices);
    const rooms = new Set([...selected.vertices(level)].map((vertex) => roomOf(level, vertex)));
    const goals = new SnapGoals(level, project, { rooms, vertices, rows: new Set(moved.rows) }, seen);
    const way = new Way(editor.viewer, grabbed.anchor, at, at.shift || options.upright);
    this.shaping.again = () => this.drawn && this.follow(this.drawn, this.drawn.at);
    return { level, grabbed, vertices, moved, goals, way, at, offset: [0, 0, 0], snap: null, onModel: false, awaits: false };
  }

  private follow(drag: Drag, at: Pointed): void {
    const upright = at.shift || this.shaping.options.upright;
    drag.at = at;
    const free = drag.way.follow(at, upright);
    drag.snap = at.ctrl || upright ? null : this.snapped(drag, free);
    drag.offset = drag.snap ? drag.offset : rounded(drag.grabbed.corners[0], free);
    drag.onModel = false;
    drag.awaits = this.shaping.options.snap.model && !at.ctrl && !drag.snap && !upright;
    if (!at.ctrl && !drag.snap) this.level(drag, upright);
    this.draw(drag);
  }

  /** The nearest goal of any of the grabbed corners; then the drag goes exactly there. */
  private snapped(drag: Drag, free: Point): Snap | null {
    let best: { snap: Snap; far: number; from: Point } | null = null;
    for (const from of drag.grabbed.corners) {
      const found = drag.goals.nearest(add(from, free), this.shaping.options.snap);
      if (!found) continue;
      const nearer = !best || (found.snap.kind === best.snap.kind ? found.far < best.far : found.snap.kind === "vertex");
      if (nearer) best = { ...found, from };
    }
    if (!best) return null;
    const { snap, from } = best;
    drag.offset = [snap.point[0] - from[0], snap.point[1] - from[1], snap.point[2] - from[2]];
    return snap;
  }

  /** To the floor of the model, where that is wanted; up and down only where it is near. */
  private level(drag: Drag, upright: boolean): void {
    const { options, floor, level, editor } = this.shaping;
    if (!options.snap.model) return;
    const [from] = drag.grabbed.corners;
    const place = add(from, drag.offset);
    const height = floor.near(this.roomName(drag, level), place);
    if (height === null) return;
    const near = Math.abs(height - place[2]) <= 10 * editor.viewer.stage.rig.metresPerPixel;
    if (upright && !near) return;
    drag.offset = [drag.offset[0], drag.offset[1], height - from[2]];
    drag.onModel = true;
  }

  private roomName(drag: Drag, level: Level): string {
    const [vertex] = drag.grabbed.kind === "vertex" ? [drag.grabbed.item] : drag.grabbed.kind === "edge" ? endsOf(level, drag.grabbed.item) : [level.faces[3 * drag.grabbed.item]];
    return level.info.rooms[roomOf(level, vertex)]?.name ?? "";
  }

  private draw(drag: Drag): void {
    const { moved, offset, snap } = drag;
    moved.move(offset);
    this.shaping.editor.viewer.picture.faces.reshape(moved.rows, moved.corners);
    const corners = drag.grabbed.corners.map((place) => add(place, offset));
    this.shaping.show({ bad: moved.bad(), lines: moved.lines(), points: corners, goal: snap?.point ?? null });
    const [turned, steep] = [moved.count("turned"), moved.count("steep")];
    const bad = [turned ? `${count(turned, "face")} would turn over` : "", steep ? `${count(steep, "face")} would be steep` : ""];
    const where = snap ? `to ${this.shaping.describe(snap)}` : drag.onModel ? "on the model's floor" : `by ${metres(Math.hypot(...offset))}`;
    const why = this.shaping.options.snap.model && !drag.onModel && !snap ? this.shaping.floor.reason : "";
    this.shaping.note(drag.at, [where, why, ...bad].filter(Boolean).join(" · "), turned + steep > 0);
  }

  private async finish(drag: Drag): Promise<void> {
    const { floor } = this.shaping;
    this.shaping.again = () => undefined;
    if (drag.awaits) {
      // The pointer may have been faster than the server.
      const [from] = drag.grabbed.corners;
      const height = await floor.at(this.roomName(drag, drag.level), add(from, drag.offset));
      if (height !== null) drag.offset = [drag.offset[0], drag.offset[1], height - from[2]];
    }
    await this.move(drag.level, drag.vertices, drag.offset, drag.moved);
  }

  /** Moves vertices by a way; what is selected stays so. `shown`: as they are drawn already. */
  async move(level: Level, vertices: Set<number>, offset: Point, shown: MovedFaces | null = null): Promise<boolean> {
    const { editor, options, selected } = this.shaping;
    const places = distinctPlaces(level, vertices);
    const place = places.length === 1 ? (add(places[0], offset).map(Math.fround) as unknown as Point) : null;
    if (Math.hypot(...offset) < 1e-6) {
      if (shown) this.putBack(shown);
      this.shaping.clear();
      return false;
    }
    const move: Move = { offset, place };
    const [kind, items] = [selected.kind, new Set(selected.items)];
    const after = withMoved(level, vertices, (from) => place ?? add(from, offset));
    const done = await editor.do((now) => {
      const rows = now === level ? vertices : again(level, now, vertices);
      if (!rows) return null;
      return options.join ? moveAndJoinEdits(now, rows, move) : moveEdits(now, rows, move);
    });
    this.shaping.clear();
    if (!done && shown) this.putBack(shown);
    if (done && selected.kind === kind) {
      selected.items = items;
      selected.follow(after, editor.level);
      editor.selectionChanged();
    }
    return done;
  }

  private putBack(moved: MovedFaces): void {
    const { editor, level } = this.shaping;
    moved.move([0, 0, 0]);
    if (moved.level === level) editor.viewer.picture.faces.reshape(moved.rows, moved.corners);
  }
}

function outline(corners: readonly Point[]): number[] {
  return corners.flatMap((point, i) => [...point, ...corners[(i + 1) % corners.length]]);
}

/** A way that ends at whole millimetres; what is not moved along an axis stays exactly there. */
export function rounded(from: Point, way: Point): Point {
  return way.map((value, axis) => (value === 0 ? 0 : Math.round((from[axis] + value) * 1000) / 1000 - from[axis])) as unknown as Point;
}

/** The same vertices after another edit; null where one is gone. */
function again(before: Level, after: Level, vertices: Iterable<number>): Set<number> | null {
  const found = new Set<number>();
  for (const vertex of vertices) {
    const room = roomOf(before, vertex);
    if (before.info.rooms[room]?.name !== after.info.rooms[room]?.name) return null;
    const same = verticesAt(after, vertexAt(before, vertex), room).filter((row) => apart(vertexAt(after, row), vertexAt(before, vertex)) <= SAME_PLACE);
    if (!same.length) return null;
    for (const row of same) found.add(row);
  }
  return found;
}

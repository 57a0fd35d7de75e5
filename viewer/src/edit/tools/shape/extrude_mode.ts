/** Extrude: new floor is drawn out of an edge where the floor ends, or out of several. */

import type { Level, Point } from "../../../model/scene.ts";
import { isBoundary, pickEdge, type Pointed } from "../../pick.ts";
import { findEdge, placeOfEdge } from "../../places.ts";
import { endsOf } from "../../selection.ts";
import { nameOf, ownEdge } from "./edits.ts";
import { add, endsOfEdge, extrude, outwards } from "./extruded.ts";
import { withMoved } from "./moved.ts";
import { rounded } from "./move.ts";
import { metres, type Mode, type Shaping } from "./shaping.ts";
import { between, partAtPixel, type Snap, SnapGoals } from "./snap.ts";
import { Way } from "./way.ts";
import { pointed, worded } from "../../../model/touch.ts";

/** Metres: less is a click that slipped. */
const LEAST = 0.01;
const NO_EDGE = pointed("Select edges at which the floor ends first: click them.");

interface Drag {
  level: Level;
  edges: number[];
  ends: Point[];
  goals: SnapGoals;
  way: Way;
  offset: Point;
  snap: Snap | null;
  fine: boolean;
}

export class ExtrudeMode implements Mode {
  private pressed: { at: Pointed; edge: number } | null = null;
  private drawn: Drag | null = null;

  constructor(private readonly shaping: Shaping) {}

  hint(): string {
    return worded(
      "Drag an edge at which the floor ends: new floor comes out of it; with Shift up and down. Click edges to select several. Ctrl: no snapping.",
      "Drag an edge at which the floor ends: new floor comes out of it. Tap edges to select several.",
    );
  }

  hover(at: Pointed): void {
    const edge = this.edgeAt(at);
    if (edge === null) return this.shaping.clear();
    this.shaping.show({ lines: endsOfEdge(this.shaping.level, edge).flat() }, `edge ${edge}`);
  }

  press(at: Pointed): boolean {
    const edge = this.edgeAt(at);
    this.pressed = edge === null ? null : { at, edge };
    return edge !== null;
  }

  drag(at: Pointed): void {
    if (!this.pressed) return;
    this.drawn ??= this.begin(this.pressed.at, this.pressed.edge);
    const { drawn } = this;
    const free = drawn.way.follow(at, at.shift || this.shaping.options.upright);
    drawn.snap = at.ctrl ? null : this.snapped(drawn, free);
    if (!drawn.snap) drawn.offset = rounded(drawn.ends[0], free);
    this.draw(drawn, at);
  }

  release(at: Pointed): void {
    const { drawn, pressed } = this;
    [this.pressed, this.drawn] = [null, null];
    if (drawn && Math.hypot(...drawn.offset) >= LEAST) void this.send(drawn.level, drawn.edges, drawn.offset);
    else if (drawn) this.shaping.clear();
    else if (pressed) this.click(at);
  }

  click(at: Pointed): void {
    const { selected, editor } = this.shaping;
    const edge = this.edgeAt(at);
    const more = at.shift || at.ctrl;
    selected.setKind("edge");
    if (edge !== null) selected.take([edge], more ? "toggle" : "set");
    else if (!more) selected.clear();
    editor.selectionChanged();
  }

  cancel(): boolean {
    const had = this.drawn !== null;
    [this.pressed, this.drawn] = [null, null];
    this.shaping.clear();
    return had;
  }

  /** The selected edges, straight outwards. */
  async outwards(far: number): Promise<void> {
    const { level, editor } = this.shaping;
    const edges = this.selectedEdges();
    if (!edges.length) return editor.tell(NO_EDGE, [], true);
    if (!(far >= LEAST && far <= 1000)) return editor.tell("Say how far outwards, from 0.01 to 1000 metres.", [], true);
    const way = outwards(level, edges);
    await this.send(level, edges, way.map((part) => part * far) as unknown as Point);
  }

  private edgeAt(at: Pointed): number | null {
    return pickEdge(this.shaping.editor.viewer, at, (edge) => isBoundary(this.shaping.level, edge));
  }

  /** Those that are selected where the floor ends, of the room of the first. */
  private selectedEdges(): number[] {
    const { selected, level } = this.shaping;
    if (selected.kind !== "edge") return [];
    const edges = [...selected.items].filter((edge) => isBoundary(level, edge));
    const room = level.faceRoom[Math.floor(edges[0] / 3)];
    return edges.filter((edge) => level.faceRoom[Math.floor(edge / 3)] === room);
  }

  private begin(at: Pointed, edge: number): Drag {
    const { level, selected, editor, options, project, seen } = this.shaping;
    let edges = this.selectedEdges();
    if (!edges.includes(edge)) {
      edges = [edge];
      selected.setKind("edge");
      selected.take(edges, "set");
      editor.selectionChanged();
    }
    const [a, b] = endsOfEdge(level, edge);
    const vertices = new Set(edges.flatMap((one) => endsOf(level, one)));
    const rows = new Set(edges.map((one) => Math.floor(one / 3)));
    const rooms = new Set([level.faceRoom[Math.floor(edge / 3)]]);
    return {
      level,
      edges,
      // The ends of the edge that is held come first: they are what one looks at.
      ends: [a, b, ...edges.slice(0, 30).filter((one) => one !== edge).flatMap((one) => endsOfEdge(level, one))],
      goals: new SnapGoals(level, project, { rooms, vertices, rows }, seen),
      way: new Way(editor.viewer, between(a, b, partAtPixel(project, a, b, at.x, at.y)), at, at.shift || options.upright),
      offset: [0, 0, 0],
      snap: null,
      fine: true,
    };
  }

  private snapped(drag: Drag, free: Point): Snap | null {
    let best: { snap: Snap; far: number; from: Point } | null = null;
    for (const from of drag.ends) {
      const found = drag.goals.nearest(add(from, free), this.shaping.options.snap);
      if (!found) continue;
      const better = !best || (found.snap.kind === best.snap.kind ? found.far < best.far : found.snap.kind === "vertex");
      if (better) best = { ...found, from };
    }
    if (!best) return null;
    drag.offset = [0, 1, 2].map((axis) => best.snap.point[axis] - best.from[axis]) as unknown as Point;
    return best.snap;
  }

  private draw(drag: Drag, at: Pointed): void {
    const made = extrude(drag.level, drag.edges, drag.offset);
    const { fine, triangles, lines } = made;
    const key = fine ? "faces" : "bad";
    this.shaping.show({ [key]: triangles, lines, goal: drag.snap?.point ?? null }, "", this.colour(drag));
    const where = drag.snap ? `to ${this.shaping.describe(drag.snap)}` : `by ${metres(Math.hypot(...drag.offset))}`;
    this.shaping.note(at, fine ? where : `${where} · draw it outwards: this could not be walked on`, !fine);
  }

  private colour(drag: Drag): string {
    const { options, level } = this.shaping;
    const id = options.surface?.id ?? level.materials[Math.floor(drag.edges[0] / 3)];
    return this.shaping.editor.surfaces.find((one) => one.id === id)?.color ?? "";
  }

  private async send(level: Level, edges: number[], offset: Point): Promise<void> {
    const { editor, options, selected } = this.shaping;
    const surface = options.surface?.id;
    const given = edges.map((edge) => placeOfEdge(level, edge)).filter((one) => one !== null);
    const outer = withMoved(level, new Set(edges.flatMap((edge) => endsOf(level, edge))), (from) => add(from, offset));
    const done = await editor.do((now) => {
      const found = given.map((placed) => findEdge(now, placed)).filter((one) => one !== null);
      if (found.length < given.length) return null;
      const room = nameOf(now, now.faceRoom[Math.floor(found[0] / 3)]);
      const own = found.map((edge) => ownEdge(now, edge)).sort((a, b) => a - b);
      return [{ op: "extrude-edges", room, edges: own, offset, ...(surface === undefined ? {} : { surface }) }];
    });
    this.shaping.clear();
    if (!done || selected.kind !== "edge") return;
    // What was drawn out can be drawn on.
    const next = edges.map((edge) => placeOfEdge(outer, edge)).map((placed) => placed && findEdge(editor.level, placed));
    selected.take(next.filter((edge): edge is number => edge !== null && isBoundary(editor.level, edge)), "set");
    editor.selectionChanged();
  }
}

/** Split, Cut and Fill: what is done by clicks on edges and faces. */

import { corner, type Level, type Point } from "../../../model/scene.ts";
import { isBoundary, pickEdge, type Pointed, pickVertex } from "../../pick.ts";
import { findEdge, findFace, placeOfEdge, placeOfFace, vertexAt } from "../../places.ts";
import { divideEdits, nameOf, ownEdge, ownFace } from "./edits.ts";
import { endsOfEdge } from "./extruded.ts";
import { edgesBeside, verticesAt } from "./groups.ts";
import { cover, isHole, loopOf } from "./rims.ts";
import { metres, type Mode, type Shaping } from "./shaping.ts";
import { between, partAtPixel } from "./snap.ts";
import { worded } from "../../../model/touch.ts";

/** Pixels within which the middle of an edge is meant. */
const TO_MIDDLE = 9;

/** Where on an edge the pointer is: its middle where that is near, unless Ctrl is held. */
function partOf(shaping: Shaping, at: Pointed, edge: number): number {
  const [a, b] = endsOfEdge(shaping.level, edge);
  const part = partAtPixel(shaping.project, a, b, at.x, at.y);
  const { x, y } = shaping.project(between(a, b, 0.5));
  return !at.ctrl && Math.hypot(x - at.x, y - at.y) <= TO_MIDDLE ? 0.5 : Math.max(0.001, Math.min(0.999, Math.round(part * 1e4) / 1e4));
}

export class SplitMode implements Mode {
  constructor(private readonly shaping: Shaping) {}

  hint(): string {
    return worded(
      "Click an edge to give it a corner there, or the inside of a face to part it in three. Ctrl: not at the middle.",
      "Tap an edge to give it a corner there, or the inside of a face to part it in three.",
    );
  }

  hover(at: Pointed): void {
    const { level } = this.shaping;
    const edge = pickEdge(this.shaping.editor.viewer, at);
    if (edge !== null) {
      const [a, b] = endsOfEdge(level, edge);
      const part = partOf(this.shaping, at, edge);
      const place = between(a, b, part);
      const lines = [edge, ...this.twins(edge)].flatMap((one) => [...place, ...corner(level, Math.floor(one / 3), (one + 2) % 3)]);
      this.shaping.show({ lines, points: [place] });
      this.shaping.note(at, part === 0.5 ? "in the middle" : `${metres(part * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))} along`);
    } else if (at.hit && at.hit.row < level.roomFaces) {
      const { row, point } = at.hit;
      this.shaping.show({ lines: [0, 1, 2].flatMap((side) => [...point, ...corner(level, row, side)]), points: [point] });
      this.shaping.note(at, "a corner inside the face");
    } else this.shaping.clear();
  }

  private twins(edge: number): number[] {
    const across = this.shaping.level.across[edge];
    return across >= 0 ? [across] : this.shaping.options.beside ? edgesBeside(this.shaping.level, edge) : [];
  }

  click(at: Pointed): void {
    const { level, editor, options } = this.shaping;
    const edge = pickEdge(editor.viewer, at);
    if (edge !== null) {
      const [placed, part] = [placeOfEdge(level, edge), partOf(this.shaping, at, edge)];
      void this.send((now) => {
        const found = placed && findEdge(now, placed);
        return found === null ? null : divideEdits(now, found, part, options.beside);
      });
    } else if (at.hit && at.hit.row < level.roomFaces) {
      const [placed, point] = [placeOfFace(level, at.hit.row), at.hit.point];
      void this.send((now) => {
        const row = placed && findFace(now, placed);
        if (row === null) return null;
        return [{ op: "divide-face", room: nameOf(now, now.faceRoom[row]), face: ownFace(now, row), point }];
      });
    } else editor.tell("There is no edge and no face: click one.", [], true);
  }

  private async send(make: Parameters<Shaping["editor"]["do"]>[0]): Promise<void> {
    await this.shaping.editor.do(make);
    this.shaping.clear();
  }
}

/** An end of a cut: a corner, or a place on an edge. */
interface CutEnd {
  point: Point;
  /** The faces that have it on their rim. */
  rows: Set<number>;
  edge: number | null;
  part: number;
}

export class CutMode implements Mode {
  private first: CutEnd | null = null;

  constructor(private readonly shaping: Shaping) {}

  hint(): string {
    return this.first
      ? worded("Now click another side of the same face: it is cut from here to there. Esc: begin again.", "Now tap another side of the same face: it is cut from here to there.")
      : "Click a side of a face, then another side or corner of it: the face is cut between them.";
  }

  hover(at: Pointed): void {
    const end = this.endAt(at);
    if (!end && !this.first) return this.shaping.clear();
    const { first } = this;
    const to = end?.point ?? at.hit?.point;
    const lines = first && to ? [...first.point, ...to] : [];
    const fits = !first || !end || this.common(first, end) !== null;
    this.shaping.show({ lines, points: [first?.point, end?.point].filter((point) => point !== undefined) });
    this.shaping.note(at, fits ? "" : "not a side of the same face", !fits);
  }

  click(at: Pointed): void {
    const end = this.endAt(at);
    const { editor, level } = this.shaping;
    if (!end) return editor.tell("A cut begins and ends on a side of a face: click closer to one.", [], true);
    if (!this.first) {
      this.first = end;
      this.hover(at);
      return editor.refreshHint();
    }
    const row = this.common(this.first, end);
    if (row === null) return editor.tell("A cut goes from one side of a face to another side of the same face.", [], true);
    const ends = [this.first, end];
    const placed = placeOfFace(level, row);
    const cut = ends.map(({ edge, part }) => ({ placed: edge === null ? null : placeOfEdge(level, edge), part }));
    this.first = null;
    editor.refreshHint();
    void editor
      .do((now) => {
        const found = placed && findFace(now, placed);
        if (found === null) return null;
        const [start, stop] = ends.map(({ point }) => point);
        const beside = cut.flatMap((one) => this.beside(now, one.placed && findEdge(now, one.placed), one.part));
        return [{ op: "cut-face", room: nameOf(now, now.faceRoom[found]), face: ownFace(now, found), start, end: stop }, ...beside];
      })
      .then(() => this.shaping.clear());
  }

  /** The same corner for the rooms beside a cut edge. */
  private beside(now: Level, edge: number | null, part: number): ReturnType<typeof divideEdits> {
    if (edge === null || !this.shaping.options.beside) return [];
    return divideEdits(now, edge, part, true).slice(1);
  }

  cancel(): boolean {
    const had = this.first !== null;
    this.first = null;
    this.shaping.clear();
    if (had) this.shaping.editor.refreshHint();
    return had;
  }

  private endAt(at: Pointed): CutEnd | null {
    const { level, editor } = this.shaping;
    const vertex = pickVertex(editor.viewer, at);
    if (vertex !== null) {
      const point = vertexAt(level, vertex);
      return { point, rows: rowsAt(level, new Set(verticesAt(level, point))), edge: null, part: 0 };
    }
    const edge = pickEdge(editor.viewer, at);
    if (edge === null) return null;
    const part = partOf(this.shaping, at, edge);
    const rows = new Set([Math.floor(edge / 3)]);
    const across = level.across[edge];
    if (across >= 0) rows.add(Math.floor(across / 3));
    return { point: between(...endsOfEdge(level, edge), part).map(Math.fround) as unknown as Point, rows, edge, part };
  }

  private common(a: CutEnd, b: CutEnd): number | null {
    return [...b.rows].find((row) => a.rows.has(row)) ?? null;
  }
}

function rowsAt(level: Level, vertices: ReadonlySet<number>): Set<number> {
  const rows = new Set<number>();
  for (let i = 0; i < 3 * level.roomFaces; i++) if (vertices.has(level.faces[i])) rows.add(Math.floor(i / 3));
  return rows;
}

export class FillMode implements Mode {
  constructor(private readonly shaping: Shaping) {}

  hint(): string {
    return "Click an edge of a hole in the floor: it is closed with new faces.";
  }

  hover(at: Pointed): void {
    const { level, editor, options } = this.shaping;
    const edge = this.edgeAt(at);
    if (edge === null) return this.shaping.clear();
    const around = loopOf(level, edge).map((one) => endsOfEdge(level, one)[0]);
    const hole = isHole(around);
    const lines = around.flatMap((point, i) => [...point, ...around[(i + 1) % around.length]]);
    const id = options.surface?.id ?? level.materials[Math.floor(edge / 3)];
    const colour = editor.surfaces.find((one) => one.id === id)?.color ?? "";
    this.shaping.show({ lines, faces: hole ? cover(around) : [] }, "", colour);
    this.shaping.note(at, hole ? "this hole" : "the outer rim of the floor, not a hole", !hole);
  }

  click(at: Pointed): void {
    const { level, editor, options } = this.shaping;
    const edge = this.edgeAt(at);
    if (edge === null) return editor.tell("Click an edge of a hole, where the floor ends.", [], true);
    const placed = placeOfEdge(level, edge);
    const surface = options.surface?.id;
    void editor
      .do((now) => {
        const found = placed && findEdge(now, placed);
        if (found === null) return null;
        const room = nameOf(now, now.faceRoom[Math.floor(found / 3)]);
        return [{ op: "fill-hole", room, edge: ownEdge(now, found), ...(surface === undefined ? {} : { surface }) }];
      })
      .then(() => this.shaping.clear());
  }

  private edgeAt(at: Pointed): number | null {
    return pickEdge(this.shaping.editor.viewer, at, (edge) => isBoundary(this.shaping.level, edge));
  }
}

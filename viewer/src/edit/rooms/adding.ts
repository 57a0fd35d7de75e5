/** A room of a kit on its way into the level: joined to a doorway, or at a free place. */

import type { EditReply } from "../../app/api.ts";
import { edgeSegments } from "../../draw/lines.ts";
import type { Level, Point } from "../../model/scene.ts";
import type { Edit, Editor } from "../editor.ts";
import { boundaryOf, ownEdge, roomKey } from "../links/edges.ts";
import { distance, endsOfEdge } from "../links/fit.ts";
import { onPlane, pickEdge, type Pointed } from "../pick.ts";
import { footOf, inMillimetres, movedShape, type RoomShape, shapeOfRoom } from "./shape.ts";
import { pointed } from "../../model/touch.ts";

export interface KitDoorway {
  place: Point;
  width: number;
  edge: number;
}

export interface KitRoom {
  name: string;
  path: string;
  size: Point;
  faces: number;
  doorways: KitDoorway[];
  thumbnail: string;
  hasModel: boolean;
  error: string;
}

export interface KitFolder {
  name: string;
  rooms: KitRoom[];
  error: string;
}

/** Where the room shall be: at an edge of the level, or at a place. */
export type Target = { edge: number } | { position: Point };

export class Adding {
  /** Which doorway of the new room is joined; null for the one that fits best. */
  doorway: number | null = null;
  degrees = 0;
  withModel: boolean;
  private template: RoomShape | null = null;
  private edge: number | null = null;
  private known = new Map<number, { shape: RoomShape | null; why: string }>();
  private busy = false;
  private last: Pointed | null = null;

  constructor(
    private readonly editor: Editor,
    readonly kit: KitRoom,
    /** A name that is free; what is shown before has it. */
    private readonly spare: string,
    private readonly tell: (at: Pointed, words: string) => void,
  ) {
    this.withModel = kit.hasModel;
    void this.measure();
  }

  /** What the pointer is at, shown with the room as it would be there. */
  hover(at: Pointed | null): void {
    this.last = at;
    const { ghost } = this.editor;
    if (!at) return ghost.hide("adding");
    this.edge = this.edgeAt(at);
    if (this.edge === null) this.showFree(at);
    else void this.showJoined(at, this.edge);
  }

  /** Where a click puts it, or why it cannot be there; null where there is no place. */
  async targetAt(at: Pointed): Promise<Target | string | null> {
    const { level } = this.editor;
    const edge = this.edgeAt(at);
    if (edge !== null) {
      const known = this.known.get(edge) ?? (await this.tried(level, { edge }));
      return known.shape ? { edge } : known.why;
    }
    const position = this.positionAt(at);
    return position && { position };
  }

  edit(level: Level, name: string, target: Target): Edit {
    const base = { op: "add-room", name, walkmesh: this.kit.path, ...(this.withModel ? { model: true } : {}) };
    if ("position" in target) return { ...base, position: target.position, ...(this.degrees ? { degrees: this.degrees } : {}) };
    const room = level.faceRoom[Math.floor(target.edge / 3)];
    const own = this.doorway ?? bestDoorway(this.kit.doorways, lengthOfEdge(level, target.edge));
    return { ...base, join: roomKey(level, room), join_edge: ownEdge(level, target.edge), ...(own === null ? {} : { edge: own }) };
  }

  /** The next doorway of the new room is joined, or the one before. */
  step(by: number): void {
    const { doorways } = this.kit;
    if (doorways.length < 2) return;
    const first = this.edge === null ? null : bestDoorway(doorways, lengthOfEdge(this.editor.level, this.edge));
    const now = doorways.findIndex((one) => one.edge === (this.doorway ?? first));
    this.doorway = doorways[(now + by + doorways.length) % doorways.length].edge;
    this.forget();
  }

  /** What was chosen has changed: nothing that was shown before holds. */
  forget(): void {
    this.known.clear();
    if (this.last) this.hover(this.last);
  }

  hide(): void {
    this.last = null;
    this.editor.ghost.hide("adding");
  }

  private edgeAt(at: Pointed): number | null {
    const boundary = boundaryOf(this.editor.level);
    return pickEdge(this.editor.viewer, at, (edge) => boundary.has(edge));
  }

  private positionAt(at: Pointed): Point | null {
    const { level, viewer } = this.editor;
    const height = level.info.entry?.[2] ?? level.info.rooms[0]?.position[2] ?? 0;
    const place = onPlane(viewer, at.x, at.y, height);
    if (!place || !this.template) return null;
    const foot = footOf(movedShape(this.template, [0, 0, 0], this.degrees));
    return inMillimetres([place[0] - foot[0], place[1] - foot[1], height - foot[2]]);
  }

  private showFree(at: Pointed): void {
    const { ghost, viewer } = this.editor;
    const position = this.positionAt(at);
    if (!position || !this.template) return ghost.hide("adding");
    const { triangles, lines } = movedShape(this.template, position, this.degrees);
    const { accent } = viewer.palette;
    ghost.show("adding", [{ colour: accent, triangles, opacity: 0.3 }, { colour: accent, lines, width: 3 }]);
    this.tell(at, pointed("Click to put it here, joined to nothing"));
  }

  private async showJoined(at: Pointed, edge: number): Promise<void> {
    const { ghost, level, viewer } = this.editor;
    const known = this.known.get(edge);
    const { good, bad, accent } = viewer.palette;
    const line = edgeSegments(level, [edge]);
    if (!known) {
      ghost.show("adding", [{ colour: accent, lines: line, width: 8 }]);
      this.tell(at, "Looking whether it fits …");
      return this.ask(level, edge);
    }
    const colour = known.shape ? good : bad;
    ghost.show("adding", [
      { colour, triangles: known.shape?.triangles ?? [], opacity: 0.3 },
      { colour, lines: known.shape?.lines ?? [], width: 3 },
      { colour, lines: line, width: 8 },
    ]);
    const home = level.info.rooms[boundaryOf(level).roomOf(edge)].name;
    this.tell(at, known.shape ? `${pointed("Click")} to join it to ${home} here${this.kit.doorways.length > 1 ? "; , and . for its other doorways" : ""}` : known.why);
  }

  /** Asks the server how it would stand at an edge; one question at a time. */
  private async ask(level: Level, edge: number): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.known.set(edge, await this.tried(level, { edge }));
    this.busy = false;
    // The pointer may be elsewhere by now.
    if (this.last && this.editor.level === level) this.hover(this.last);
  }

  private async tried(level: Level, target: Target): Promise<{ shape: RoomShape | null; why: string }> {
    try {
      const edits = [this.edit(level, this.spare, target)];
      const reply = await this.editor.server.edit<EditReply & { refused?: string }>("preview", { edits, asking: true });
      const room = reply.level?.info.rooms.find((one) => one.name === this.spare);
      return { shape: room && reply.level ? shapeOfRoom(reply.level, room.index) : null, why: reply.refused ?? "" };
    } catch (error) {
      return { shape: null, why: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The shape of the room as its file has it. */
  private async measure(): Promise<void> {
    const turned = this.degrees;
    this.degrees = 0;
    const asked = this.tried(this.editor.level, { position: [0, 0, 0] });
    this.degrees = turned;
    this.template = (await asked).shape;
    if (this.last) this.hover(this.last);
  }
}

/** The doorway that is about as wide as an edge is long; null where there is none. */
export function bestDoorway(doorways: readonly KitDoorway[], length: number): number | null {
  const off = (one: KitDoorway): number => Math.round(100 * Math.abs(one.width - length));
  return doorways.length ? doorways.reduce((best, one) => (off(one) < off(best) ? one : best)).edge : null;
}

function lengthOfEdge(level: Level, edge: number): number {
  return distance(...endsOfEdge(level, edge));
}

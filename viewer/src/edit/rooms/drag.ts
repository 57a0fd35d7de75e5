/** A room on its way to another place: the ghost of it, where it snaps to, and the edit in the end. */

import { edgeSegments } from "../../draw/lines.ts";
import type { Level, Point } from "../../model/scene.ts";
import { number } from "../../model/words.ts";
import type { Editor } from "../editor.ts";
import type { GhostPart } from "../ghost.ts";
import { roomKey } from "../links/edges.ts";
import { onPlane, type Pointed } from "../pick.ts";
import { inMillimetres, movedPoints, movedShape, type RoomShape, shapeOfRoom } from "./shape.ts";
import { type Dragged, type Snap, Snapping } from "./snapping.ts";

const NOWHERE: Point = [0, 0, 0];
/** Pixels, and metres, within which a doorway draws another one. */
const PULL = 26;
const LEAST_PULL = 0.25;
const MOST_PULL = 4;

export class RoomDrag {
  private offset: Point = NOWHERE;
  private free = false;
  /** Where the pointer was, in the picture and in the level: the room stays under it when that is moved. */
  private last: { y: number; place: Point | null } | null;
  private readonly shape: RoomShape;
  private readonly snapping: Snapping;
  private ended = false;

  constructor(
    private readonly editor: Editor,
    readonly room: number,
    /** Metres: the height that the pointer moves at. */
    private readonly height: number,
    private readonly changed: (words: string) => void,
    /** Where the pointer took hold of it; null for keys. */
    at: Pointed | null = null,
  ) {
    this.last = at && this.placed(at);
    // The picture must not change its size under the hand that drags.
    editor.viewer.stage.rig.stay();
    this.shape = shapeOfRoom(editor.level, room);
    this.snapping = new Snapping(
      async (dragged) => (await editor.server.edit<{ snap: Snap | null }>("room-snap", { ...dragged })).snap,
      () => this.ended || this.show(),
    );
  }

  get moved(): boolean {
    return Math.hypot(...this.offset) > 0.0005;
  }

  /** The pointer is there now: with Shift it changes the height, with Ctrl nothing snaps. */
  follow(at: Pointed): void {
    const { viewer } = this.editor;
    const now = this.placed(at);
    const { y: before, place: from } = this.last ?? now;
    this.last = now;
    this.free = at.ctrl;
    const [x, y, z] = this.offset;
    if (at.shift) {
      this.offset = [x, y, z + (before - at.y) * viewer.stage.rig.metresPerPixel];
    } else if (from && now.place) {
      this.offset = [x + now.place[0] - from[0], y + now.place[1] - from[1], z];
    }
    if (!this.free) this.snapping.want(this.dragged);
    this.show();
  }

  private placed(at: Pointed): { y: number; place: Point | null } {
    return { y: at.y, place: onPlane(this.editor.viewer, at.x, at.y, this.height) };
  }

  /** Moves it by so much, without snapping. */
  nudge(way: Point): void {
    this.free = true;
    this.offset = this.offset.map((value, axis) => value + way[axis]) as unknown as Point;
    this.show();
  }

  /** Ends it: the room is moved where it snaps to, or where it is. True where it was. */
  async finish(): Promise<boolean> {
    this.ended = true;
    const snap = this.free ? null : await this.snapping.last();
    const offset = snap && this.pulls(snap) ? snap.offset : inMillimetres(this.offset);
    const name = this.editor.level.info.rooms[this.room]?.name;
    const still = Math.hypot(...offset) < 0.0005;
    const done = !still && (await this.editor.do((level) => moveEdit(level, name, offset)));
    this.hide();
    return done;
  }

  hide(): void {
    this.ended = true;
    this.snapping.forget();
    this.editor.ghost.hide("room");
  }

  private get dragged(): Dragged {
    return { room: this.room, offset: this.offset, within: this.within };
  }

  private get within(): number {
    return Math.min(MOST_PULL, Math.max(LEAST_PULL, PULL * this.editor.viewer.stage.rig.metresPerPixel));
  }

  private pulls(snap: Snap): boolean {
    return Math.hypot(...snap.offset.map((value, axis) => value - this.offset[axis])) <= this.within;
  }

  private show(): void {
    const { ghost, level, viewer } = this.editor;
    const snap = this.free ? null : this.snapping.near(this.room, this.offset, this.within);
    const offset = snap ? snap.offset : this.offset;
    const { accent, good, warning } = viewer.palette;
    const { triangles, lines } = movedShape(this.shape, offset);
    const parts: GhostPart[] = [{ colour: accent, triangles, opacity: 0.3 }, { colour: accent, lines, width: 3 }];
    if (snap) {
      const own = 3 * level.info.rooms[this.room].faces[0] + snap.edge;
      const far = 3 * level.info.rooms[snap.other].faces[0] + snap.otherEdge;
      const colour = snap.links ? good : warning;
      parts.push({ colour, lines: movedPoints(edgeSegments(level, [own]), offset), width: 9 });
      parts.push({ colour, lines: edgeSegments(level, [far]), width: 9, points: [snap.at], size: 12 });
    }
    ghost.show("room", parts);
    this.changed(this.words(offset, snap));
  }

  private words(offset: Point, snap: Snap | null): string {
    const way = offset.map((value) => number(value, 2)).join(", ");
    if (!snap) return `moved by ${way} m${this.free ? "" : " · no doorway near"}`;
    const other = this.editor.level.info.rooms[snap.other].name;
    return `moved by ${way} m · ${snap.links ? `joins ${other} here` : `almost fits ${other}: it cannot be linked as it is`}`;
  }
}

function moveEdit(level: Level, name: string, offset: Point): { op: string; room: string | number; offset: Point; relink: boolean }[] | null {
  const room = level.info.rooms.find((one) => one.name === name);
  return room ? [{ op: "move-room", room: roomKey(level, room.index), offset, relink: true }] : null;
}

/** Draws marks over the picture: sharp text and shapes that keep their size and do not collide. */

import { drawGlyph, halfSize, halfWidth } from "./glyphs.ts";
import { groupMarks, type Placed } from "./mark_groups.ts";
import type { Mark } from "./marks.ts";
import type { Palette } from "./palette.ts";
import type { Rig } from "./rig.ts";

const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
const STRONG = FONT.replace("12px", "600 12.5px");

/** What of a mark there is room for: its shape, and where its text begins and how high it stands. */
interface Room {
  shape: boolean;
  text: { left: number; y: number } | null;
}

/** Lines that a name without a shape may be moved up or down where its own place is taken. */
const LINES = [0, -1, 1, -2, 2];
const LINE = 18;
/** Pixels from the pointer to the text beside it. */
const BESIDE = 14;
/** Numbers of two matrices: where the camera is, and what it sees. */
const VIEW = 32;
/** Marks from this rank on are written in full ink. */
const IMPORTANT = 40;

/** Boxes that are taken, kept by the cells of a coarse grid so that a look-up stays cheap. */
class Taken {
  private readonly cells = new Map<number, number[][]>();

  /** Takes a box if it is free. */
  take(left: number, top: number, right: number, bottom: number): boolean {
    const keys: number[] = [];
    for (let x = Math.floor(left / 64); x <= Math.floor(right / 64); x++) {
      for (let y = Math.floor(top / 64); y <= Math.floor(bottom / 64); y++) keys.push(x * 4096 + y);
    }
    for (const key of keys) {
      for (const box of this.cells.get(key) ?? []) {
        if (left < box[2] && right > box[0] && top < box[3] && bottom > box[1]) return false;
      }
    }
    for (const key of keys) {
      const boxes = this.cells.get(key) ?? [];
      boxes.push([left, top, right, bottom]);
      this.cells.set(key, boxes);
    }
    return true;
  }
}

export class Overlay {
  private pen: CanvasRenderingContext2D;
  private byProcessor = false;
  /** What the last picture was drawn of: as long as that is the same, the picture stays. */
  private drawn: readonly unknown[] = [];
  private placed: Placed[] = [];
  private taken = new Taken();
  marks: Mark[] = [];
  /** Which of them are drawn; null for all. */
  only: ((mark: Mark) => boolean) | null = null;
  /** Follows the pointer, over all others. */
  pointed: Mark | null = null;
  /** The texts that there was room for in the last picture. */
  written: string[] = [];

  constructor(
    private canvas: HTMLCanvasElement,
    private readonly rig: Rig,
  ) {
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  }

  /**
   * Another canvas in place of this one, which the processor draws on: where it has to do the work of a
   * graphics card, text takes ten times as long on the other.
   */
  drawByProcessor(): void {
    if (this.byProcessor) return;
    this.byProcessor = true;
    const other = this.canvas.cloneNode() as HTMLCanvasElement;
    this.canvas.replaceWith(other);
    this.canvas = other;
    this.pen = other.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
    this.drawn = [];
  }

  /** Takes the marks away if the camera has moved since they were drawn; `draw` brings them back. */
  drawUnlessMoved(width: number, height: number, palette: Palette): void {
    const state = this.state(width, height, palette);
    if (state.slice(-VIEW).every((part, i) => part === this.drawn[this.drawn.length - VIEW + i])) {
      this.draw(width, height, palette);
    } else this.canvas.style.visibility = "hidden";
  }

  /** All that a picture of the marks depends on. */
  private state(width: number, height: number, palette: Palette): readonly unknown[] {
    const { camera } = this.rig;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const { marks, pointed, apart, only } = this;
    return [width, height, ratio, palette, marks, pointed, apart, only, ...camera.matrixWorld.elements, ...camera.projectionMatrix.elements];
  }

  private isStale(state: readonly unknown[]): boolean {
    // What `only` says may change with every step of who walks.
    return this.only !== null || state.some((part, i) => part !== this.drawn[i]);
  }

  /** Draws all marks for the camera as it stands. */
  draw(width: number, height: number, palette: Palette): void {
    this.canvas.style.visibility = "";
    const state = this.state(width, height, palette);
    if (!this.isStale(state)) return;
    this.drawn = state;
    const ratio = Math.min(2, devicePixelRatio || 1);
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.pen.clearRect(0, 0, width, height);
    this.taken = new Taken();
    this.placed = [];
    for (const mark of this.marks) {
      if (this.only && !this.only(mark)) continue;
      const { x, y, shown } = this.rig.project(mark.at);
      if (shown && x > -40 && y > -20 && x < width + 40 && y < height + 20) this.placed.push({ mark, x, y });
    }
    this.placed.sort((a, b) => b.mark.rank - a.mark.rank || a.y - b.y);
    this.placed = groupMarks(this.placed, !this.apart);
    const drawn = this.placed.map((one) => this.fits(one));
    this.written = this.placed.filter((_, i) => drawn[i].text).map((one) => one.mark.text);
    // Important ones are placed first but drawn last, over the others.
    for (let i = this.placed.length - 1; i >= 0; i--) this.drawOne(this.placed[i], drawn[i], palette);
    if (this.pointed) this.drawPointed(this.pointed, palette);
  }

  private drawPointed(mark: Mark, palette: Palette): void {
    const { x, y, shown } = this.rig.project(mark.at);
    if (shown) this.drawOne({ mark, x, y }, { shape: true, text: mark.text ? { left: x + BESIDE, y } : null }, palette);
  }

  /** Whether doors, placeables and hooks stand for themselves: who moves them must get hold of each. */
  apart = false;

  /** What the last picture shows: the marks, several of which may be one, and their pixels. */
  get shown(): readonly Placed[] {
    return this.placed;
  }

  /** The mark that `accept` takes nearest to a pixel, within reach of a finger or mouse; by default one that tells of itself. */
  find(x: number, y: number, reach: number, accept: (mark: Mark) => boolean = tellsOfItself): Mark | null {
    let best: Mark | null = null;
    let nearest = reach;
    for (const one of this.placed) {
      const { finding, members, shape, inside } = one.mark;
      if (!accept(one.mark)) continue;
      // A wide one is hit all over its width.
      const aside = Math.max(0, Math.abs(one.x - x) - Math.max(0, halfWidth(shape, inside) - 10));
      const distance = Math.hypot(aside, one.y - y) + (finding === undefined && !members ? 3 : 0);
      if (distance < nearest) {
        nearest = distance;
        best = one.mark;
      }
    }
    return best;
  }

  private fits({ mark, x, y }: Placed): Room {
    const half = halfSize(mark.shape, mark.inside);
    const wide = halfWidth(mark.shape, mark.inside);
    const free = mark.shape === "none" || this.taken.take(x - wide, y - half, x + wide, y + half);
    const shape = free || Boolean(mark.always);
    if (!mark.text || !shape) return { shape, text: null };
    this.pen.font = mark.strong ? STRONG : FONT;
    const width = this.pen.measureText(mark.text).width;
    const places =
      mark.shape === "none"
        ? LINES.map((line) => ({ left: x - width / 2, y: y + line * LINE }))
        : [x + wide + 4, x - wide - 4 - width].map((left) => ({ left, y }));
    const text = places.find((place) => this.taken.take(place.left - 3, place.y - 9, place.left + width + 3, place.y + 9));
    return { shape, text: text ?? null };
  }

  private drawOne({ mark, x, y }: Placed, room: Room, palette: Palette): void {
    const pen = this.pen;
    pen.globalAlpha = mark.faded ? 0.35 : 1;
    if (mark.shape !== "none") {
      if (room.shape) this.drawShape(mark, x, y, palette);
      else this.drawSpeck(mark, x, y, palette);
    }
    if (room.text) {
      pen.font = mark.strong ? STRONG : FONT;
      pen.textAlign = "left";
      pen.textBaseline = "middle";
      pen.lineWidth = 3.5;
      pen.lineJoin = "round";
      pen.strokeStyle = palette.halo;
      pen.strokeText(mark.text, room.text.left, room.text.y);
      pen.fillStyle = mark.rank >= IMPORTANT ? palette.ink : palette.faint;
      pen.fillText(mark.text, room.text.left, room.text.y);
    }
    pen.globalAlpha = 1;
  }

  /** A mark that others cover shows as a speck, so that it is not forgotten. */
  private drawSpeck(mark: Mark, x: number, y: number, palette: Palette): void {
    if (mark.shape === "arrow") return;
    drawGlyph(this.pen, { shape: mark.shape === "ring" ? "ring" : "dot", colour: mark.colour }, x, y, palette);
  }

  private drawShape(mark: Mark, x: number, y: number, palette: Palette): void {
    const { shape, colour, inside, towards } = mark;
    const end = this.rig.project(towards ?? mark.at);
    const bearing = towards ? Math.atan2(end.y - y, end.x - x) : 0;
    drawGlyph(this.pen, { shape, colour, inside, bearing }, x, y, palette);
  }
}

/** Findings, doors, placeables, what else stands there, and groups of marks. */
function tellsOfItself({ finding, door, placeable, listed, members }: Mark): boolean {
  return [finding, door, placeable, listed, members].some((one) => one !== undefined);
}

/** Draws marks over the picture: sharp text and shapes that keep their size and do not collide. */

import type { Mark } from "./marks.ts";
import type { Palette } from "./palette.ts";
import type { Rig } from "./rig.ts";

const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
const STRONG = FONT.replace("12px", "600 12.5px");
const SMALL = FONT.replace("12px", "600 11px");

interface Placed {
  mark: Mark;
  x: number;
  y: number;
}

/** What of a mark there is room for: its shape, and where its text begins and how high it stands. */
interface Room {
  shape: boolean;
  text: { left: number; y: number } | null;
}

/** Lines that a name without a shape may be moved up or down where its own place is taken. */
const LINES = [0, -1, 1, -2, 2];
const LINE = 18;
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
  private readonly pen: CanvasRenderingContext2D;
  private placed: Placed[] = [];
  private taken = new Taken();
  marks: Mark[] = [];
  /** The texts that there was room for in the last picture. */
  written: string[] = [];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly rig: Rig,
  ) {
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  }

  /** Draws all marks for the camera as it stands. */
  draw(width: number, height: number, palette: Palette): void {
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
      const { x, y, shown } = this.rig.project(mark.at);
      if (shown && x > -40 && y > -20 && x < width + 40 && y < height + 20) this.placed.push({ mark, x, y });
    }
    this.placed.sort((a, b) => b.mark.rank - a.mark.rank || a.y - b.y);
    const drawn = this.placed.map((one) => this.fits(one));
    this.written = this.placed.filter((_, i) => drawn[i].text).map((one) => one.mark.text);
    // Important ones are placed first but drawn last, over the others.
    for (let i = this.placed.length - 1; i >= 0; i--) this.drawOne(this.placed[i], drawn[i], palette);
  }

  /** The mark with a finding, door or placeable nearest to a pixel, within reach of a finger or mouse. */
  find(x: number, y: number, reach: number): Mark | null {
    let best: Mark | null = null;
    let nearest = reach;
    for (const one of this.placed) {
      const { finding, door, placeable } = one.mark;
      if (finding === undefined && door === undefined && placeable === undefined) continue;
      const distance = Math.hypot(one.x - x, one.y - y) + (finding === undefined ? 3 : 0);
      if (distance < nearest) {
        nearest = distance;
        best = one.mark;
      }
    }
    return best;
  }

  private fits({ mark, x, y }: Placed): Room {
    const half = shapeSize(mark);
    const shape = mark.shape === "none" || this.taken.take(x - half, y - half, x + half, y + half);
    if (!mark.text || !shape) return { shape, text: null };
    this.pen.font = mark.strong ? STRONG : FONT;
    const width = this.pen.measureText(mark.text).width;
    const places =
      mark.shape === "none"
        ? LINES.map((line) => ({ left: x - width / 2, y: y + line * LINE }))
        : [x + half + 4, x - half - 4 - width].map((left) => ({ left, y }));
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
    this.pen.beginPath();
    this.pen.arc(x, y, 3.5, 0, 2 * Math.PI);
    this.fillAndLine(mark.colour, palette.halo, 1.5);
  }

  private drawShape(mark: Mark, x: number, y: number, palette: Palette): void {
    const pen = this.pen;
    const half = shapeSize(mark);
    pen.beginPath();
    switch (mark.shape) {
      case "arrow":
        return this.drawArrow(mark, x, y, palette);
      case "ring":
        pen.rect(x - half, y - half * 0.75, 2 * half, 1.5 * half);
        break;
      case "diamond":
        pen.moveTo(x, y - half - 2);
        pen.lineTo(x + half + 2, y);
        pen.lineTo(x, y + half + 2);
        pen.lineTo(x - half - 2, y);
        pen.closePath();
        break;
      case "square":
        pen.roundRect(x - half, y - half, 2 * half, 2 * half, 3);
        break;
      case "pin":
        pen.moveTo(x, y);
        pen.arc(x, y - 13, 7, Math.PI * 0.8, Math.PI * 0.2);
        pen.closePath();
        break;
      default:
        pen.arc(x, y, half, 0, 2 * Math.PI);
    }
    this.fillAndLine(mark.colour, palette.halo, 2);
    if (!mark.inside) return;
    pen.font = SMALL;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = palette.background;
    pen.fillText(mark.inside, x, mark.shape === "pin" ? y - 12.5 : y + 0.5);
  }

  private drawArrow(mark: Mark, x: number, y: number, palette: Palette): void {
    const pen = this.pen;
    const end = this.rig.project(mark.towards ?? mark.at);
    const bearing = Math.atan2(end.y - y, end.x - x);
    pen.save();
    pen.translate(x, y);
    pen.rotate(bearing);
    pen.moveTo(13, 0);
    pen.lineTo(3, -6);
    pen.lineTo(3, -2);
    pen.lineTo(-7, -2);
    pen.lineTo(-7, 2);
    pen.lineTo(3, 2);
    pen.lineTo(3, 6);
    pen.closePath();
    this.fillAndLine(mark.colour, palette.halo, 2);
    pen.restore();
  }

  private fillAndLine(fill: string, line: string, width: number): void {
    this.pen.lineWidth = width;
    this.pen.strokeStyle = line;
    this.pen.stroke();
    this.pen.fillStyle = fill;
    this.pen.fill();
  }
}

/** Half the size of a mark's shape, pixels. */
function shapeSize(mark: Mark): number {
  if (mark.inside.length) return mark.shape === "pin" ? 8 : 8 + Math.max(0, mark.inside.length - 2) * 3;
  return { circle: 8, diamond: 8, square: 6, pin: 7, ring: 6, arrow: 10, dot: 4, none: 0 }[mark.shape];
}

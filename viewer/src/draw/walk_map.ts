/** The small map of who walks: the floor around, the way walked, and where one looks. */

import type { Level } from "../model/scene.ts";
import { isFloor } from "../model/scene.ts";
import type { Palette } from "./palette.ts";

/** Pixels of a side, and of a metre. */
export const SIDE = 168;
const SCALE = 4.5;
/** Pixels of the largest picture of a level. */
const LARGEST = 3000;
/** Metres of the way between two points of it. */
const TRAIL = 0.15;

export class WalkMap {
  private readonly pen: CanvasRenderingContext2D;
  private readonly floor = document.createElement("canvas");
  private readonly trail = document.createElement("canvas");
  private scale = SCALE;
  private west = 0;
  private north = 0;
  private lastX = NaN;
  private lastY = NaN;
  private trailInk = "";

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  }

  /** Draws the floor of a level; the way walked begins anew. */
  prepare(level: Level, palette: Palette): void {
    const { min, max } = level.info.bounds;
    const [wide, tall] = [max[0] - min[0] + 4, max[1] - min[1] + 4];
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.scale = Math.min(SCALE * ratio, LARGEST / Math.max(wide, tall, 1));
    this.west = min[0] - 2;
    this.north = max[1] + 2;
    for (const one of [this.floor, this.trail]) {
      one.width = Math.ceil(wide * this.scale);
      one.height = Math.ceil(tall * this.scale);
    }
    this.canvas.width = this.canvas.height = SIDE * ratio;
    this.lastX = NaN;
    this.trailInk = palette.path;
    this.drawFloor(level, palette);
  }

  private drawFloor(level: Level, palette: Palette): void {
    const pen = this.floor.getContext("2d") as CanvasRenderingContext2D;
    const { vertices, faces, boundary } = level;
    const to = (line: boolean, vertex: number): void => {
      const x = (vertices[3 * vertex] - this.west) * this.scale;
      const y = (this.north - vertices[3 * vertex + 1]) * this.scale;
      if (line) pen.lineTo(x, y);
      else pen.moveTo(x, y);
    };
    pen.beginPath();
    for (let row = 0; row < level.roomFaces; row++) {
      if (!isFloor(level, row)) continue;
      for (let corner = 0; corner < 3; corner++) to(corner > 0, faces[3 * row + corner]);
      pen.closePath();
    }
    pen.fillStyle = pen.strokeStyle = palette.faint;
    pen.globalAlpha = 0.4;
    pen.fill();
    pen.beginPath();
    for (const edge of boundary) {
      to(false, faces[edge]);
      to(true, faces[3 * Math.floor(edge / 3) + ((edge + 1) % 3)]);
    }
    pen.globalAlpha = 1;
    pen.strokeStyle = palette.boundary;
    pen.lineWidth = Math.max(1, this.scale / SCALE);
    pen.stroke();
  }

  /** The map around a place, north up, with the view towards a bearing. */
  draw(x: number, y: number, bearing: number, palette: Palette): void {
    this.walk(x, y);
    const { pen, scale } = this;
    const side = this.canvas.width;
    const zoom = (SCALE * side) / SIDE / scale;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, side, side);
    const [left, top] = [side / 2 - (x - this.west) * scale * zoom, side / 2 - (this.north - y) * scale * zoom];
    pen.setTransform(zoom, 0, 0, zoom, left, top);
    pen.drawImage(this.floor, 0, 0);
    pen.drawImage(this.trail, 0, 0);
    const unit = side / SIDE;
    pen.setTransform(unit, 0, 0, unit, side / 2, side / 2);
    pen.rotate(-bearing);
    pen.fillStyle = palette.accent;
    pen.globalAlpha = 0.22;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.arc(0, 0, 44, -0.62, 0.62);
    pen.fill();
    pen.globalAlpha = 1;
    pen.strokeStyle = palette.background;
    pen.beginPath();
    pen.moveTo(8, 0);
    pen.lineTo(-5, 5);
    pen.lineTo(-2.5, 0);
    pen.lineTo(-5, -5);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }

  private walk(x: number, y: number): void {
    if (Math.hypot(x - this.lastX, y - this.lastY) < TRAIL) return;
    if (!Number.isNaN(this.lastX)) {
      const pen = this.trail.getContext("2d") as CanvasRenderingContext2D;
      pen.strokeStyle = this.trailInk;
      pen.lineWidth = (2 * this.scale) / SCALE;
      pen.lineCap = "round";
      pen.beginPath();
      pen.moveTo((this.lastX - this.west) * this.scale, (this.north - this.lastY) * this.scale);
      pen.lineTo((x - this.west) * this.scale, (this.north - y) * this.scale);
      pen.stroke();
    }
    this.lastX = x;
    this.lastY = y;
  }
}

/** The shapes of marks: drawn over the picture, and beside their names in the legend. */

import type { Palette } from "./palette.ts";
import { THING_HALF, type ThingShape, traceThing } from "./thing_glyphs.ts";

export type Shape =
  | "circle"
  | "diamond"
  | "square"
  | "pin"
  | "arrow"
  | "dot"
  | "crate"
  | "ring"
  | "box"
  | "door"
  | "door-open"
  | "door-sign"
  | "stack"
  | ThingShape
  | "none";

/** Half the size of each shape without anything inside, pixels. */
const HALF: Record<Shape, number> = {
  circle: 8,
  diamond: 8,
  square: 6,
  pin: 7,
  arrow: 10,
  dot: 4,
  crate: 4,
  ring: 3.5,
  box: 6,
  door: 9,
  "door-open": 9,
  "door-sign": 7,
  stack: 9,
  ...THING_HALF,
  none: 0,
};

/** Half the size of a shape with so many letters inside, pixels. */
export function halfSize(shape: Shape, inside: string): number {
  if (!inside.length) return HALF[shape];
  if (shape === "pin") return 8;
  if (shape === "stack") return 10;
  return 8 + Math.max(0, inside.length - 2) * 3;
}

/** Half the width of what is drawn: a stack grows with its words, the others are as wide as high. */
export function halfWidth(shape: Shape, inside: string): number {
  return shape === "stack" ? Math.max(10, 6 + 3.4 * inside.length) : halfSize(shape, inside);
}

/** Draws a shape about a pixel; `bearing` turns an arrow, in radians. */
export function drawGlyph(
  pen: CanvasRenderingContext2D,
  glyph: { shape: Shape; colour: string; inside?: string; bearing?: number },
  x: number,
  y: number,
  palette: Pick<Palette, "halo" | "background">,
): void {
  const { shape, colour, inside = "" } = glyph;
  const half = halfSize(shape, inside);
  const wide = halfWidth(shape, inside);
  const paint = (fill: string, line = palette.halo, width = 2): void => {
    pen.lineWidth = width;
    pen.strokeStyle = line;
    pen.stroke();
    pen.fillStyle = fill;
    pen.fill();
  };
  pen.beginPath();
  switch (shape) {
    case "none":
      return;
    case "arrow":
      arrow(pen, x, y, glyph.bearing ?? 0);
      return paint(colour);
    case "door":
    case "door-open":
    case "door-sign":
      return door(pen, shape, colour, x, y, palette.halo);
    case "ring":
      pen.arc(x, y, half + 1.5, 0, 2 * Math.PI);
      pen.fillStyle = palette.halo;
      pen.fill();
      pen.beginPath();
      pen.arc(x, y, half, 0, 2 * Math.PI);
      pen.lineWidth = 2;
      pen.strokeStyle = colour;
      return pen.stroke();
    case "box":
      return box(pen, colour, x, y);
    case "person":
    case "people":
    case "flag":
    case "zone":
    case "coin":
    case "speaker":
    case "camera":
      traceThing(pen, shape, x, y);
      return paint(colour);
    case "diamond":
      pen.moveTo(x, y - half - 2);
      pen.lineTo(x + half + 2, y);
      pen.lineTo(x, y + half + 2);
      pen.lineTo(x - half - 2, y);
      pen.closePath();
      break;
    case "square":
    case "crate":
      pen.roundRect(x - half, y - half, 2 * half, 2 * half, shape === "square" ? 3 : 1);
      break;
    case "pin":
      pen.moveTo(x, y);
      pen.arc(x, y - 13, 7, Math.PI * 0.8, Math.PI * 0.2);
      pen.closePath();
      break;
    case "stack":
      // A second one looks out behind the first: there is more than one here.
      pen.roundRect(x - wide + 3, y - half - 1, 2 * wide, 2 * half - 1, half);
      paint(colour);
      pen.beginPath();
      pen.roundRect(x - wide, y - half + 2, 2 * wide, 2 * half - 1, half);
      break;
    default:
      pen.arc(x, y, half, 0, 2 * Math.PI);
  }
  paint(colour);
  if (inside) write(pen, inside, x, shape === "pin" ? y - 12.5 : shape === "stack" ? y + 2 : y + 0.5, palette.background);
}

const SMALL = '600 11px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, colour: string): void {
  pen.font = SMALL;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

function arrow(pen: CanvasRenderingContext2D, x: number, y: number, bearing: number): void {
  const [cos, sin] = [Math.cos(bearing), Math.sin(bearing)];
  const points = [[13, 0], [3, -6], [3, -2], [-7, -2], [-7, 2], [3, 2], [3, 6]];
  points.forEach(([right, down], i) => {
    const at = [x + right * cos - down * sin, y + right * sin + down * cos] as const;
    if (i) pen.lineTo(...at);
    else pen.moveTo(...at);
  });
  pen.closePath();
}

/** A frame with its leaf: shut, ajar, or only dashed where nothing is known of it. */
function door(pen: CanvasRenderingContext2D, shape: Shape, colour: string, x: number, y: number, halo: string): void {
  const [left, top, width, height] = shape === "door-sign" ? [x - 4.5, y - 6.5, 9, 13] : [x - 5.5, y - 8, 11, 16];
  pen.roundRect(left, top, width, height, 1.5);
  pen.lineWidth = 4.5;
  pen.strokeStyle = halo;
  pen.stroke();
  if (shape === "door-open") {
    pen.fillStyle = halo;
    pen.fill();
  }
  pen.lineWidth = 2;
  pen.strokeStyle = colour;
  pen.fillStyle = colour;
  if (shape === "door-sign") pen.setLineDash([2.6, 1.9]);
  if (shape === "door") pen.fill();
  pen.stroke();
  pen.setLineDash([]);
  if (shape === "door-open") {
    pen.beginPath();
    pen.moveTo(left, top);
    pen.lineTo(left + 6, top + 3);
    pen.lineTo(left + 6, top + height + 2);
    pen.lineTo(left, top + height);
    pen.closePath();
    pen.fill();
  }
  pen.beginPath();
  pen.arc(x + (shape === "door-open" ? -0.8 : 2), y + 0.5, 1.3, 0, 2 * Math.PI);
  pen.fillStyle = shape === "door-sign" ? colour : halo;
  pen.fill();
}

/** A cube of lines, as the boxes of a tree are drawn. */
function box(pen: CanvasRenderingContext2D, colour: string, x: number, y: number): void {
  pen.rect(x - 6, y - 3, 9, 9);
  pen.rect(x - 3, y - 6, 9, 9);
  for (const [right, down] of [[-6, -3], [3, -3], [-6, 6], [3, 6]]) {
    pen.moveTo(x + right, y + down);
    pen.lineTo(x + right + 3, y + down - 3);
  }
  pen.lineWidth = 1.2;
  pen.strokeStyle = colour;
  pen.stroke();
}

/** The legend of the present colouring. */

import { COLOURINGS, type Colouring } from "../app/choices.ts";
import type { Viewer } from "../app/viewer.ts";
import type { LegendRow } from "../draw/colours.ts";
import { drawGlyph, type Shape } from "../draw/glyphs.ts";
import type { Palette } from "../draw/palette.ts";
import { explainStates } from "../model/rooms.ts";
import { byId, make } from "./dom.ts";
import { narrow } from "./tabs.ts";

const MOST = 40;
/** A legend that takes more of the picture than this is folded at first. */
const LARGE = 0.13;

function partOfPicture(card: HTMLElement): number {
  const stage = card.parentElement as HTMLElement;
  return (card.offsetWidth * card.offsetHeight) / (stage.offsetWidth * stage.offsetHeight || 1);
}

export function legendCard(viewer: Viewer): void {
  const card = byId("legend");
  const choice = make(
    "select",
    {
      id: "colouring",
      attributes: { "aria-label": "Colour faces by" },
      on: { change: () => viewer.choices.change({ colouring: choice.value as Colouring }) },
    },
    ...Object.entries(COLOURINGS).map(([value, label]) => make("option", { value }, label)),
  );
  const fold = make("button", {
    type: "button",
    className: "quiet fold",
    title: "Show or hide the legend",
    attributes: { "aria-expanded": "true", "aria-controls": "legend-rows", "aria-label": "Legend" },
    on: { click: () => setFolded(!card.classList.contains("folded")) },
  });
  function setFolded(closed: boolean): void {
    card.classList.toggle("folded", closed);
    fold.setAttribute("aria-expanded", String(!closed));
  }
  const rows = make("ul", { id: "legend-rows", attributes: { "aria-label": "What colours and marks mean" } });
  const about = make("p", { className: "second" });
  card.append(make("header", { className: "legend-head" }, make("label", {}, make("span", {}, "Colour by"), choice), fold), about, rows);

  let fresh = true;
  viewer.on("colours", () => {
    const { colouring } = viewer.choices.value;
    choice.value = colouring;
    about.textContent = aboutColours(viewer);
    about.hidden = !about.textContent;
    fillRows();
    if (fresh && (narrow() || partOfPicture(card) > LARGE)) setFolded(true);
    fresh = false;
  });
  viewer.choices.watch(["layers", "doorStates", "treeLevel"], () => {
    if (viewer.level) fillRows();
  });

  // Marks of findings are explained as soon as there are some.
  viewer.on("findings", () => {
    if (viewer.level) fillRows();
  });

  function fillRows(): void {
    const { legend, palette } = viewer;
    const isMark = (row: LegendRow): boolean => Boolean(row.line || row.shape);
    const faces = legend.filter((row) => !isMark(row));
    rows.replaceChildren(...faces.slice(0, MOST).flatMap((row) => legendRow(row, palette)));
    if (faces.length > MOST) rows.append(make("li", { className: "note" }, `and ${faces.length - MOST} more`));
    rows.append(...legend.filter(isMark).flatMap((row) => legendRow(row, palette)));
  }
}

/** One line over the rows: what the colours count from, or what a word in them means. */
function aboutColours(viewer: Viewer): string {
  const { colouring } = viewer.choices.value;
  if (colouring === "island") return explainStates(viewer.level.info);
  return colouring === "reach" && viewer.reach.label ? `From ${viewer.reach.label}` : "";
}

function legendRow(row: LegendRow, palette: Palette): HTMLElement[] {
  const swatch = row.shape
    ? glyph(row.shape, row.colour, palette)
    : make("span", { className: row.line ? "swatch line" : "swatch", colour: row.colour });
  const short = (row.shape || row.line) && row.label.length <= SHORT;
  const item = make(
    "li",
    { className: short ? "half" : "" },
    make("span", { className: "key" }, swatch),
    make("span", { className: "label" }, row.label),
    make("span", { className: "note" }, row.note),
  );
  return row.heading ? [make("li", { className: "heading" }, row.heading), item] : [item];
}

const GLYPH = 24;
/** Letters of a label that leaves room for another one beside it. */
const SHORT = 12;

/** A mark as it is drawn over the picture. */
function glyph(shape: Shape, colour: string, palette: Palette): HTMLElement {
  const canvas = make("canvas", { className: "glyph", width: 2 * GLYPH, height: 2 * GLYPH, attributes: { "aria-hidden": "true" } });
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  pen.scale(2, 2);
  const drawn = { shape, colour, inside: shape === "stack" ? "3×" : "" };
  drawGlyph(pen, drawn, GLYPH / 2 - (shape === "arrow" ? 3 : 0), GLYPH / 2 + (shape === "pin" ? 9 : 0), palette);
  return canvas;
}

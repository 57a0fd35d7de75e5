/** The card of the measure: what lies between the points that were clicked, to be read and copied. */

import type { Asking } from "../app/asking.ts";
import type { Viewer } from "../app/viewer.ts";
import { type Leg, type Measured, measurePoints, nameOfPoint } from "../model/measure.ts";
import type { Point } from "../model/scene.ts";
import { coordinates, number, place } from "../model/words.ts";
import { copy, placeToCopy } from "./copying.ts";
import { make } from "./dom.ts";
import { pointed, worded } from "../model/touch.ts";

const HOW = worded("Clicks go to a corner or an edge near them; with Shift just where you click.", "Taps go to a corner or an edge near them.");

export function measured(viewer: Viewer, asking: Asking): Node[] {
  const points = viewer.ends.map((spot) => spot.point);
  if (!points.length) return [make("p", {}, pointed("Click the first place.")), make("p", { className: "second" }, HOW)];
  const found = measurePoints(points);
  const parts: Node[] = [];
  if (points.length > 1) {
    parts.push(make("p", { className: "outcome", id: "outcome" }, `${number(found.sum.straight)} m`), table(found));
    const area = aboutArea(found);
    if (area) parts.push(make("p", { id: "measured-area" }, area));
  }
  parts.push(make("p", { className: "second" }, points.length > 1 ? worded("Click on for the next place; Backspace takes the last one back.", "Tap on for the next place.") : pointed("Click the next place.")));
  const button = (id: string, text: string, act: () => void): HTMLElement => make("button", { type: "button", id, on: { click: act } }, text);
  parts.push(
    make(
      "div",
      { className: "actions" },
      button("measure-copy", "Copy all", () => void copy(viewer, asText(points), "Copied what was measured.")),
      button("measure-back", "Take back", () => void asking.takeBack()),
      button("measure-new", "Start anew", () => asking.measure([])),
    ),
  );
  parts.push(make("h3", {}, "Places"), places(viewer, points));
  return parts;
}

function table({ legs, sum }: Measured): HTMLElement {
  const heads = ["", "Straight", "In plan", "Height", "Slope"].map((text) => make("th", { attributes: { scope: "col" } }, text));
  const row = (name: string, leg: Leg): HTMLElement =>
    make("tr", {}, make("th", { attributes: { scope: "row" } }, name), ...cells(leg).map((text) => make("td", {}, text)));
  const rows = legs.map((leg, i) => row(legName(i), leg));
  return make(
    "table",
    { className: "legs figures" },
    make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...rows),
    ...(legs.length > 1 ? [make("tfoot", {}, row("Sum", sum))] : []),
  );
}

function legName(index: number): string {
  return `${nameOfPoint(index)}–${nameOfPoint(index + 1)}`;
}

/** "12.40", "12.00", "+3.00", "14.0°". */
function cells(leg: Leg): string[] {
  const slope = Number.isNaN(leg.slope) ? "–" : `${number(leg.slope, 1)}°`;
  const rise = Math.abs(leg.rise) < 0.005 ? "0.00" : `${leg.rise > 0 ? "+" : "−"}${Math.abs(leg.rise).toFixed(2)}`;
  return [leg.straight.toFixed(2), leg.plan.toFixed(2), rise, slope];
}

function aboutArea({ area, crosses }: Measured): string {
  if (crosses) return "The outline crosses itself in the plan, so it has no area.";
  return area === null ? "" : `Area in the plan: ${number(area)} m²`;
}

function places(viewer: Viewer, points: readonly Point[]): HTMLElement {
  return make(
    "ol",
    { className: "plain figures" },
    ...points.map((point, i) => make("li", {}, placeToCopy(viewer, point, `place ${nameOfPoint(i)}`, `${nameOfPoint(i)}  ${place(point)}`))),
  );
}

/** What was measured, a line each, in columns for a spreadsheet. */
export function asText(points: readonly Point[]): string {
  const found = measurePoints(points);
  const line = (name: string, leg: Leg): string =>
    [name, leg.straight.toFixed(3), leg.plan.toFixed(3), leg.rise.toFixed(3), Number.isNaN(leg.slope) ? "" : leg.slope.toFixed(1)].join("\t");
  const lines = points.map((point, i) => `${nameOfPoint(i)}\t${coordinates(point)}`);
  if (found.legs.length) lines.push("", "from–to\tstraight m\tin plan m\theight m\tslope °", ...found.legs.map((leg, i) => line(legName(i), leg)));
  if (found.legs.length > 1) lines.push(line("sum", found.sum));
  if (found.area !== null) lines.push(`area in plan\t${found.area.toFixed(2)} m²`);
  return lines.join("\n");
}

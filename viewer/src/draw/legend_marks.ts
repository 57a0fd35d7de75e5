/** What marks and lines over the picture mean, as far as they are shown now. */

import type { Choices } from "../app/choices.ts";
import type { Level, LinkState, Severity } from "../model/scene.ts";
import type { LegendRow } from "./colours.ts";
import { doorShape } from "./door_signs.ts";
import type { Shape } from "./glyphs.ts";
import { explainLinks } from "./link_marks.ts";
import { placeOfFinding, SEVERITY_SHAPES } from "./marks.ts";
import type { Palette } from "./palette.ts";
import { pointed } from "../model/touch.ts";
import { explainThings } from "./thing_marks.ts";

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
const WORDS: Record<Severity, string> = { error: "Error", warning: "Warning", info: "Info" };
/** In a page of what changed. */
const CHANGED: Record<Severity, string> = { error: "Gone", warning: "Changed", info: "New" };
/** From so many findings on some lie close together. */
const MANY = 12;
const DOORS: readonly [Shape, string][] = [
  ["door", "Door, closed"],
  ["door-open", "Door, open"],
  ["door-sign", "Door, walkmesh not here"],
];

/** A row for each kind of mark and line that the choices show in this level. */
export function explainMarks(level: Level, choices: Choices, palette: Palette): LegendRow[] {
  const { info } = level;
  const { layers } = choices;
  const rows: LegendRow[] = [];
  const mark = (shape: Shape, colour: string, label: string, note = ""): void => void rows.push({ shape, colour, label, note });
  const line = (colour: string, label: string): void => void rows.push({ line: true, colour, label, note: "" });
  if (layers.findings) rows.push(...findingRows(level, palette));
  if (layers.doors) rows.push(...doorRows(level, choices, palette));
  if (layers.placeables && info.placeables.length) mark("crate", palette.placeable, "Placeable");
  rows.push(...explainThings(level, choices, palette));
  if (layers.labels && info.entry) mark("pin", palette.good, "Entry");
  if (layers.links) rows.push(...linkRows(level, palette));
  if (layers.hooks) {
    if (info.hooks.some((hook) => hook.direction)) mark("arrow", palette.hook, "Door hook");
    if (info.hooks.some((hook) => !hook.direction)) mark("dot", palette.hook, "Hook: where one stands to use a thing");
  }
  if (layers.pathPoints && info.pathPoints?.points.length) mark("ring", palette.pathPoint, "Path point");
  if (layers.pathPoints && info.pathPoints?.connections.length) line(palette.pathPoint, "Joined path points");
  if (layers.tree && info.buffers["treeDepths"]?.count) {
    mark("box", palette.tree, `Tree box: how the game finds faces, step ${choices.treeLevel}`);
  }
  if (layers.paths && info.paths.length) line(palette.path, "Path");
  if (layers.islands && info.islands.length) mark("square", palette.faint, "A part of the floor, and its rim, by colour");
  if (layers.boundary && level.boundary.length && !layers.islands) line(palette.boundary, "Rim of the floor");
  if (rows.length) rows[0] = { ...rows[0], heading: "Marks and lines" };
  return rows;
}

function findingRows(level: Level, palette: Palette): LegendRow[] {
  const { findings, changes } = level.info;
  const told = findings.filter((one) => one.cause === null && placeOfFinding(level, one));
  const rows = SEVERITIES.flatMap((severity): LegendRow[] => {
    const label = (changes ? CHANGED : WORDS)[severity];
    if (!told.some((one) => one.severity === severity)) return [];
    return [{ shape: SEVERITY_SHAPES[severity], colour: palette[severity], label, note: "" }];
  });
  if (told.length >= MANY) {
    rows.push({ shape: "stack", colour: palette.faint, label: pointed("Several: click"), note: "" });
  }
  return rows;
}

function doorRows(level: Level, choices: Choices, palette: Palette): LegendRow[] {
  const shapes = level.info.doors.map((door) => doorShape(door, choices.doorStates));
  return DOORS.flatMap(([shape, label]) => {
    return shapes.includes(shape) ? [{ shape, colour: palette.door, label, note: "" }] : [];
  });
}

function linkRows(level: Level, palette: Palette): LegendRow[] {
  const states = new Set<LinkState>(level.info.links.map((link) => link.state));
  const usual: LegendRow[] = states.has("ok")
    ? [{ shape: "arrow", colour: palette.faint, label: "Link to a room of this colour", note: "" }]
    : [];
  return [...usual, ...explainLinks(level, palette)];
}

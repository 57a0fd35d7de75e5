/** What is written and marked over the picture: names, findings, doors, ends of measurements. */

import type { Choices } from "../app/choices.ts";
import { ballAround, ballAroundVertices, middle } from "../model/geometry.ts";
import { stateOfIsland } from "../model/rooms.ts";
import type { FindingInfo, Level, Point } from "../model/scene.ts";
import { number } from "../model/words.ts";
import { doorName } from "../walk/doorways.ts";
import { groupLinks, middleLink } from "./link_groups.ts";
import { linkMark } from "./link_marks.ts";
import type { Palette } from "./palette.ts";
import { islandColour } from "./palette.ts";

export type Shape = "circle" | "diamond" | "square" | "pin" | "ring" | "arrow" | "dot" | "none";

export interface Mark {
  at: Point;
  shape: Shape;
  colour: string;
  /** Inside the shape. */
  inside: string;
  /** Beside the shape; left out where there is no room. */
  text: string;
  /** Larger ones are placed first. */
  rank: number;
  /** A point that an arrow points to. */
  towards?: Point;
  faded?: boolean;
  strong?: boolean;
  finding?: number;
  room?: number;
  door?: number;
  placeable?: number;
}

export const SEVERITY_SHAPES = { error: "circle", warning: "diamond", info: "square" } as const;

/** Where a finding is: its place, else the middle of its faces, else its room; null if nowhere. */
export function placeOfFinding(level: Level, finding: FindingInfo): Point | null {
  if (finding.at) return finding.at;
  const room = finding.room === null ? undefined : level.info.rooms[finding.room];
  if (!room) return null;
  const rows = rowsOfFinding(level, finding);
  const around = rows.length ? ballAround(rows.slice(0, 500).map((row) => middle(level, row))) : null;
  return around?.center ?? room.label ?? ballAroundVertices(level, ...room.vertices)?.center ?? null;
}

/** The face rows a finding names, those of its edges included. */
export function rowsOfFinding(level: Level, finding: FindingInfo): number[] {
  const room = finding.room === null ? undefined : level.info.rooms[finding.room];
  if (!room) return [];
  const faces = [...finding.faces, ...finding.edges.map((edge) => Math.floor(edge / 3))];
  const own = faces.filter((face) => face >= 0 && face < room.faces[1]);
  return [...new Set(own)].map((face) => room.faces[0] + face);
}

const plain = { shape: "none", inside: "", text: "", rank: 0 } as const;

/** Everything to mark for these choices. */
export function collectMarks(
  level: Level,
  choices: Choices,
  palette: Palette,
  seen: ReadonlySet<number> | null,
): Mark[] {
  const { layers } = choices;
  const marks: Mark[] = [];
  if (layers.labels) marks.push(...roomMarks(level, palette, seen));
  if (layers.links) {
    const doorways = groupLinks(level.info.links).map(middleLink);
    marks.push(
      ...doorways.map((link) => ({
        ...linkMark(level, link, palette, layers.labels),
        faded: Boolean(seen && !seen.has(link.room)),
      })),
    );
  }
  if (layers.findings) marks.push(...findingMarks(level, palette));
  if (layers.doors) marks.push(...doorMarks(level, palette, layers.labels));
  if (layers.placeables) marks.push(...placeableMarks(level, palette, layers.labels));
  if (layers.hooks) marks.push(...hookMarks(level, palette, layers.labels));
  if (layers.pathPoints) marks.push(...pathPointMarks(level, palette));
  if (layers.islands) marks.push(...islandMarks(level));
  if (level.info.entry && layers.labels) {
    marks.push({ ...plain, at: level.info.entry, shape: "pin", colour: palette.good, inside: "", text: "Entry", rank: 70 });
  }
  if (layers.paths) {
    for (const path of level.info.paths) {
      if (path.points.length) {
        const text = layers.labels ? path.name : "";
        marks.push({ ...plain, at: path.points[0], shape: "dot", colour: palette.path, text, rank: 40 });
      }
    }
  }
  return marks;
}

function roomMarks(level: Level, palette: Palette, seen: ReadonlySet<number> | null): Mark[] {
  const marks: Mark[] = [];
  for (const room of level.info.rooms) {
    if (!room.label || !room.faces[1]) continue;
    marks.push({
      ...plain,
      at: room.label,
      colour: palette.ink,
      text: room.name,
      rank: 60,
      strong: true,
      faded: Boolean(seen && !seen.has(room.index)),
      room: room.index,
    });
  }
  return marks;
}

function findingMarks(level: Level, palette: Palette): Mark[] {
  const marks: Mark[] = [];
  const ranks = { error: 93, warning: 92, info: 91 };
  for (const finding of level.info.findings) {
    const at = placeOfFinding(level, finding);
    if (!at || finding.cause !== null) continue;
    marks.push({
      ...plain,
      at,
      shape: SEVERITY_SHAPES[finding.severity] ?? "circle",
      colour: palette[finding.severity] ?? palette.info,
      inside: String(finding.number),
      rank: ranks[finding.severity] ?? 90,
      finding: finding.number,
    });
  }
  return marks;
}

function doorMarks(level: Level, palette: Palette, named: boolean): Mark[] {
  return level.info.doors.map((door) => ({
    ...plain,
    at: door.position,
    shape: "ring",
    colour: palette.door,
    text: named ? doorName(door) + (door.to ? ` → ${door.to}` : "") : "",
    rank: 15,
    door: door.index,
  }));
}

function placeableMarks(level: Level, palette: Palette, named: boolean): Mark[] {
  return level.info.placeables.map((one) => ({
    ...plain,
    at: one.position,
    shape: "dot",
    colour: palette.placeable,
    text: named ? one.tag || one.template : "",
    rank: 5,
    placeable: one.index,
  }));
}

function hookMarks(level: Level, palette: Palette, named: boolean): Mark[] {
  return level.info.hooks.map((hook) => {
    const { at, direction } = hook;
    const mark: Mark = {
      ...plain,
      at,
      shape: direction ? "arrow" : "dot",
      colour: palette.hook,
      text: named ? `${hook.kind} hook ${hook.name}` : "",
      rank: 10,
    };
    if (direction) mark.towards = [at[0] + direction[0], at[1] + direction[1], at[2] + direction[2]];
    return mark;
  });
}

function pathPointMarks(level: Level, palette: Palette): Mark[] {
  const points = level.info.pathPoints?.points ?? [];
  return points.map(([x, y, z], index) => ({
    ...plain,
    at: [x, y, z ?? level.info.bounds.min[2]],
    shape: "dot",
    colour: palette.pathPoint,
    text: String(index),
    rank: 8,
  }));
}

function islandMarks(level: Level): Mark[] {
  const first = new Map<number, number>();
  for (let row = 0; row < level.islands.length; row++) {
    if (level.islands[row] >= 0 && !first.has(level.islands[row])) first.set(level.islands[row], row);
  }
  return level.info.islands.flatMap((island) => {
    const row = first.get(island.id);
    if (row === undefined) return [];
    const state = stateOfIsland(level.info, island);
    return {
      ...plain,
      at: middle(level, row),
      shape: "square",
      colour: islandColour(island.id),
      text: `Island ${island.id}: ${number(island.area, 1)} m²${state && `, ${state}`}`,
      rank: 55,
    };
  });
}

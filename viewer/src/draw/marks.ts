/** What is written and marked over the picture: names, findings, doors, ends of measurements. */

import type { Choices } from "../app/choices.ts";
import { ballAround, ballAroundVertices, middle } from "../model/geometry.ts";
import { aboutIsland } from "../model/rooms.ts";
import type { FindingInfo, Level, Point } from "../model/scene.ts";
import { placeOfPathPoint } from "../model/standing.ts";
import { numberOf } from "../model/words.ts";
import { doorName } from "../walk/doorways.ts";
import { doorShape } from "./door_signs.ts";
import { pointsOfFinding } from "./found.ts";
import type { Shape } from "./glyphs.ts";
import { groupLinks, middleLink } from "./link_groups.ts";
import { linkMark } from "./link_marks.ts";
import type { Palette } from "./palette.ts";
import { thingMarks } from "./thing_marks.ts";
import { islandColour } from "./palette.ts";

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
  /** Its shape is drawn in full, also where another one is. */
  always?: boolean;
  strong?: boolean;
  finding?: number;
  room?: number;
  door?: number;
  placeable?: number;
  /** The row of one of the scene's things. */
  listed?: number;
  /** What it is for who edits: "point:12", "hook:1", "entry". */
  thing?: string;
  hook?: boolean;
  /** The marks that this one stands for. */
  members?: Mark[];
}

export const SEVERITY_SHAPES = { error: "circle", warning: "diamond", info: "square" } as const;

/** Where a finding is: its place, else the middle of its faces, else its room; null if nowhere. */
export function placeOfFinding(level: Level, finding: FindingInfo): Point | null {
  if (finding.at) return finding.at;
  const room = finding.room === null ? undefined : level.info.rooms[finding.room];
  if (!room) return null;
  const around = ballAround(pointsOfFinding(level, finding));
  return around?.center ?? room.label ?? ballAroundVertices(level, ...room.vertices)?.center ?? null;
}

const plain = { shape: "none", inside: "", text: "", rank: 0 } as const;

/** Everything to mark for these choices. */
export function collectMarks(
  level: Level,
  choices: Choices,
  palette: Palette,
  seen: ReadonlySet<number> | null,
  chosen: ReadonlySet<number> = new Set(),
): Mark[] {
  const { layers } = choices;
  const marks: Mark[] = thingMarks(level, choices, palette, chosen);
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
  if (layers.doors) marks.push(...doorMarks(level, choices, palette));
  if (layers.placeables) marks.push(...placeableMarks(level, palette, layers.labels));
  if (layers.hooks) marks.push(...hookMarks(level, palette, layers.labels));
  if (layers.pathPoints) marks.push(...pathPointMarks(level, palette));
  if (layers.islands) marks.push(...islandMarks(level));
  if (layers.labels) marks.push(...levelMarks(level, palette));
  if (level.info.entry && layers.labels) {
    marks.push({ ...plain, at: level.info.entry, shape: "pin", colour: palette.good, inside: "", text: "Entry", rank: 70, thing: "entry" });
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

/** The name of each of several levels, at its northern edge, and where the player enters all but the first. */
function levelMarks(level: Level, palette: Palette): Mark[] {
  return (level.info.levels ?? []).flatMap(({ letter, name, bounds: { min, max }, entry }, i) => {
    const at: Point = [(min[0] + max[0]) / 2, max[1], max[2]];
    const title: Mark = { ...plain, at, colour: palette.accent, text: `${letter}  ${name}`, rank: 98, strong: true };
    const pin: Mark[] = i && entry ? [{ ...plain, at: entry, shape: "pin", colour: palette.good, text: "Entry", rank: 70 }] : [];
    return [title, ...pin];
  });
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
      inside: numberOf(finding),
      rank: ranks[finding.severity] ?? 90,
      finding: finding.number,
    });
  }
  return marks;
}

function doorMarks(level: Level, choices: Choices, palette: Palette): Mark[] {
  return level.info.doors.map((door) => ({
    ...plain,
    at: door.position,
    shape: doorShape(door, choices.doorStates),
    colour: palette.door,
    text: choices.layers.labels ? doorName(door) + (door.to ? ` → ${door.to}` : "") : "",
    rank: 39,
    always: true,
    door: door.index,
  }));
}

function placeableMarks(level: Level, palette: Palette, named: boolean): Mark[] {
  return level.info.placeables.map((one) => ({
    ...plain,
    at: one.position,
    shape: "crate",
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
      hook: true,
    };
    if (hook.number !== undefined && hook.number !== null) mark.thing = `hook:${hook.number}`;
    if (direction) mark.towards = [at[0] + direction[0], at[1] + direction[1], at[2] + direction[2]];
    return mark;
  });
}

function pathPointMarks(level: Level, palette: Palette): Mark[] {
  const points = level.info.pathPoints?.points ?? [];
  return points.map((_, index) => ({
    ...plain,
    at: placeOfPathPoint(level, index),
    shape: "ring",
    colour: palette.pathPoint,
    text: String(index),
    rank: 8,
    thing: `point:${index}`,
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
    return {
      ...plain,
      at: middle(level, row),
      shape: "square",
      colour: islandColour(island.id),
      text: aboutIsland(level.info, island),
      rank: 55,
    };
  });
}

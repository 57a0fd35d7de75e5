/** What findings are about, shown in the picture: faces as faces, edges as bold lines along them. */

import { Group, type Object3D } from "three";
import type { FindingInfo, Level, Point } from "../model/scene.ts";
import { corner } from "../model/scene.ts";
import { edgeSegments, wideLines, wideOrPlainLines } from "./lines.ts";
import { type Palette, type Rgb, rgb } from "./palette.ts";

/** Findings with more edges than this show them only when they are selected: they would cover all else. */
const FEW = 8;
const MOST = 2000;

/** The face rows that a finding names. */
export function rowsOfFinding(level: Level, finding: FindingInfo): number[] {
  const room = finding.room === null ? undefined : level.info.rooms[finding.room];
  if (!room) return [];
  const own = finding.faces.filter((face) => face >= 0 && face < room.faces[1]);
  return [...new Set(own)].slice(0, MOST).map((face) => room.faces[0] + face);
}

/** The edges that a finding names, as 3 · row + side. */
export function edgesOfFinding(level: Level, finding: FindingInfo): number[] {
  const room = finding.room === null ? undefined : level.info.rooms[finding.room];
  if (!room) return [];
  const own = finding.edges.filter((edge) => edge >= 0 && edge < 3 * room.faces[1]);
  return [...new Set(own)].slice(0, MOST).map((edge) => 3 * room.faces[0] + edge);
}

/** The corners of its faces and the ends of its edges. */
export function pointsOfFinding(level: Level, finding: FindingInfo): Point[] {
  const rows = rowsOfFinding(level, finding).slice(0, 500);
  const edges = edgesOfFinding(level, finding).slice(0, 500);
  return [
    ...rows.flatMap((row) => [0, 1, 2].map((side) => corner(level, row, side))),
    ...edges.flatMap((edge) => [edge % 3, (edge + 1) % 3].map((side) => corner(level, Math.floor(edge / 3), side))),
  ];
}

/** The edges of all findings that name a few, and the colour of each: the worst is drawn last. */
export function markedEdges(level: Level, palette: Palette): { edges: number[]; colours: Rgb[] } {
  const colours = new Map<number, Rgb>();
  const told = level.info.findings.filter((one) => one.cause === null && one.edges.length <= FEW);
  for (const finding of [...told].reverse()) {
    const colour = rgb(palette[finding.severity] ?? palette.info);
    for (const edge of edgesOfFinding(level, finding)) colours.set(edge, colour);
  }
  return { edges: [...colours.keys()], colours: [...colours.values()] };
}

/** Bold lines along the edges that findings are about; null where none is. */
export function foundLines(level: Level, palette: Palette): Object3D | null {
  const { edges, colours } = markedEdges(level, palette);
  if (!edges.length) return null;
  return wideOrPlainLines(edgeSegments(level, edges), { width: 4.5, colours, raised: true });
}

/** The edges of the selected finding, bolder, and over everything else. */
export function selectedEdges(level: Level, finding: FindingInfo, palette: Palette): Object3D | null {
  const edges = edgesOfFinding(level, finding);
  if (!edges.length) return null;
  const segments = edgeSegments(level, edges);
  const both = new Group();
  both.add(wideLines(segments, { width: 11, colour: palette.background, opacity: 0.9, onTop: true }));
  both.add(wideLines(segments, { width: 7, colour: palette[finding.severity] ?? palette.info, onTop: true }));
  return both;
}

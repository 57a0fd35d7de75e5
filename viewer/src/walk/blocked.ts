/** What stopped someone, in plain words, with the finding that is about it. */

import type { FindingInfo, Level, LinkInfo } from "../model/scene.ts";
import { isWalkable } from "../model/scene.ts";
import { nameOfMaterial, numberOf, sentence } from "../model/words.ts";
import { doorName } from "./doorways.ts";
import type { Stopper } from "./step.ts";

/** Metres from an edge to a finding that is about it. */
const AT_EDGE = 0.6;

/** "Nobody can walk on Nonwalk here. See finding 3 (ARE003)." */
export function sayStop(level: Level, stop: Stopper, x: number, y: number): string {
  const finding = stop.edge >= 0 ? findingAt(level, stop.edge, x, y) : null;
  const see = finding ? ` See finding ${numberOf(finding)} (${finding.rule}).` : "";
  return sentence(whatStops(level, stop)) + see;
}

function whatStops(level: Level, stop: Stopper): string {
  if (stop.kind === "door") return `door ${doorName(level.info.doors[stop.index])} is closed`;
  if (stop.kind === "placeable") {
    const thing = level.info.placeables[stop.index];
    return `${thing.tag || thing.template || `placeable ${stop.index}`} stands in the way`;
  }
  return linkThatFails(level, stop.edge) || oneSided(level, stop.edge) || surfaceBeyond(level, stop.edge) || EDGE;
}

const EDGE = "the edge of the floor: no link to another room";

/** The link of an edge of the scene: those of the document are counted in their rooms. */
function linkOf(level: Level, edge: number): LinkInfo | undefined {
  const room = level.info.rooms[level.faceRoom[Math.floor(edge / 3)]];
  const own = edge - 3 * (room?.faces[0] ?? 0);
  return level.info.links.find((link) => link.room === room?.index && link.edge === own);
}

function linkThatFails(level: Level, edge: number): string {
  const link = linkOf(level, edge);
  const room = level.info.rooms[link?.to ?? -1];
  if (!link) return "";
  if (link.state === "missing") return `the link leads to ${room?.name ?? "a room"}, and that room is not here`;
  if (!room) return `the link leads to room ${link.to}, and there is no such room`;
  return `the link leads to ${room.name}, but no edge of that room meets it here`;
}

/** Where one comes in from another room but does not get back. */
function oneSided(level: Level, edge: number): string {
  const into = level.across.indexOf(edge);
  let from = into >= 0 && level.faceRoom[Math.floor(into / 3)] !== level.faceRoom[Math.floor(edge / 3)] ? into : -1;
  for (let at = 1; from < 0 && at < level.passages.length; at += 2) {
    if (level.passages[at] === edge) from = level.passages[at - 1];
  }
  const room = level.info.rooms[level.faceRoom[Math.floor(from / 3)] ?? -1];
  return room && room.index !== level.faceRoom[Math.floor(edge / 3)]
    ? `no way back: ${room.name} has a link to here, but this edge has none to it`
    : "";
}

/** The surface of the face beside an edge that nobody can walk on. */
function surfaceBeyond(level: Level, edge: number): string {
  const { faces } = level;
  const row = Math.floor(edge / 3);
  const room = level.info.rooms[level.faceRoom[row]];
  const [a, b] = [faces[edge], faces[3 * row + ((edge + 1) % 3)]];
  for (let other = room.faces[0]; other < room.faces[0] + room.faces[1]; other++) {
    if (other === row || isWalkable(level, other)) continue;
    const corners = [faces[3 * other], faces[3 * other + 1], faces[3 * other + 2]];
    if (corners.some((one) => samePlace(level, one, a)) && corners.some((one) => samePlace(level, one, b))) {
      return `nobody can walk on ${nameOfMaterial(level, level.materials[other])} here`;
    }
  }
  return "";
}

function samePlace({ vertices }: Level, a: number, b: number): boolean {
  return a === b || [0, 1, 2].every((axis) => Math.abs(vertices[3 * a + axis] - vertices[3 * b + axis]) < 1e-3);
}

/** The finding that names an edge, else its face, else the nearest one at the place. */
function findingAt(level: Level, edge: number, x: number, y: number): FindingInfo | null {
  const room = level.info.rooms[level.faceRoom[Math.floor(edge / 3)]];
  const own = edge - 3 * (room?.faces[0] ?? 0);
  const here = level.info.findings.filter((one) => one.room === room?.index);
  const named = here.find((one) => one.edges.includes(own));
  if (named) return named;
  const away = ({ at }: FindingInfo): number => (at ? Math.hypot(at[0] - x, at[1] - y) : Infinity);
  const near = level.info.findings.filter((one) => away(one) <= AT_EDGE).sort((one, other) => away(one) - away(other));
  return near[0] ?? null;
}

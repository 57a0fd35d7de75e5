/** Answers to the questions people click: in the page itself, in plain words. */

import { measurePoints } from "../model/measure.ts";
import type { Level, Point } from "../model/scene.ts";
import { isFloor, isWalkable } from "../model/scene.ts";
import type { FaceTree } from "../model/tree.ts";
import { count, nameOfFace, nameOfMaterial, number, sentence } from "../model/words.ts";
import { doorsInTheWay } from "./doorways.ts";
import { chainOfGaps, describeChain, describeMending, type NamedPlace, placesOf } from "./gaps.ts";
import { findRoute } from "./route.ts";
import { lookAlong } from "./sight.ts";
import { noteOnStops } from "./stops.ts";
import { pointed } from "../model/touch.ts";

/** A point on a face row. */
export interface Spot {
  point: Point;
  row: number;
}

export interface Answer {
  kind: "path" | "sight" | "measure";
  ok: boolean;
  /** One line: what came out. */
  title: string;
  /** Why, and what to do; may be empty. */
  reason: string;
  /** What must be done before this holds in the game; may be empty. */
  note: string;
  points: Point[];
  length: number;
  rooms: number[];
  /** Where sight ends. */
  stop: Point | null;
  /** What would make a way; may be empty. */
  mend?: string;
  /** Where to look at if there is no way. */
  places?: NamedPlace[];
}

/** The path between two spots. `doorStates` has the state that each door stands in. */
export function answerPath(level: Level, a: Spot, b: Spot, doorStates: readonly number[]): Answer {
  const trouble = standing(level, a, "start") || standing(level, b, "goal");
  const route = trouble ? null : findRoute(level, a.row, b.row, a.point, b.point);
  if (!route) {
    return trouble ? noPath(trouble) : noWay(level, a, b);
  }
  const doors = doorsInTheWay(level, route.points, doorStates);
  const rooms = [...new Set(route.rows.map((row) => level.faceRoom[row]))];
  return {
    kind: "path",
    ok: true,
    title: `${number(route.length)} m`,
    reason: doors.length
      ? `${count(doors.length, "door")} in the way, as set now: ${doors.join(", ")}.`
      : "",
    note: noteOnStops(level, rooms),
    points: route.points,
    length: route.length,
    rooms,
    stop: null,
  };
}

/** An answer for when there is no way. */
export function noPath(reason: string): Answer {
  return {
    kind: "path",
    ok: false,
    title: "No way",
    reason,
    note: "",
    points: [],
    length: NaN,
    rooms: [],
    stop: null,
  };
}

function standing(level: Level, spot: Spot, which: string): string {
  if (spot.row >= level.roomFaces) {
    return `The ${which} is on a door or placeable, not on a room's floor. ${pointed("Click the floor.")}`;
  }
  if (isFloor(level, spot.row)) return "";
  if (isWalkable(level, spot.row)) {
    return (
      `The ${which} is on ${nameOfFace(level, spot.row)}, and nobody can stand there: it is upright, has no ` +
      pointed("area, or the room's file leaves it out of its floor. Click another face.")
    );
  }
  const material = nameOfMaterial(level, level.materials[spot.row]);
  return (
    `The ${which} is on ${nameOfFace(level, spot.row)}, and nobody can walk on ${material}. ` +
    pointed("Click another face, or give this one a walkable material.")
  );
}

function noWay(level: Level, a: Spot, b: Spot): Answer {
  const [from, to] = [level.islands[a.row], level.islands[b.row]];
  const chain = (from !== to && chainOfGaps(level.info.gaps ?? [], from, to)) || [];
  return {
    ...noPath(chain.length ? describeChain(chain) : whyApart(level, a, b)),
    mend: describeMending(chain),
    places: placesOf(level, a.row, b.point, chain),
  };
}

function whyApart(level: Level, a: Spot, b: Spot): string {
  const from = level.islands[a.row];
  const to = level.islands[b.row];
  if (from === to) {
    return "The two places are joined in one direction only: a link on the way leads there but not back.";
  }
  const island = level.info.islands.find((one) => one.id === to);
  if (!island) return "No chain of floor faces and links leads from the start to the goal.";
  const rooms = island.rooms.map((room) => level.info.rooms[room]?.name ?? `room ${room}`);
  const shown = rooms.slice(0, 4).join(", ") + (rooms.length > 4 ? ` and ${rooms.length - 4} more` : "");
  const where = `The goal is on a separate piece of floor: ${number(island.area, 1)} m² in ${shown}.`;
  return `${where} ${sentence(island.reason) || "No face or link joins it to the start."}`;
}

/** The line of sight between two spots, both lifted to eye height (metres). */
export function answerSight(
  level: Level,
  tree: FaceTree,
  a: Spot,
  b: Spot,
  eyeHeight: number,
  present: (row: number) => boolean,
): Answer {
  const from = lift(a.point, eyeHeight);
  const to = lift(b.point, eyeHeight);
  const sight = lookAlong(level, tree, from, to, present);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  return sightAnswer(from, to, length, sight.point, () => {
    const row = sight.row as number;
    return `${nameOfFace(level, row)} (${nameOfMaterial(level, level.materials[row])})`;
  });
}

/** A line of sight in words. `stop`: where it ends, null if it is clear. */
export function sightAnswer(
  from: Point,
  to: Point,
  length: number,
  stop: Point | null,
  what: () => string,
): Answer {
  const seen = stop ? Math.hypot(stop[0] - from[0], stop[1] - from[1], stop[2] - from[2]) : length;
  return {
    kind: "sight",
    ok: !stop,
    title: stop ? "Sight is blocked" : `Clear sight over ${number(length)} m`,
    reason: stop ? `By ${what()}, after ${number(seen)} m.` : "",
    note: "",
    points: [from, to],
    length,
    rooms: [],
    stop,
  };
}

/** What was measured between points, as a line to be drawn; null for none. */
export function measureAnswer(points: readonly Point[]): Answer | null {
  if (points.length < 2) return null;
  const { straight } = measurePoints(points).sum;
  return {
    kind: "measure",
    ok: true,
    title: `${number(straight)} m`,
    reason: "",
    note: "",
    points: [...points],
    length: straight,
    rooms: [],
    stop: null,
  };
}

/** A point raised by some metres. */
export function lift(point: Point, by: number): Point {
  return [point[0], point[1], point[2] + by];
}

/** Which doors stand in the way of a line. */

import type { DoorInfo, Level, Point } from "../model/scene.ts";
import { corner, isWalkable } from "../model/scene.ts";
import { turn } from "./funnel.ts";

/** How far above or below a door's face the line may pass and still meet it, metres. */
const REACH = 2.5;

/** The name people know a door by. */
export function doorName(door: DoorInfo): string {
  return door.tag || door.template || `door ${door.index}`;
}

/** Names of the doors that block a line, each in the state given for it. */
export function doorsInTheWay(
  level: Level,
  points: readonly Point[],
  states: readonly number[],
): string[] {
  return level.info.doors
    .filter((door) => {
      const mesh = door.states[states[door.index] ?? door.state];
      if (!mesh) return false;
      for (let row = mesh.faces[0]; row < mesh.faces[0] + mesh.faces[1]; row++) {
        // Any face one cannot walk on makes a door block (FACTS 9).
        if (!isWalkable(level, row) && meetsLine(level, row, points)) return true;
      }
      return false;
    })
    .map(doorName);
}

function meetsLine(level: Level, row: number, points: readonly Point[]): boolean {
  const corners = [0, 1, 2].map((number) => corner(level, row, number));
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const low = Math.min(...corners.map((point) => point[2])) - REACH;
    const high = Math.max(...corners.map((point) => point[2])) + REACH;
    if (Math.max(a[2], b[2]) < low || Math.min(a[2], b[2]) > high) continue;
    for (let side = 0; side < 3; side++) {
      if (crosses(a, b, corners[side], corners[(side + 1) % 3])) return true;
    }
  }
  return false;
}

/** Whether two plan segments cross each other. An end on the line counts on one side of it only. */
function crosses(a: Point, b: Point, c: Point, d: Point): boolean {
  return turn(a, b, c) > 0 !== turn(a, b, d) > 0 && turn(c, d, a) > 0 !== turn(c, d, b) > 0;
}

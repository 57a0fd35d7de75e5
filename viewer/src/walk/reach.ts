/** Which floor one can get to. */

import type { Level } from "../model/scene.ts";
import { isFloor } from "../model/scene.ts";
import { rowAcross, waysFrom } from "./ways.ts";

/** For each room face 1 if one can walk there from the face row `start`. */
export function reachFrom(level: Level, start: number): Uint8Array {
  const reached = new Uint8Array(level.roomFaces);
  if (!isFloor(level, start)) return reached;
  const waiting = [start];
  reached[start] = 1;
  while (waiting.length) {
    const row = waiting.pop() as number;
    for (const way of waysFrom(level, row)) {
      const next = rowAcross(level, way);
      if (reached[next]) continue;
      reached[next] = 1;
      waiting.push(next);
    }
  }
  return reached;
}

/** Flags of ranges (first, count), as the server sends them. */
export function flagsOfRanges(ranges: readonly (readonly number[])[], count: number): Uint8Array {
  const flags = new Uint8Array(count);
  for (const [first, length] of ranges) flags.fill(1, first, first + length);
  return flags;
}

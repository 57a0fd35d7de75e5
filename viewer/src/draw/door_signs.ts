/** Doors in their doorways: their leaves outlined, so that they are seen from above and from afar. */

import type { Object3D } from "three";
import type { DoorInfo, Level } from "../model/scene.ts";
import type { Shape } from "./glyphs.ts";
import { edgeSegments, wideLines } from "./lines.ts";
import type { Palette } from "./palette.ts";

/** The sign of a door as it stands: shut, open, or one whose walkmesh is not here. */
export function doorShape(door: DoorInfo, states: readonly number[]): Shape {
  if (!door.states.some(Boolean)) return "door-sign";
  return (states[door.index] ?? door.state) === 0 ? "door" : "door-open";
}

/** The sides of the doors' faces as they stand, but not those between two faces of one plane. */
export function doorEdges(level: Level, states: readonly number[]): number[] {
  return level.info.doors.flatMap((door) => {
    const mesh = door.states[states[door.index] ?? door.state];
    if (!mesh) return [];
    const sides = new Map<string, number[]>();
    for (let edge = 3 * mesh.faces[0]; edge < 3 * (mesh.faces[0] + mesh.faces[1]); edge++) {
      const next = edge % 3 === 2 ? edge - 2 : edge + 1;
      const ends = [level.faces[edge], level.faces[next]].sort((a, b) => a - b).join(" ");
      const others = sides.get(ends);
      if (others) others.push(edge);
      else sides.set(ends, [edge]);
    }
    // A side of two faces is the diagonal of a leaf, or one of its corners: the outline does without.
    const rim = [...sides.values()].filter((edges) => edges.length === 1).map(([edge]) => edge);
    return rim.length ? rim : [...sides.values()].map(([edge]) => edge);
  });
}

/** Lines around the doors; null where no door has a walkmesh. Who stands inside sees none through walls. */
export function doorLines(level: Level, states: readonly number[], palette: Palette, inside: boolean): Object3D | null {
  const edges = doorEdges(level, states);
  if (!edges.length) return null;
  return wideLines(edgeSegments(level, edges), { width: 3, colour: palette.door, opacity: 0.95, onTop: !inside, raised: inside });
}

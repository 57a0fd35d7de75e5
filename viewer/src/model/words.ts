/** Numbers and names as people read them. */

import { ownPlace } from "./levels.ts";
import type { FindingInfo, Level, Point } from "./scene.ts";
import { faceName } from "./scene.ts";

/** A number with few digits: 0.35, 12.4, 1,204. */
export function number(value: number, digits = 2): string {
  return unsignedZero(value.toLocaleString("en", { maximumFractionDigits: digits }));
}

/** "0.00" for "-0.00": what is rounded to nothing has no sign. */
function unsignedZero(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

/** "1 face", "1,204 faces". */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value, 0)} ${value === 1 ? one : many}`;
}

/** Words as a sentence of their own: a capital at its beginning, a full stop at its end; names of files stay. */
export function sentence(words: string): string {
  return words && `${capital(words)}${/[.!?]$/.test(words) ? "" : "."}`;
}

/** Words with a capital at their beginning, unless that is the name of a file or a room. */
export function capital(words: string): string {
  return /^\S*[_:\d]/.test(words) ? words : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** "12.40, 3.00, 0.00": in the coordinates of its level. */
export function place(point: Point): string {
  return ownPlace(point).map((value) => unsignedZero(value.toFixed(2))).join(", ");
}

/** "12.40 3.00 0.125": as the command line takes a place; millimetres where they are needed. */
export function coordinates(point: Point): string {
  return ownPlace(point).map((value) => unsignedZero(value.toFixed(3)).replace(/0$/, "")).join(" ");
}

/** "3"; where several levels are shown "B3", by which it is known in the one with that letter. */
export function numberOf(finding: FindingInfo): string {
  return finding.label ?? String(finding.number);
}

/** "m10aa_01a face 57". */
export function nameOfFace(level: Level, row: number): string {
  const name = faceName(level, row);
  return name ? `${name.room.name} face ${name.face}` : "a door or placeable";
}

/** "Stone", "material 77 (unknown)". */
export function nameOfMaterial(level: Level, id: number): string {
  return level.info.materials.find((material) => material.id === id)?.label ?? `material ${id}`;
}

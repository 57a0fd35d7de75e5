/** The colour of every face, and the legend that explains it. */

import type { Colouring } from "../app/choices.ts";
import type { Shapes } from "../model/geometry.ts";
import { nameOfIsland, stateInShort } from "../model/rooms.ts";
import type { Level, Range } from "../model/scene.ts";
import { isFloor } from "../model/scene.ts";
import { count, number } from "../model/words.ts";
import type { Shape } from "./glyphs.ts";
import {
  CUT_OFF,
  islandColour,
  NOT_FLOOR,
  REACHED,
  type Rgb,
  rgb,
  SLOPES,
  slopeColour,
} from "./palette.ts";
import { pointed } from "../model/touch.ts";

export interface LegendRow {
  colour: string;
  label: string;
  note: string;
  /** Of a line rather than a face. */
  line?: boolean;
  /** Of a mark, which has this shape. */
  shape?: Shape;
  /** What this row and those after it have in common. */
  heading?: string;
}

export interface ColourInput {
  level: Level;
  shapes: Shapes;
  colouring: Colouring;
  /** For each room face whether one gets there; null if nobody knows from where. */
  reached: Uint8Array | null;
  /** Rooms shown in full; null for all. */
  seen: ReadonlySet<number> | null;
  ground: Rgb;
  /** Doors and placeables have colours of their own, whatever the floor shows. */
  door?: string;
  placeable?: string;
}

/** Where the light comes from: over the left shoulder of someone who looks north. */
const LIGHT = [-0.42, -0.36, 0.83];

/** How bright a face is, 0.62 to 1.04: level ground is nearly full, slopes differ by direction. */
function brightness(shapes: Shapes, row: number): number {
  const { normals } = shapes;
  const facing =
    normals[3 * row] * LIGHT[0] + normals[3 * row + 1] * LIGHT[1] + normals[3 * row + 2] * LIGHT[2];
  return Math.max(0.62, Math.min(1.04, 0.52 + 0.54 * facing));
}

/** (9 a face, three corners of red, green, blue): one colour a face, lit, dimmed where not seen. */
export function paintFaces(input: ColourInput): Uint8Array {
  const { level, shapes, seen, ground } = input;
  const rows = level.faces.length / 3;
  const colourOf = withThings(input, chooser(input));
  const painted = new Uint8Array(9 * rows);
  for (let row = 0; row < rows; row++) {
    const colour = colourOf(row);
    const light = brightness(shapes, row);
    const full = !seen || row >= level.roomFaces || seen.has(level.faceRoom[row]);
    for (let part = 0; part < 3; part++) {
      let value = Math.min(255, colour[part] * light);
      if (!full) value = ground[part] + 0.16 * (value - ground[part]);
      painted[9 * row + part] = painted[9 * row + 3 + part] = painted[9 * row + 6 + part] = value;
    }
  }
  return painted;
}

function chooser(input: ColourInput): (row: number) => Rgb {
  const { level, shapes, reached } = input;
  const materials = materialColours(level);
  const rooms = level.info.rooms.map((room) => rgb(room.color));
  const other = rgb(NOT_FLOOR);
  const cache = new Map<string, Rgb>();
  const cached = (colour: string): Rgb => {
    const known = cache.get(colour) ?? rgb(colour);
    cache.set(colour, known);
    return known;
  };
  const inRoom = (row: number): boolean => row < level.roomFaces;
  switch (input.colouring) {
    case "material":
      return (row) => materials[level.materials[row]];
    case "room":
      return (row) => (inRoom(row) ? (rooms[level.faceRoom[row]] ?? other) : other);
    case "island":
      return (row) =>
        inRoom(row) && level.islands[row] >= 0 ? cached(islandColour(level.islands[row])) : other;
    case "slope":
      return (row) => cached(slopeColour(shapes.slopes[row]));
    case "reach":
      return (row) => {
        if (!isFloor(level, row)) return other;
        return cached(!reached ? NOT_FLOOR : reached[row] ? REACHED : CUT_OFF);
      };
  }
}

/** The same, with the colour of doors and placeables for their faces. */
function withThings({ level, door, placeable }: ColourInput, colourOf: (row: number) => Rgb): (row: number) => Rgb {
  if (!door || !placeable) return colourOf;
  const ofDoors = new Set(level.info.doors.flatMap((one) => one.states.flatMap((mesh) => (mesh ? rowsOf(mesh.faces) : []))));
  const [doors, things] = [rgb(door), rgb(placeable)];
  return (row) => (row < level.roomFaces ? colourOf(row) : ofDoors.has(row) ? doors : things);
}

function rowsOf([first, length]: Range): number[] {
  return Array.from({ length }, (_, i) => first + i);
}

function materialColours(level: Level): Rgb[] {
  const colours: Rgb[] = Array.from({ length: 256 }, () => rgb(NOT_FLOOR));
  for (const material of level.info.materials) colours[Math.min(255, material.id)] = rgb(material.color);
  return colours;
}

/** What the colours mean. */
export function explainColours(input: ColourInput): LegendRow[] {
  const { level } = input;
  switch (input.colouring) {
    case "material":
      return explainMaterials(level);
    case "room":
      return level.info.rooms
        .filter((room) => room.faces[1])
        .map((room) => ({ colour: room.color, label: room.name, note: count(room.faces[1], "face") }));
    case "island":
      return [
        ...level.info.islands.map((island) => ({
          colour: islandColour(island.id),
          label: nameOfIsland(level.info, island).replace(" of the floor", ""),
          note: [`${number(island.area, 1)} m²`, stateInShort(level.info, island)].filter(Boolean).join(", "),
        })),
        { colour: NOT_FLOOR, label: "No floor to stand on", note: "" },
      ];
    case "slope":
      return SLOPES.map((step) => ({ colour: step.colour, label: step.label, note: "" }));
    case "reach":
      return explainReach(input);
  }
}

function explainReach({ level, shapes, reached }: ColourInput): LegendRow[] {
  if (!reached) return [{ colour: NOT_FLOOR, label: pointed("Choose a start: Reach, then click"), note: "" }];
  const areas = [0, 0];
  for (let row = 0; row < level.roomFaces; row++) {
    if (!isFloor(level, row)) continue;
    areas[reached[row]] += shapes.areas[row];
  }
  const note = (which: number): string => `${number(areas[which], 1)} m²`;
  return [
    { colour: REACHED, label: "Can be reached", note: note(1) },
    { colour: CUT_OFF, label: "Cannot be reached", note: note(0) },
    { colour: NOT_FLOOR, label: "No floor to stand on", note: "" },
  ];
}

/** Those one can walk on, then the others. */
function explainMaterials(level: Level): LegendRow[] {
  const { materials } = level.info;
  const both = materials.some((one) => one.walkable) && materials.some((one) => !one.walkable);
  return [true, false].flatMap((walkable) =>
    materials
      .filter((one) => one.walkable === walkable)
      .map((one, i) => ({
        colour: one.color,
        label: one.label,
        note: count(one.faces, "face"),
        ...(i === 0 && (both || !walkable)
          ? { heading: walkable ? "One can walk on" : "Nobody can walk on" }
          : {}),
      })),
  );
}

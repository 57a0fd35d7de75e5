/** A view as the part of an address after "#": where the camera is, what is selected, what is shown. */

import type { Level, Point } from "../model/scene.ts";
import { faceName } from "../model/scene.ts";
import { placeOfFinding } from "../draw/marks.ts";
import { middle } from "../model/geometry.ts";
import { COLOURINGS, type Colouring, FIRST_CHOICES, LAYER_NAMES, type LayerName } from "./choices.ts";
import type { Selection } from "./viewer.ts";

export interface CameraAddress {
  target: Point;
  /** From the target to the camera, one metre long; null in the top view. */
  offset: Point | null;
  /** Metres that the picture is high at the target. */
  height: number;
}

/** What is selected, by names that another copy of the level has as well. */
export type SelectedAddress =
  | { kind: "face"; room: string; face: number }
  | { kind: "room"; room: string }
  | { kind: "door" | "placeable" | "listed"; index: number }
  | { kind: "finding"; rule: string; at: Point | null };

export interface ViewAddress {
  /** null where everything is in the picture. */
  camera: CameraAddress | null;
  top: boolean;
  selected: SelectedAddress | null;
  colouring: Colouring;
  layers: Record<LayerName, boolean>;
  /** The room whose view is shown in full. */
  seenFrom: string | null;
}

export const USUAL_VIEW: ViewAddress = {
  camera: null,
  top: false,
  selected: null,
  colouring: FIRST_CHOICES.colouring,
  layers: FIRST_CHOICES.layers,
  seenFrom: null,
};

/** No address of this page is longer; names of rooms have 16 letters. */
const LONGEST = 1200;
/** Metres: no level reaches as far. */
const FARTHEST = 1e5;
/** Metres between a finding and the place of the address that still mean the same one. */
const SAME_PLACE = 0.5;

// Writing

/** "at=12.4,3,0&from=-0.38,-0.72,0.58&high=24.5&face=m10aa_01a:57"; empty for the usual view. */
export function writeHash(view: ViewAddress): string {
  const parts: string[] = [];
  if (view.camera) {
    parts.push(`at=${numbers(view.camera.target, 2)}`);
    if (view.camera.offset && !view.top) parts.push(`from=${numbers(view.camera.offset, 3)}`);
    parts.push(`high=${numbers([view.camera.height], 2)}`);
  }
  if (view.top) parts.push("top=1");
  if (view.selected) parts.push(writeSelected(view.selected));
  if (view.colouring !== USUAL_VIEW.colouring) parts.push(`colour=${view.colouring}`);
  const differ = LAYER_NAMES.filter((name) => view.layers[name] !== USUAL_VIEW.layers[name]);
  const shown = differ.filter((name) => view.layers[name]);
  const hidden = differ.filter((name) => !view.layers[name]);
  if (shown.length) parts.push(`show=${shown.join(",")}`);
  if (hidden.length) parts.push(`hide=${hidden.join(",")}`);
  if (view.seenFrom !== null) parts.push(`seen=${encodeURIComponent(view.seenFrom)}`);
  return parts.join("&");
}

function numbers(values: readonly number[], digits: number): string {
  return values.map((value) => String(Number(value.toFixed(digits)) || 0)).join(",");
}

function writeSelected(selected: SelectedAddress): string {
  switch (selected.kind) {
    case "face":
      return `face=${encodeURIComponent(selected.room)}:${selected.face}`;
    case "room":
      return `room=${encodeURIComponent(selected.room)}`;
    case "finding":
      return `finding=${encodeURIComponent(selected.rule)}${selected.at ? `:${numbers(selected.at, 2)}` : ""}`;
    default:
      return `${selected.kind}=${selected.index}`;
  }
}

// Reading

/** The view of an address; what makes no sense is left out, and null stands for an address without any. */
export function readHash(hash: string): ViewAddress | null {
  const text = hash.replace(/^#/, "");
  if (!text || text.length > LONGEST) return null;
  const parts = new Map<string, string>();
  for (const part of text.split("&")) {
    const at = part.indexOf("=");
    if (at > 0) parts.set(part.slice(0, at), part.slice(at + 1));
  }
  const top = parts.get("top") === "1";
  const view: ViewAddress = {
    camera: readCamera(parts, top),
    top,
    selected: readSelected(parts),
    colouring: readColouring(parts.get("colour")),
    layers: readLayers(parts),
    seenFrom: decoded(parts.get("seen")),
  };
  return writeHash(view) ? view : null;
}

/** So many numbers of a size that a level can have; null for anything else. */
function readNumbers(text: string | undefined, count: number): number[] | null {
  const words = (text ?? "").split(",", count + 1);
  if (words.length !== count || !words.every((word) => /^-?\d{1,9}(\.\d{1,9})?$/.test(word))) return null;
  const values = words.map(Number);
  return values.every((value) => Math.abs(value) <= FARTHEST) ? values : null;
}

function readPoint(text: string | undefined): Point | null {
  return readNumbers(text, 3) as Point | null;
}

function readCamera(parts: ReadonlyMap<string, string>, top: boolean): CameraAddress | null {
  const target = readPoint(parts.get("at"));
  const height = readNumbers(parts.get("high"), 1)?.[0] ?? 0;
  const from = readPoint(parts.get("from"));
  const length = from ? Math.hypot(...from) : 0;
  if (!target || height <= 0 || (!top && length < 1e-3)) return null;
  const offset: Point | null = from && !top ? [from[0] / length, from[1] / length, from[2] / length] : null;
  return { target, offset, height };
}

function readSelected(parts: ReadonlyMap<string, string>): SelectedAddress | null {
  const face = /^(.+):(\d{1,7})$/.exec(parts.get("face") ?? "");
  const ofFace = decoded(face?.[1]);
  if (face && ofFace) return { kind: "face", room: ofFace, face: Number(face[2]) };
  const room = decoded(parts.get("room"));
  if (room) return { kind: "room", room };
  for (const kind of ["door", "placeable", "listed"] as const) {
    const index = parts.get(kind) ?? "";
    if (/^\d{1,7}$/.test(index)) return { kind, index: Number(index) };
  }
  const finding = /^([^:]+)(?::(.*))?$/.exec(parts.get("finding") ?? "");
  const rule = decoded(finding?.[1]);
  if (!finding || !rule) return null;
  const at = readPoint(finding[2]);
  return finding[2] !== undefined && !at ? null : { kind: "finding", rule, at };
}

function readColouring(text: string | undefined): Colouring {
  return Object.keys(COLOURINGS).includes(text ?? "") ? (text as Colouring) : USUAL_VIEW.colouring;
}

function readLayers(parts: ReadonlyMap<string, string>): Record<LayerName, boolean> {
  const layers = { ...USUAL_VIEW.layers };
  const named = (key: string): LayerName[] => {
    const words = (parts.get(key) ?? "").split(",");
    return LAYER_NAMES.filter((name) => words.includes(name));
  };
  for (const name of named("show")) layers[name] = true;
  for (const name of named("hide")) layers[name] = false;
  return layers;
}

/** A name as it was before it went into an address; null for none and for what is no name. */
function decoded(text: string | undefined): string | null {
  try {
    return text ? decodeURIComponent(text) || null : null;
  } catch {
    return null;
  }
}

// Names and numbers of a level

/** What is selected, by its names; null where it has none, such as a face of a door. */
export function nameSelection(level: Level, selection: Selection | null): SelectedAddress | null {
  if (!selection) return null;
  switch (selection.kind) {
    case "face": {
      const name = faceName(level, selection.row);
      return name && { kind: "face", room: name.room.name, face: name.face };
    }
    case "room":
      return { kind: "room", room: level.info.rooms[selection.index].name };
    case "finding":
      return { kind: "finding", rule: selection.finding.rule, at: placeOfFinding(level, selection.finding) };
    case "group": // of marks that lie close together as one looks now
      return null;
    default:
      return { kind: selection.kind, index: selection.index };
  }
}

/** What an address means in a level; null where the level has no such thing. */
export function findSelection(level: Level, named: SelectedAddress | null): Selection | null {
  if (!named) return null;
  switch (named.kind) {
    case "face": {
      const room = findRoom(level, named.room);
      if (room === null || named.face >= level.info.rooms[room].faces[1]) return null;
      const row = level.info.rooms[room].faces[0] + named.face;
      return { kind: "face", row, at: middle(level, row) };
    }
    case "room": {
      const index = findRoom(level, named.room);
      return index === null ? null : { kind: "room", index };
    }
    case "finding":
      return findFinding(level, named.rule, named.at);
    case "door":
      return level.info.doors[named.index] ? { kind: "door", index: named.index } : null;
    case "placeable":
      return level.info.placeables[named.index] ? { kind: "placeable", index: named.index } : null;
    case "listed":
      return level.info.things?.[named.index] ? { kind: "listed", index: named.index } : null;
  }
}

/** The number of the room of a name. */
export function findRoom(level: Level, name: string): number | null {
  return level.info.rooms.find((room) => room.name.toLowerCase() === name.toLowerCase())?.index ?? null;
}

/** Of the findings of a rule the one nearest to the place; without a place the first that has none. */
function findFinding(level: Level, rule: string, at: Point | null): Selection | null {
  let best: Selection | null = null;
  let nearest = SAME_PLACE;
  for (const finding of level.info.findings) {
    if (finding.rule !== rule) continue;
    const place = placeOfFinding(level, finding);
    if (!place !== !at) continue;
    const far = place && at ? Math.hypot(place[0] - at[0], place[1] - at[1], place[2] - at[2]) : 0;
    if (far < nearest) [nearest, best] = [far, { kind: "finding", finding }];
  }
  return best;
}

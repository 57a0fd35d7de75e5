/** The scene as Python describes it: one JSON document and one binary buffer. Metres, z up. */

import type { LevelInfo } from "./levels.ts";
import { type Models, type ModelsInfo, readModels } from "./models.ts";

export type Point = readonly [number, number, number];
/** First row and number of rows in a buffer. */
export type Range = readonly [number, number];

export interface MaterialInfo {
  id: number;
  label: string;
  color: string;
  walkable: boolean;
  blocksSight?: boolean;
  faces: number;
}

export interface RoomInfo {
  index: number;
  name: string;
  position: Point;
  label: Point | null;
  faces: Range;
  vertices: Range;
  color: string;
  empty: boolean;
  source: string;
  sees: number[];
  walkmesh?: "ok" | "absent" | "unreadable";
}

/** A room with findings that stop the player as its file is now. */
export interface StopInfo {
  room: number;
  rules: string[];
}

export type LinkState = "ok" | "one-sided" | "nowhere" | "missing";

export interface LinkInfo {
  room: number;
  edge: number;
  to: number;
  a: Point;
  b: Point;
  state: LinkState;
}

export type Severity = "error" | "warning" | "info";

export interface FindingInfo {
  number: number;
  /** Of several levels: the letter of its level, and its number there. */
  label?: string;
  rule: string;
  name: string;
  severity: Severity;
  text: string;
  why: string;
  /** What to do; PATH and AREA stand for where the level is. */
  how: string;
  /** The number of the finding that explains this one. */
  cause: number | null;
  fix: "safe" | "unsafe" | "";
  file: string;
  room: number | null;
  faces: number[];
  edges: number[];
  /** Rows of the scene's things. */
  things?: number[];
  at: Point | null;
}

export interface HookInfo {
  kind: "door" | "use";
  name: string;
  room: number | null;
  at: Point;
  direction: Point | null;
  /** Of a door hook: its number in the layout. */
  number?: number | null;
}

export interface PlacedMesh {
  faces: Range;
  vertices: Range;
}

export interface DoorInfo {
  index: number;
  tag: string;
  template: string;
  position: Point;
  bearing: number;
  state: number;
  to: string;
  states: (PlacedMesh | null)[];
}

export interface PlaceableInfo {
  index: number;
  tag: string;
  template: string;
  position: Point;
  bearing: number;
  mesh: PlacedMesh | null;
}

export type ThingKind =
  | "creature"
  | "waypoint"
  | "encounter"
  | "spawn point"
  | "trigger"
  | "store"
  | "sound"
  | "camera"
  | "item";

/** What the GIT places beside doors and placeables. */
export interface ThingInfo {
  kind: ThingKind;
  /** In its list; of a spawn point that of its encounter. */
  number: number;
  tag: string;
  template: string;
  at: Point;
  /** Radians: where it looks; null where nothing says so. */
  bearing: number | null;
  outline: Point[];
  /** The tag that it leads to, and the module of that; both may be empty. */
  to: string;
  module: string;
}

export interface PathInfo {
  name: string;
  status: string;
  reason: string;
  length: number | null;
  points: Point[];
}

export interface IslandInfo {
  id: number;
  area: number;
  /** Square metres of it that can be walked to from the start. */
  reached?: number;
  rooms: number[];
  /** Whether the start is on it. */
  reachable: boolean;
  reason: string;
}

/** What keeps two islands apart, as one meets it who walks from the first to the second. */
export interface GapInfo {
  kind: string;
  islands: [number, number];
  rooms: [number, number];
  at: Point;
  /** What is there, in a few words. */
  place: string;
  text: string;
  /** The same from the second to the first. */
  back: string;
  /** What would make one floor of both; may be empty. */
  mend: string;
  /** Rooms that nobody knows, metres without floor, and how hard it is to mend. */
  cost: [number, number, number];
}

export interface BufferInfo {
  offset: number;
  count: number;
  width: number;
  type: "float32" | "uint32" | "int32" | "uint16" | "int16" | "uint8";
}

export interface SceneDocument {
  format: number;
  kotorlevel: string;
  name: string;
  kind: "area" | "mesh";
  bounds: { min: Point; max: Point };
  materials: MaterialInfo[];
  rooms: RoomInfo[];
  links: LinkInfo[];
  findings: FindingInfo[];
  /** In a page of what changed: which version this is. Findings are then changes. */
  changes?: "before" | "after";
  stops?: StopInfo[];
  hooks: HookInfo[];
  doors: DoorInfo[];
  placeables: PlaceableInfo[];
  things?: ThingInfo[];
  pathPoints: { points: [number, number, number | null][]; connections: [number, number][] } | null;
  paths: PathInfo[];
  entry: Point | null;
  /** Radians: the way that the player looks there. */
  entryBearing?: number | null;
  /** Whether reachability counts from the entry; if not, from the largest island. */
  entryKnown?: boolean;
  /** The face row that reachability counts from; null without any floor. */
  start?: number | null;
  islands: IslandInfo[];
  /** What keeps islands apart, the nearest first; none where only a part is known. */
  gaps?: GapInfo[];
  treeDepth: number;
  /** Where several are shown together. */
  levels?: LevelInfo[];
  models?: ModelsInfo;
  /** The game's own map of the level: why it is not here, or where its corners are, from the upper left one clockwise. */
  gameMap?: { here: boolean; reason: string; corners: [number, number][] };
  buffers: Record<string, BufferInfo>;
}

/** A scene ready for use. Rows of `faces` below `roomFaces` belong to rooms. */
export interface Level {
  info: SceneDocument;
  vertices: Float32Array;
  faces: Uint32Array;
  materials: Uint8Array;
  /** What lies across the whole of each side; it can be a face that nobody can stand on. */
  across: Int32Array;
  /** (2 a row) the edges that one walks between besides. */
  passages: Uint32Array;
  /** (6 a row) the right and the left end of each passage, as seen by who walks out. */
  passageEnds: Float32Array;
  /** The island of each room face; -1 where nobody can stand. */
  islands: Int16Array;
  boundary: Uint32Array;
  loopEnds: Uint32Array;
  treeBoxes: Uint16Array;
  treeDepths: Uint8Array;
  treeRooms: Uint16Array;
  roomFaces: number;
  /** The room of each room face. */
  faceRoom: Int32Array;
  /** By material id: whether one can walk on it, and whether it stops sight. */
  walkable: Uint8Array;
  blocksSight: Uint8Array;
  /** What the player sees of the rooms, where it is part of the scene. */
  models: Models | null;
  /** Red, green and blue of the game's map, 256 rows of 440 from the top; empty without one. */
  gameMap: Uint8Array;
}

const ARRAYS = {
  float32: Float32Array,
  uint32: Uint32Array,
  int32: Int32Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint8: Uint8Array,
} as const;

type Numbers = InstanceType<(typeof ARRAYS)[BufferInfo["type"]]>;

/** Materials of the first game through which one can see; used by scenes that do not say. */
const SEEN_THROUGH = new Set([0, 8, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
/** Those one can walk on; used for doors and placeables whose materials no room has. */
const WALKED = new Set([1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30]);
const LAST_KNOWN = 30;

/** The level of a document and its buffer. Throws an Error in plain words if they do not fit. */
export function readLevel(info: SceneDocument, data: ArrayBuffer): Level {
  if (info.format !== 1) {
    throw new Error(`This scene has format ${info.format}; this page reads format 1.`);
  }
  const faces = table(info.buffers, data, "faces", "uint32") as Uint32Array;
  const vertices = table(info.buffers, data, "vertices", "float32") as Float32Array;
  const across = table(info.buffers, data, "across", "int32") as Int32Array;
  const roomFaces = across.length / 3;
  return {
    info,
    vertices: finite(vertices),
    faces: withoutBadCorners(faces, vertices.length / 3),
    materials: table(info.buffers, data, "materials", "uint8") as Uint8Array,
    across,
    passages: table(info.buffers, data, "passages", "uint32") as Uint32Array,
    passageEnds: table(info.buffers, data, "passageEnds", "float32") as Float32Array,
    islands: table(info.buffers, data, "islands", "int16") as Int16Array,
    boundary: table(info.buffers, data, "boundary", "uint32") as Uint32Array,
    loopEnds: table(info.buffers, data, "loopEnds", "uint32") as Uint32Array,
    treeBoxes: table(info.buffers, data, "treeBoxes", "uint16") as Uint16Array,
    treeDepths: table(info.buffers, data, "treeDepths", "uint8") as Uint8Array,
    treeRooms: table(info.buffers, data, "treeRooms", "uint16") as Uint16Array,
    roomFaces,
    faceRoom: ownersOf(info.rooms, roomFaces),
    walkable: flags(info.materials, (one) => one.walkable, (id) => WALKED.has(id)),
    blocksSight: flags(info.materials, (one) => one.blocksSight, (id) => !SEEN_THROUGH.has(id)),
    models: readModels(info.models, info.buffers, data),
    gameMap: table(info.buffers, data, "gameMap", "uint8") as Uint8Array,
  };
}

/** Whether the boxes of the trees are in it: the server of an editor leaves them out until they are shown. */
export function hasTree(level: Level): boolean {
  return "treeDepths" in level.info.buffers;
}

export function table(
  buffers: Record<string, BufferInfo>,
  data: ArrayBuffer,
  name: string,
  type: BufferInfo["type"],
): Numbers {
  const at = buffers[name];
  const kind = ARRAYS[type] as new (data: ArrayBuffer | number, from?: number, length?: number) => Numbers;
  if (!at || at.count === 0) return new kind(0);
  const length = at.count * at.width;
  if (at.type !== type || at.offset + length * ARRAYS[type].BYTES_PER_ELEMENT > data.byteLength) {
    throw new Error(`The scene's table "${name}" does not fit its data; make the scene again.`);
  }
  return new kind(data, at.offset, length);
}

/** Vertices with 0 in place of what is no number, so that one bad vertex does not hide the rest. */
function finite(vertices: Float32Array): Float32Array {
  const bad = vertices.findIndex((value) => !Number.isFinite(value));
  return bad < 0 ? vertices : vertices.map((value) => (Number.isFinite(value) ? value : 0));
}

/** Faces with corner 0 in place of corners that do not exist. */
function withoutBadCorners(faces: Uint32Array, count: number): Uint32Array {
  const bad = faces.findIndex((corner) => corner >= count);
  return bad < 0 ? faces : faces.map((corner) => (corner < count ? corner : 0));
}

function ownersOf(rooms: RoomInfo[], count: number): Int32Array {
  const owners = new Int32Array(count).fill(-1);
  for (const room of rooms) owners.fill(room.index, room.faces[0], room.faces[0] + room.faces[1]);
  return owners;
}

/** By material id what the scene says of it, else what the first game's own table does. */
function flags(
  materials: MaterialInfo[],
  told: (material: MaterialInfo) => boolean | undefined,
  usual: (id: number) => boolean,
): Uint8Array {
  const answers = new Uint8Array(256);
  for (let id = 0; id <= LAST_KNOWN; id++) answers[id] = Number(usual(id));
  for (const material of materials) {
    answers[Math.min(material.id, 255)] = Number(told(material) ?? usual(material.id));
  }
  return answers;
}

/** A corner of a face row. */
export function corner(level: Level, row: number, number: number): Point {
  const at = 3 * level.faces[3 * row + number];
  return [level.vertices[at], level.vertices[at + 1], level.vertices[at + 2]];
}

/** The room and the face's number in it, as people name a face. */
export function faceName(level: Level, row: number): { room: RoomInfo; face: number } | null {
  const room = level.info.rooms[level.faceRoom[row] ?? -1];
  return room ? { room, face: row - room.faces[0] } : null;
}

/** Whether a row is of a room's floor: one can stand there. */
export function isFloor(level: Level, row: number): boolean {
  return row >= 0 && row < level.roomFaces && level.islands[row] >= 0;
}

/** Whether the material of a face row can be walked on. */
export function isWalkable(level: Level, row: number): boolean {
  return level.walkable[level.materials[row]] === 1;
}

/** The models of rooms as a scene describes them, and how fine each has to be drawn. */

import { type BufferInfo, type Point, type Range, table } from "./scene.ts";

export interface RoomModel {
  room: number;
  /** A place is origin + step · numbers of the vertex. */
  origin: Point;
  step: number;
  /** Metres from the origin to the highest corner. */
  size: Point;
  vertices: Range;
  /** The finest first; `cell` metres are what a coarser one leaves out. */
  levels: { cell: number; faces: Range }[];
}

export interface PaintInfo {
  name: string;
  color: string;
  texture: number | null;
}

/** Without `rooms` the scene has no models in it, though they may be at hand. */
export interface ModelsInfo {
  here: number;
  reason: string;
  rooms?: RoomModel[];
  paints?: PaintInfo[];
  textureSide?: number;
  failed?: { room: number; text: string }[];
  leftOut?: number;
  /** The same number means the same models: those of a level that was edited need not be loaded again. */
  key?: number;
}

export interface Models {
  rooms: RoomModel[];
  paints: PaintInfo[];
  textureSide: number;
  failed: { room: number; text: string }[];
  /** Four numbers a vertex: x, y, z and the paint. */
  vertices: Uint16Array;
  uvs: Float32Array;
  /** Rows of the room's own vertices. */
  faces: Uint32Array;
  textures: Uint8Array;
}

/** The models in a scene's buffer; null where it has none. Throws an Error if they do not fit. */
export function readModels(
  info: ModelsInfo | undefined,
  buffers: Record<string, BufferInfo>,
  data: ArrayBuffer,
): Models | null {
  if (!info?.rooms) return null;
  const vertices = table(buffers, data, "modelVertices", "uint16") as Uint16Array;
  const faces = table(buffers, data, "modelFaces", "uint32") as Uint32Array;
  for (const { vertices: own, levels } of info.rooms) {
    const ends = levels.map((level) => 3 * (level.faces[0] + level.faces[1]));
    const rows = faces.subarray(3 * levels[0].faces[0], Math.max(...ends));
    const fits = Math.max(...ends) <= faces.length && 4 * (own[0] + own[1]) <= vertices.length;
    if (!fits || !rows.every((row) => row < own[1])) {
      throw new Error("A room's model does not fit its data; make the scene again.");
    }
  }
  return {
    rooms: info.rooms,
    paints: info.paints ?? [],
    textureSide: info.textureSide ?? 1,
    failed: info.failed ?? [],
    vertices,
    faces,
    uvs: table(buffers, data, "modelUvs", "float32") as Float32Array,
    textures: table(buffers, data, "modelTextures", "uint8") as Uint8Array,
  };
}

/** Why the page cannot show models; empty where it can. */
export function whyNoModels(info: ModelsInfo | undefined, live: boolean): string {
  if (!info) return "This page was made without models.";
  if (info.reason) return `${info.reason[0].toUpperCase()}${info.reason.slice(1)}.`;
  if (!live && !info.rooms) return "This page was made without models: `kotorlevel view --export` has them with `--models`.";
  if (info.rooms && !info.rooms.length) return aboutFailed(info) || "The models have nothing to draw here.";
  return "";
}

/** Which models cannot be read, and why the first of them; empty where all can. */
export function aboutFailed({ failed = [], rooms = [] }: Pick<ModelsInfo, "failed" | "rooms">, names: readonly string[] = []): string {
  if (!failed.length) return "";
  const [{ room, text }] = failed;
  const many = failed.length === 1 ? "1 room model" : `${failed.length} room models`;
  const rest = rooms.length ? " The others are shown." : "";
  return `${many} cannot be read: ${names[room] || `room ${room}`}.mdl: ${text}.${rest}`;
}

/** Pixels that what a coarser form leaves out may be wide. */
const UNSEEN = 2;

/**
 * The level of each room, -1 where it is not in the picture. `scales` are pixels of a metre where the
 * room is nearest, 0 outside of the picture; `budget` is how many faces there may be, if it can be kept.
 */
export function chooseLevels(rooms: readonly RoomModel[], scales: readonly number[], budget: number): number[] {
  const chosen = rooms.map(({ levels }, i) => {
    if (!scales[i]) return -1;
    const fine = levels.findIndex(({ cell }) => cell * scales[i] > UNSEEN);
    return (fine < 0 ? levels.length : fine) - 1;
  });
  let total = countFaces(rooms, chosen);
  // The farthest rooms first, each a step coarser, and then again.
  const order = rooms.map((_, i) => i).filter((i) => chosen[i] >= 0).sort((a, b) => scales[a] - scales[b]);
  for (let changed = true; changed && total > budget; ) {
    changed = false;
    for (const i of order) {
      const { levels } = rooms[i];
      if (total <= budget || chosen[i] + 1 >= levels.length) continue;
      total += levels[chosen[i] + 1].faces[1] - levels[chosen[i]].faces[1];
      chosen[i]++;
      changed = true;
    }
  }
  return chosen;
}

export function countFaces(rooms: readonly RoomModel[], chosen: readonly number[]): number {
  return rooms.reduce((sum, { levels }, i) => sum + (levels[chosen[i]]?.faces[1] ?? 0), 0);
}

/** Levels made in code, for tests. */

import { type Level, type Point, readLevel, type RoomInfo, type SceneDocument } from "../src/model/scene.ts";

const STONE = 4;
const NONWALK = 7;

export interface Parts {
  vertices: number[];
  faces: number[];
  materials: number[];
  across: number[];
  /** From edge, to edge, right end, left end. */
  passages?: [number, number, Point, Point][];
  /** By default 0 for all that is walkable. */
  islands?: number[];
  /** Edges at which floors end. */
  boundary?: number[];
  rooms?: Partial<RoomInfo>[];
  info?: Partial<SceneDocument>;
}

/** A level of plain lists; rooms have all faces unless they are given. */
export function makeLevel(parts: Parts): Level {
  const passages = parts.passages ?? [];
  const tables: [string, string, number, ArrayBuffer][] = [
    ["vertices", "float32", 3, new Float32Array(parts.vertices).buffer],
    ["faces", "uint32", 3, new Uint32Array(parts.faces).buffer],
    ["across", "int32", 3, new Int32Array(parts.across).buffer],
    ["passages", "uint32", 2, new Uint32Array(passages.flatMap(([from, to]) => [from, to])).buffer],
    ["passageEnds", "float32", 6, new Float32Array(passages.flatMap(([, , right, left]) => [...right, ...left])).buffer],
    ["boundary", "uint32", 1, new Uint32Array(parts.boundary ?? []).buffer],
    ["materials", "uint8", 1, new Uint8Array(padded(parts.materials, 4)).buffer],
    ["islands", "int16", 1, new Int16Array(padded(parts.islands ?? parts.materials.map((id) => (id === NONWALK ? -1 : 0)), 2)).buffer],
  ];
  const sizes: Record<string, number> = { float32: 4, uint32: 4, int32: 4, uint8: 1, int16: 2 };
  const data = new Uint8Array(tables.reduce((sum, table) => sum + table[3].byteLength, 0));
  const buffers: SceneDocument["buffers"] = {};
  let offset = 0;
  for (const [name, type, width, bytes] of tables) {
    data.set(new Uint8Array(bytes), offset);
    const count = bytes.byteLength / sizes[type] / width;
    buffers[name] = { offset, count, width, type: type as "uint8" };
    offset += bytes.byteLength;
  }
  const faces = parts.faces.length / 3;
  const room = { index: 0, name: "hall", position: [0, 0, 0] as Point, label: null, color: "#123456", empty: false, source: "", sees: [] };
  const rooms = (parts.rooms ?? [{}]).map((one, index) => ({
    ...room,
    index,
    faces: [0, faces] as [number, number],
    vertices: [0, parts.vertices.length / 3] as [number, number],
    ...one,
  }));
  return readLevel({ ...EMPTY, rooms, buffers, ...parts.info }, data.buffer);
}

function padded(values: number[], to: number): number[] {
  return [...values, ...Array<number>((to - (values.length % to)) % to).fill(0)];
}

export const EMPTY: SceneDocument = {
  format: 1,
  kotorlevel: "0",
  name: "test",
  kind: "mesh",
  bounds: { min: [0, 0, 0], max: [10, 10, 10] },
  materials: [
    { id: STONE, label: "Stone", color: "#999999", walkable: true, faces: 0 },
    { id: NONWALK, label: "Nonwalk", color: "#444444", walkable: false, faces: 0 },
  ],
  rooms: [],
  links: [],
  findings: [],
  hooks: [],
  doors: [],
  placeables: [],
  pathPoints: null,
  paths: [],
  entry: null,
  islands: [],
  treeDepth: 0,
  buffers: {},
};

/** A grid of squares of one metre, two faces each; `blocked` squares cannot be walked on. */
export function makeGrid(width: number, depth: number, blocked: (x: number, y: number) => boolean = () => false): Level {
  const vertices: number[] = [];
  for (let y = 0; y <= depth; y++) for (let x = 0; x <= width; x++) vertices.push(x, y, 0);
  const faces: number[] = [];
  const materials: number[] = [];
  for (let y = 0; y < depth; y++) {
    for (let x = 0; x < width; x++) {
      const a = y * (width + 1) + x;
      faces.push(a, a + 1, a + width + 2, a, a + width + 2, a + width + 1);
      const material = blocked(x, y) ? NONWALK : STONE;
      materials.push(material, material);
    }
  }
  return makeLevel({ vertices, faces, materials, across: slowAcross(faces, materials) });
}

/** Across by comparing every side with every other one. */
export function slowAcross(faces: number[], materials: number[]): number[] {
  const owners = new Map<string, number>();
  const key = (edge: number, turned: boolean): string => {
    const row = Math.floor(edge / 3);
    const [a, b] = [faces[edge], faces[3 * row + ((edge + 1) % 3)]];
    return turned ? `${b} ${a}` : `${a} ${b}`;
  };
  const walkable = (edge: number): boolean => materials[Math.floor(edge / 3)] !== NONWALK;
  for (let edge = 0; edge < faces.length; edge++) if (walkable(edge)) owners.set(key(edge, false), edge);
  return faces.map((_, edge) => (walkable(edge) ? (owners.get(key(edge, true)) ?? -1) : -1));
}

/** Numbers between 0 and 1 that are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The face row of a grid under a point: squares of two faces, parted by the rising diagonal. */
export function rowAt(width: number, x: number, y: number): number {
  const upper = y - Math.floor(y) > x - Math.floor(x);
  return 2 * (Math.floor(y) * width + Math.floor(x)) + (upper ? 1 : 0);
}

/**
 * Three rooms: a hall with its southern side, 10 m, as one edge, and two rooms 2 m wide south of it,
 * which meet it from x = 1 to 3 and from x = 6 to 8. The ways are those of `passages` alone.
 */
export function makeHall(oneWay = false): Level {
  const square = (x0: number, y0: number, x1: number, y1: number): number[] => [x0, y0, 0, x1, y0, 0, x1, y1, 0, x0, y1, 0];
  const vertices = [...square(0, 0, 10, 4), ...square(1, -3, 3, 0), ...square(6, -3, 8, 0)];
  const faces = [0, 4, 8].flatMap((at) => [at, at + 1, at + 2, at, at + 2, at + 3]);
  const materials = Array<number>(6).fill(STONE);
  // Edge 0 is the hall's southern side; edges 10 and 16 are the northern sides of the rooms.
  const across = slowAcross(faces, materials);
  const out: [number, number, Point, Point][] = [
    [0, 10, [1, 0, 0], [3, 0, 0]],
    [0, 16, [6, 0, 0], [8, 0, 0]],
  ];
  if (!oneWay) across[16] = 0;
  across[10] = 0;
  const rooms = ["hall", "west", "east"].map((name, at) => ({ name, faces: [2 * at, 2] as [number, number] }));
  return makeLevel({ vertices, faces, materials, across, passages: out, rooms });
}

/** Lines: wide ones that stay crisp, thin ones where there are many. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
  Points,
  PointsMaterial,
} from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Level, Point } from "../model/scene.ts";
import type { Rgb } from "./palette.ts";

/** Layers of the camera: lines as they are meant, and plain ones in place of very many. */
export const LINES_AT_REST = 1;
export const LINES_WHILE_MOVING = 2;
/** Wide lines from which on plain ones are drawn in their place while a slow picture moves. */
const VERY_MANY = 400;

export interface WideStyle {
  /** Pixels. */
  width: number;
  colour?: string;
  /** One colour a segment, in place of `colour`. */
  colours?: readonly Rgb[];
  opacity?: number;
  /** Drawn over everything else. */
  onTop?: boolean;
  dashed?: boolean;
  /** Drawn over other lines at the same place. */
  raised?: boolean;
}

/** Segments (pairs of points, six numbers each) as lines some pixels wide. */
export function wideLines(segments: ArrayLike<number>, style: WideStyle): Object3D {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(segments as Float32Array);
  const material = new LineMaterial({
    linewidth: style.width,
    color: style.colours ? 0xffffff : new Color(style.colour).getHex(),
    vertexColors: Boolean(style.colours),
    transparent: style.opacity !== undefined || Boolean(style.onTop),
    opacity: style.opacity ?? 1,
    depthTest: !style.onTop,
    dashed: Boolean(style.dashed),
    dashSize: 0.35,
    gapSize: 0.25,
    // Lines at the same place would flicker if they hid each other: the last one wins.
    depthWrite: !style.raised,
    polygonOffset: Boolean(style.raised),
    polygonOffsetFactor: -3,
    polygonOffsetUnits: -6,
  });
  if (style.colours) {
    geometry.setColors(
      style.colours.flatMap((colour) => [...colour, ...colour].map((part) => part / 255)),
    );
  }
  const lines = new LineSegments2(geometry, material);
  if (style.dashed) lines.computeLineDistances();
  lines.frustumCulled = false;
  lines.renderOrder = style.onTop ? 10 : style.raised ? 3 : 2;
  return lines;
}

/** The same where they may be very many: then plain ones take their place while a slow picture moves. */
export function wideOrPlainLines(segments: ArrayLike<number>, style: WideStyle): Object3D {
  const lines = wideLines(segments, style);
  if (segments.length < 6 * VERY_MANY) return lines;
  lines.layers.set(LINES_AT_REST);
  return new Group().add(lines, plainLines(segments, style));
}

function plainLines(segments: ArrayLike<number>, style: WideStyle): Object3D {
  const positions = segments instanceof Float32Array ? segments : Float32Array.from(segments);
  const lines = thinLines(positions, style.colours ? "#ffffff" : (style.colour ?? "#ffffff"), style.opacity ?? 1) as LineSegments;
  const material = lines.material as LineBasicMaterial;
  if (style.colours) {
    const colours = Uint8Array.from(style.colours.flatMap((colour) => [...colour, ...colour]));
    lines.geometry.setAttribute("color", new BufferAttribute(colours, 3, true));
    material.vertexColors = true;
  }
  material.depthTest = !style.onTop;
  lines.renderOrder = style.onTop ? 10 : style.raised ? 3 : 2;
  lines.layers.set(LINES_WHILE_MOVING);
  return lines;
}

/** The same, one pixel wide: for very many. */
export function thinLines(segments: Float32Array, colour: string, opacity = 1): Object3D {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(segments, 3));
  const material = new LineBasicMaterial({ color: colour, transparent: opacity < 1, opacity });
  const lines = new LineSegments(geometry, material);
  lines.frustumCulled = false;
  lines.renderOrder = 1;
  return lines;
}

/** A line through points as segments. */
export function segmentsOf(points: readonly Point[]): number[] {
  const segments: number[] = [];
  for (let i = 1; i < points.length; i++) segments.push(...points[i - 1], ...points[i]);
  return segments;
}

/** The segment of each global edge 3·row+side. */
export function edgeSegments(level: Level, edges: ArrayLike<number>): Float32Array {
  const segments = new Float32Array(6 * edges.length);
  for (let i = 0; i < edges.length; i++) {
    const row = Math.floor(edges[i] / 3);
    const side = edges[i] % 3;
    const a = 3 * level.faces[3 * row + side];
    const b = 3 * level.faces[3 * row + ((side + 1) % 3)];
    for (let axis = 0; axis < 3; axis++) {
      segments[6 * i + axis] = level.vertices[a + axis];
      segments[6 * i + 3 + axis] = level.vertices[b + axis];
    }
  }
  return segments;
}

/** The sides of a room's floor at which it ends or another room begins; of all faces without floor. */
export function edgesAround(level: Level, room: number): number[] {
  const [first, count] = level.info.rooms[room]?.faces ?? [0, 0];
  const hasFloor = (row: number): boolean => level.islands[row] >= 0;
  const rows = Array.from({ length: count }, (_, face) => first + face);
  const floor = rows.filter(hasFloor);
  const inside = (edge: number): boolean => edge >= 3 * first && edge < 3 * (first + count);
  return (floor.length ? floor : rows)
    .flatMap((row) => [3 * row, 3 * row + 1, 3 * row + 2])
    .filter((edge) => !inside(level.across[edge]));
}

/** The sides of some rows that no other one of them shares. */
export function outlineOf(level: Level, rows: readonly number[]): number[] {
  const count = level.vertices.length / 3;
  const owners = new Map<number, number>();
  const key = (edge: number): number => {
    const a = level.faces[edge];
    const b = level.faces[3 * Math.floor(edge / 3) + ((edge + 1) % 3)];
    return Math.min(a, b) * count + Math.max(a, b);
  };
  const edges = rows.flatMap((row) => [3 * row, 3 * row + 1, 3 * row + 2]);
  for (const edge of edges) owners.set(key(edge), (owners.get(key(edge)) ?? 0) + 1);
  return edges.filter((edge) => owners.get(key(edge)) === 1);
}

/** Points (three numbers each) as round dots, `size` pixels wide, over everything else. */
export function dots(points: ArrayLike<number>, colour: string, size = 10): Object3D {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(points), 3));
  const material = new PointsMaterial({
    color: colour,
    size: size * Math.min(2, devicePixelRatio || 1),
    sizeAttenuation: false,
    depthTest: false,
    transparent: true,
  });
  // A disc instead of a square.
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <map_particle_fragment>",
      "#include <map_particle_fragment>\nif (length(gl_PointCoord - vec2(0.5)) > 0.5) discard;",
    );
  };
  const made = new Points(geometry, material);
  made.frustumCulled = false;
  made.renderOrder = 11;
  return made;
}

/** Every side of every room face, each once. */
export function wireSegments(level: Level): Float32Array {
  const seen = new Set<number>();
  const edges: number[] = [];
  const vertexCount = level.vertices.length / 3;
  for (let edge = 0; edge < 3 * level.roomFaces; edge++) {
    const row = Math.floor(edge / 3);
    const a = level.faces[edge];
    const b = level.faces[3 * row + ((edge + 1) % 3)];
    const key = Math.min(a, b) * vertexCount + Math.max(a, b);
    if (seen.has(key)) continue;
    seen.add(key);
    edges.push(edge);
  }
  return edgeSegments(level, edges);
}

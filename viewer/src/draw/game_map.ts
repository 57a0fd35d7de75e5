/** The game's own map of the level, as a plane below it. */

import { BufferAttribute, BufferGeometry, DataTexture, DoubleSide, LinearFilter, Mesh, MeshBasicMaterial, type Object3D } from "three";
import type { Level } from "../model/scene.ts";

/** Pixels of the picture that count. */
const WIDTH = 440;
const HEIGHT = 256;
/** Metres below the lowest place of the level. */
const BELOW = 0.5;

export function gameMapPlane(level: Level): Object3D | null {
  const corners = level.info.gameMap?.corners ?? [];
  if (corners.length !== 4 || level.gameMap.length !== 3 * WIDTH * HEIGHT) return null;
  const z = level.info.bounds.min[2] - BELOW;
  const geometry = new BufferGeometry();
  const places = corners.flatMap(([x, y]) => [x, y, z]);
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  geometry.setAttribute("uv", new BufferAttribute(new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]), 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const map = textureOf(level.gameMap);
  // It hides nothing: what is drawn later is drawn over it.
  const material = new MeshBasicMaterial({ map, side: DoubleSide, depthWrite: false });
  material.addEventListener("dispose", () => map.dispose());
  const plane = new Mesh(geometry, material);
  plane.renderOrder = -1;
  return plane;
}

/** The first row of the pixels is the upper one, and the first of the texture. */
function textureOf(pixels: Uint8Array): DataTexture {
  const four = new Uint8Array(4 * WIDTH * HEIGHT).fill(255);
  for (let i = 0; i < WIDTH * HEIGHT; i++) four.set(pixels.subarray(3 * i, 3 * i + 3), 4 * i);
  const texture = new DataTexture(four, WIDTH, HEIGHT);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

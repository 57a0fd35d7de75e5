import assert from "node:assert/strict";
import { test } from "node:test";
import type { Mesh, MeshBasicMaterial } from "three";
import { gameMapPlane } from "../src/draw/game_map.ts";
import { emptyLayers } from "../src/panels/layers.ts";
import { makeGrid } from "./levels.ts";

const CORNERS: [number, number][] = [[0, 8], [10, 8], [10, -2], [0, -2]];

test("the game's map lies below the level, its upper left pixel at the first corner", () => {
  const level = makeGrid(2, 2);
  level.info.gameMap = { here: true, reason: "", corners: CORNERS };
  level.gameMap = new Uint8Array(3 * 440 * 256);
  level.gameMap.set([9, 8, 7]);
  const plane = gameMapPlane(level) as Mesh;
  const places = [...plane.geometry.getAttribute("position").array];
  assert.deepEqual(places, CORNERS.flatMap(([x, y]) => [x, y, -0.5]));
  assert.deepEqual([...plane.geometry.getAttribute("uv").array].slice(0, 2), [0, 0]);
  const pixels = (plane.material as MeshBasicMaterial).map?.image.data as Uint8Array;
  assert.deepEqual([...pixels.slice(0, 4)], [9, 8, 7, 255]);
  assert.equal(pixels.length, 4 * 440 * 256);
  assert.ok(!emptyLayers(level.info).has("gameMap"));
});

test("without its pixels or its corners there is none", () => {
  const level = makeGrid(2, 2);
  assert.equal(gameMapPlane(level), null);
  assert.ok(emptyLayers(level.info).has("gameMap"));
  level.info.gameMap = { here: true, reason: "", corners: CORNERS };
  assert.equal(gameMapPlane(level), null); // pixels are missing
});

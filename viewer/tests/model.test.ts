import assert from "node:assert/strict";
import { test } from "node:test";
import { measureFaces } from "../src/model/geometry.ts";
import { corner, type Point, readLevel } from "../src/model/scene.ts";
import { FaceTree, meetFace } from "../src/model/tree.ts";
import { count, number, place } from "../src/model/words.ts";
import { EMPTY, makeLevel, randomNumbers } from "./levels.ts";

test("the tree finds what trying every face finds", () => {
  const random = randomNumbers(3);
  const vertices = Array.from({ length: 900 }, () => random() * 10);
  const faces = Array.from({ length: 900 }, () => Math.floor(random() * 300));
  const materials = Array.from({ length: 300 }, (_, i) => (i % 3 ? 4 : 7));
  const level = makeLevel({ vertices, faces, materials, across: Array<number>(900).fill(-1) });
  const tree = new FaceTree(level);
  let hits = 0;
  for (let i = 0; i < 400; i++) {
    const origin: Point = [random() * 14 - 2, random() * 14 - 2, random() * 14 - 2];
    const direction: Point = [random() - 0.5, random() - 0.5, i % 5 ? random() - 0.5 : 0];
    const accept = (row: number): boolean => materials[row] === 4;
    let nearest = Infinity;
    for (let row = 0; row < 300; row++) {
      const distance = meetFace(level, row, origin, direction);
      if (accept(row) && distance >= 0 && distance < nearest) nearest = distance;
    }
    const hit = tree.cast(origin, direction, accept);
    assert.equal(hit?.distance ?? Infinity, nearest);
    if (hit) hits++;
  }
  assert.ok(hits > 100);
});

test("a ray meets a face where a hand calculation says", () => {
  const level = makeLevel({ vertices: [0, 0, 0, 2, 0, 0, 0, 2, 2], faces: [0, 1, 2], materials: [4], across: [-1, -1, -1] });
  // The face rises one metre a metre towards the north: at y = 0.5 it is 0.5 high.
  assert.equal(meetFace(level, 0, [0.5, 0.5, 3], [0, 0, -1]), 2.5);
  assert.ok(Number.isNaN(meetFace(level, 0, [1.9, 1.9, 3], [0, 0, -1])));
});

test("faces measure what they are", () => {
  const level = makeLevel({
    vertices: [0, 0, 0, 2, 0, 0, 0, 2, 2, 0, 0, 5, 1, 0, 5, 1, 1, 5],
    faces: [0, 1, 2, 3, 5, 4, 0, 0, 1],
    materials: [4, 4, 4],
    across: Array<number>(9).fill(-1),
  });
  const { slopes, areas } = measureFaces(level);
  assert.ok(Math.abs(slopes[0] - 45) < 1e-3);
  assert.ok(Math.abs(areas[0] - Math.SQRT2 * 2) < 1e-5);
  assert.ok(Math.abs(slopes[1] - 180) < 1e-3, "a face that points down");
  assert.equal(slopes[2], 0, "a face without area");
  assert.equal(areas[2], 0);
});

test("bad vertices and corners do not hide the rest", () => {
  const level = makeLevel({ vertices: [NaN, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 99], materials: [4], across: [-1, -1, -1] });
  assert.deepEqual(corner(level, 0, 0), [0, 0, 0]);
  assert.deepEqual(corner(level, 0, 2), [0, 0, 0]);
});

test("a scene that does not fit is refused in words", () => {
  assert.throws(() => readLevel({ ...EMPTY, format: 2 }, new ArrayBuffer(0)), /format 2/);
  const buffers = { faces: { offset: 0, count: 9, width: 3, type: "uint32" as const } };
  assert.throws(() => readLevel({ ...EMPTY, buffers }, new ArrayBuffer(8)), /"faces" does not fit/);
});

test("numbers read well", () => {
  assert.equal(number(1204.5), "1,204.5");
  assert.equal(count(1, "face"), "1 face");
  assert.equal(count(1204, "face"), "1,204 faces");
  assert.equal(place([1, -2.345, 0]), "1.00, -2.35, 0.00");
});

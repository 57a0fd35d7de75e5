/** Things by name, the edits of them, and who sees whom. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { followThings, standOf } from "../src/edit/things.ts";
import { addPointEdits, degreesOf, moveEdits, PointNumbers, removeEdits } from "../src/edit/tools/things/edits.ts";
import { tellFit } from "../src/edit/tools/things/doorways.ts";
import { changedPairs, completed, shortNames, visibleEdits } from "../src/edit/tools/things/vis_pairs.ts";
import { floorAt, heightMoved, placeOfPathPoint, standPathPoints } from "../src/model/standing.ts";
import type { Level, Point, SceneDocument } from "../src/model/scene.ts";
import { FaceTree } from "../src/model/tree.ts";
import { makeLevel } from "./levels.ts";

/** Two floors over each other, at 0 and at 5 metres, and what is given. */
function house(info: Partial<SceneDocument> = {}): Level {
  const square = (z: number): number[] => [0, 0, z, 10, 0, z, 10, 10, z, 0, 10, z];
  return makeLevel({
    vertices: [...square(0), ...square(5)],
    faces: [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7],
    materials: [4, 4, 4, 4],
    across: Array<number>(12).fill(-1),
    info: { bounds: { min: [0, 0, 0], max: [10, 10, 5] }, ...info },
  });
}

function points(...xs: number[]): Partial<SceneDocument> {
  return { pathPoints: { points: xs.map((x) => [x, 1, null]), connections: [[0, 1], [1, 0]] } };
}

function door(index: number, position: Point, tag = ""): SceneDocument["doors"][number] {
  return { index, tag, template: "gate", position, bearing: 0, state: 0, to: "", states: [] };
}

test("a floor near a height is found, else the first from above", () => {
  const level = house();
  const tree = new FaceTree(level);
  assert.equal(floorAt(level, tree, 2, 3), 5);
  assert.equal(floorAt(level, tree, 2, 3, 0.5), 0);
  assert.equal(floorAt(level, tree, 20, 3), null);
});

test("what is moved keeps its height over the floor, and what stands on it stays on it", () => {
  const level = house();
  const tree = new FaceTree(level);
  assert.equal(heightMoved(level, tree, [1, 1, 1.5], [4, 4], 1.5), 1.5);
  assert.equal(heightMoved(level, tree, [1, 1, 0.02], [4, 4], 5), 5);
  assert.equal(heightMoved(level, tree, [1, 1, 0], [40, 4], 0.3), 0.3);
});

test("path points stand on the floor; beside it as high as their neighbours", () => {
  const level = house(points(-3, 2));
  standPathPoints(level, new FaceTree(level));
  assert.deepEqual(placeOfPathPoint(level, 1), [2, 1, 5]);
  assert.deepEqual(placeOfPathPoint(level, 0), [-3, 1, 5]);
});

test("numbers of path points follow the order by x, in 32 bits", () => {
  const numbers = new PointNumbers(house(points(0, 1, 2)));
  numbers.move(0, 1.5);
  assert.deepEqual([0, 1, 2].map((id) => numbers.now(id)), [1, 0, 2]);
  const id = numbers.add(-1);
  assert.deepEqual([numbers.now(id), numbers.now(0)], [0, 2]);
  numbers.remove(1);
  assert.equal(numbers.now(2), 2);
  const equal = new PointNumbers(house(points(0, 1)));
  equal.move(0, 1 + 1e-12); // the same in 32 bits: the first stays first
  assert.equal(equal.now(0), 0);
});

test("several moved points are named by the number that they have at their turn", () => {
  const level = house(points(0, 1, 2));
  const edits = moveEdits(level, [
    { thing: "point:0", at: [9, 1, 0], bearing: null },
    { thing: "point:1", at: [8, 1, 0], bearing: null },
    { thing: "door:4", at: [1, 2, 3], bearing: Math.PI / 2 },
    { thing: "entry", at: [1, 2, 3], bearing: null },
  ]);
  assert.deepEqual(edits.map((edit) => edit["number"]), [0, 0, 4, undefined]);
  assert.deepEqual(edits[2], { op: "place-object", list: "Door List", number: 4, place: [1, 2, 3], degrees: 90 });
  assert.deepEqual(edits[3], { op: "move-entry", place: [1, 2, 3] });
});

test("things are removed from the last to the first, and a new point is connected by its new number", () => {
  const gone = removeEdits(["door:1", "door:10", "entry", "hook:2", "point:3"]);
  assert.deepEqual(gone.map((edit) => `${edit.op} ${String(edit["number"])}`), ["remove-object 10", "remove-path-point 3", "remove-object 1"]);
  const [add, connect] = addPointEdits(house(points(1, 2)), [0, 5, 0], [1]);
  assert.equal(add.op, "add-path-point");
  assert.deepEqual([connect["first"], connect["second"]], [2, 0]);
});

test("things are found again by their place, then by the nearest that is alike", () => {
  const before = house({ doors: [door(0, [1, 1, 0]), door(1, [5, 5, 0]), door(2, [9, 9, 0], "other")] });
  const after = house({ doors: [door(0, [5, 5, 0]), door(1, [9, 8, 0], "other")] });
  assert.deepEqual([...followThings(before, after, ["door:1", "door:2"])], ["door:0", "door:1"]);
  assert.deepEqual([...followThings(before, after, ["door:0"])], []);
  assert.deepEqual([...followThings(house(points(0, 1)), house(points(1, 4)), ["point:0"])], ["point:1"]);
  assert.deepEqual(standOf(before, "door:1")?.at, [5, 5, 0]);
});

test("degrees are between -180 and 180", () => {
  assert.deepEqual([degreesOf(Math.PI), degreesOf(3 * Math.PI), degreesOf(-Math.PI / 2)], [-180, -180, -90]);
});

test("whether a door fits is told", () => {
  assert.equal(tellFit(2, 2.1).fits, true);
  assert.equal(tellFit(3, 2).fits, false);
  assert.equal(tellFit(1, 2).fits, false);
  assert.equal(tellFit(null, 2).fits, null);
});

function rooms(...sees: number[][]): Level {
  return makeLevel({
    vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0],
    faces: [0, 1, 2],
    materials: [4],
    across: [-1, -1, -1],
    rooms: sees.map((each, index) => ({ name: `m01_${index}`, sees: each, faces: [0, index ? 0 : 1] as const })),
  });
}

test("pairs both ways are one edit; what is so already is none", () => {
  const level = rooms([1], [], []);
  const pairs = completed([{ room: 0, other: 1, visible: true }, { room: 0, other: 2, visible: true }, { room: 1, other: 1, visible: true }], true);
  assert.equal(pairs.length, 4);
  assert.deepEqual(visibleEdits(level, pairs), [
    { op: "set-visible", room: "m01_1", other: "m01_0", visible: true, both: false },
    { op: "set-visible", room: "m01_0", other: "m01_2", visible: true, both: true },
  ]);
});

test("what differs between two levels is told, and names are shortened", () => {
  assert.deepEqual(changedPairs(rooms([1], []), rooms([], [0])), [
    { room: 0, other: 1, visible: false },
    { room: 1, other: 0, visible: true },
  ]);
  assert.deepEqual(shortNames(["m10aa_01a", "M10aa_02b"]), ["01a", "02b"]);
  assert.deepEqual(shortNames(["hall", "yard"]), ["hall", "yard"]);
});

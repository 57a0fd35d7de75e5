import assert from "node:assert/strict";
import { test } from "node:test";
import type { Level, Point } from "../src/model/scene.ts";
import { divideEdits, moveAndJoinEdits, moveEdits, weldEdits } from "../src/edit/tools/shape/edits.ts";
import { extrude, outwards } from "../src/edit/tools/shape/extruded.ts";
import { edgesBeside, verticesAt, weldGroup } from "../src/edit/tools/shape/groups.ts";
import { MovedFaces, stateOf, withMoved } from "../src/edit/tools/shape/moved.ts";
import { turned } from "../src/edit/tools/shape/nudge.ts";
import { isHole } from "../src/edit/tools/shape/rims.ts";
import { between, partAtPixel, SnapGoals } from "../src/edit/tools/shape/snap.ts";
import { makeGrid, makeLevel, randomNumbers, slowAcross } from "./levels.ts";

const ALL = { vertices: true, edges: true, rooms: true, model: false };

/** Two rooms of two faces each, side by side; the second begins where the first ends, or `gap` metres behind. */
function twoRooms(gap = 0): Level {
  const square = (x: number): number[] => [x, 0, 0, x + 4, 0, 0, x + 4, 4, 0, x, 4, 0];
  const faces = [0, 4].flatMap((at) => [at, at + 1, at + 2, at, at + 2, at + 3]);
  const materials = [4, 4, 4, 4];
  return makeLevel({
    vertices: [...square(0), ...square(4 + gap)],
    faces,
    materials,
    across: slowAcross(faces, materials),
    islands: [0, 0, 1, 1],
    rooms: ["hall", "lane"].map((name, i) => ({ name, faces: [2 * i, 2] as [number, number], vertices: [4 * i, 4] as [number, number] })),
  });
}

/** Straight down: ten pixels a metre, y up the picture. */
function fromAbove([x, y]: Point): { x: number; y: number; shown: boolean } {
  return { x: 10 * x, y: -10 * y, shown: true };
}

function goals(level: Level, vertices: number[], room = 0): SnapGoals {
  const rows = new Set(new MovedFaces(level, new Set(vertices)).rows);
  return new SnapGoals(level, fromAbove, { rooms: new Set([room]), vertices: new Set(vertices), rows });
}

test("a corner goes with all at its place, of other rooms only where that is wanted", () => {
  const level = twoRooms();
  assert.deepEqual([...weldGroup(level, [1], true)].sort(), [1, 4]);
  assert.deepEqual([...weldGroup(level, [1], false)], [1]);
  assert.deepEqual([...weldGroup(twoRooms(0.0009), [1], true)].sort(), [1, 4], "a millimetre is one place");
  assert.deepEqual([...weldGroup(twoRooms(0.0015), [1], true)], [1]);
});

test("the places of a level are those that a slow search finds", () => {
  const random = randomNumbers(3);
  const vertices = Array.from({ length: 300 }, () => [0, 1, 2].map(() => Math.floor(random() * 6) * 0.0007 - 0.002)).flat();
  const level = makeLevel({ vertices, faces: [0, 1, 2], materials: [4], across: [-1, -1, -1] });
  for (let row = 0; row < 300; row += 7) {
    const at = [...level.vertices.subarray(3 * row, 3 * row + 3)] as unknown as Point;
    const slow = Array.from({ length: 300 }, (_, i) => i).filter(
      (i) => Math.hypot(...[0, 1, 2].map((axis) => level.vertices[3 * i + axis] - at[axis])) <= 0.001,
    );
    assert.deepEqual(verticesAt(level, at).sort((a, b) => a - b), slow);
  }
});

test("moves name rooms and their own numbers, and a place for what is at one place", () => {
  const level = twoRooms();
  const place: Point = [4.5, 0, 0];
  assert.deepEqual(moveEdits(level, [4, 1], { offset: [0.5, 0, 0], place }), [
    { op: "move-vertices", room: "hall", vertices: [1], place },
    { op: "move-vertices", room: "lane", vertices: [0], place },
  ]);
});

test("what is dropped on a corner of its room is welded to it", () => {
  const level = makeGrid(2, 1);
  // Corner 1 (1, 0) onto 2 (2, 0).
  const [edit, ...more] = moveAndJoinEdits(level, new Set([1]), { offset: [1, 0, 0], place: [2, 0, 0] });
  assert.deepEqual(edit, { op: "weld-vertices", room: "hall", vertices: [1, 2], place: [2, 0, 0] });
  assert.equal(more.length, 0);
  const [apart] = moveAndJoinEdits(level, new Set([1]), { offset: [0.2, 0, 0], place: [1.2, 0, 0] });
  assert.equal(apart.op, "move-vertices");
});

test("an edge that is dropped on another one is welded at both ends, by the numbers of then", () => {
  // Two squares of one room, two metres apart: 1, 2 are moved onto 4, 7.
  const square = (x: number): number[] => [x, 0, 0, x + 2, 0, 0, x + 2, 2, 0, x, 2, 0];
  const faces = [0, 4].flatMap((at) => [at, at + 1, at + 2, at, at + 2, at + 3]);
  const level = makeLevel({ vertices: [...square(0), ...square(4)], faces, materials: [4, 4, 4, 4], across: slowAcross(faces, [4, 4, 4, 4]) });
  const edits = moveAndJoinEdits(level, new Set([1, 2]), { offset: [2, 0, 0], place: null });
  assert.deepEqual(edits, [
    { op: "move-vertices", room: "hall", vertices: [1, 2], offset: [2, 0, 0] },
    { op: "weld-vertices", room: "hall", vertices: [1, 4], place: [4, 0, 0] },
    // 4 is gone: 7 is 6 now.
    { op: "weld-vertices", room: "hall", vertices: [2, 6], place: [4, 2, 0] },
  ]);
});

test("welding makes one of each room's corners and brings other rooms along", () => {
  const [first, second] = weldEdits(twoRooms(), new Set([1, 2, 4]));
  assert.deepEqual(first, { op: "weld-vertices", room: "hall", vertices: [1, 2], place: [4, 2, 0] });
  assert.deepEqual(second, { op: "move-vertices", room: "lane", vertices: [0], place: [4, 2, 0] });
});

test("a linked edge is divided in both rooms, at the same place", () => {
  const level = twoRooms();
  assert.deepEqual(edgesBeside(level, 1), [11]);
  const edits = divideEdits(level, 1, 0.25, true);
  assert.deepEqual(edits, [
    { op: "divide-edge", room: "hall", edge: 1, part: 0.25 },
    { op: "divide-edge", room: "lane", edge: 5, part: 0.75 },
  ]);
  assert.equal(divideEdits(level, 1, 0.25, false).length, 1);
});

test("a drag snaps to corners before edges, and only to what is switched on", () => {
  const level = twoRooms(3);
  const found = goals(level, [1, 2]);
  const near = found.nearest([6.5, 0.3, 0], ALL)?.snap;
  assert.deepEqual([near?.kind, near?.item, near?.point], ["vertex", 4, [7, 0, 0]]);
  const edge = found.nearest([6.5, 2, 0], ALL)?.snap;
  assert.equal(edge?.kind, "edge");
  assert.ok(Math.abs((edge?.point[1] ?? 0) - 2) < 1e-6 && edge?.point[0] === 7);
  assert.equal(found.nearest([6.5, 0.3, 0], { ...ALL, rooms: false }), null);
  assert.equal(found.nearest([5.5, 0.3, 0], ALL), null, "fifteen pixels are too far");
  const own = found.nearest([0.5, 0.2, 0], ALL)?.snap;
  assert.deepEqual([own?.kind, own?.item], ["vertex", 0]);
  assert.equal(found.nearest([0.5, 0.2, 0], { ...ALL, vertices: false }), null, "edges of faces that follow are no goals");
});

test("what moves, and what is hidden, is no goal", () => {
  const level = twoRooms(3);
  assert.equal(goals(level, [1, 2]).nearest([4, 0, 0], ALL), null);
  const hidden = new SnapGoals(level, fromAbove, { rooms: new Set([0]), vertices: new Set([1]), rows: new Set() }, () => false);
  assert.equal(hidden.nearest([7, 0, 0], ALL), null);
});

test("a place on an edge is where it is seen, also where the edge runs away", () => {
  const away = ([x, y]: Point): { x: number; y: number; shown: boolean } => ({ x: (100 * x) / (1 + y), y: -100 / (1 + y), shown: true });
  const [a, b]: [Point, Point] = [[0, 0, 0], [2, 6, 0]];
  for (const part of [0.1, 0.5, 0.9]) {
    const { x, y } = away(between(a, b, part));
    assert.ok(Math.abs(partAtPixel(away, a, b, x, y) - part) < 1e-6);
  }
});

test("new floor looks up, and is told where it would not", () => {
  const level = twoRooms(2);
  const made = extrude(level, [1], [2, 0, 0]);
  const areas = [0, 9].map((i) => {
    const t = made.triangles.slice(i, i + 9);
    return ((t[3] - t[0]) * (t[7] - t[1]) - (t[4] - t[1]) * (t[6] - t[0])) / 2;
  });
  assert.deepEqual(areas, [4, 4]);
  assert.equal(made.fine, true);
  assert.equal(extrude(level, [1], [-2, 0, 0]).fine, false, "over its own floor");
  assert.equal(extrude(level, [1], [0, 0, 2]).fine, false, "straight up");
  assert.deepEqual(outwards(level, [1]), [1, 0, 0]);
  const [x, y] = outwards(level, [0, 1]);
  assert.ok(Math.abs(x - Math.SQRT1_2) < 1e-9 && Math.abs(y + Math.SQRT1_2) < 1e-9);
});

test("a quad that is not flat is parted so that both halves look up", () => {
  const level = makeLevel({ vertices: [0, 0, 0, 1, 0, 3, 0.5, 2, 0], faces: [0, 1, 2], materials: [4], across: [-1, -1, -1] });
  const { triangles } = extrude(level, [0], [0.5, -1, 0]);
  for (const i of [0, 9]) assert.notEqual(stateOf(triangles, i), "turned");
});

test("faces that turn over or become steep are told, those that were so before are not", () => {
  const level = makeGrid(2, 2);
  const moved = new MovedFaces(level, new Set([4]));
  assert.equal(moved.rows.length, 6);
  moved.move([0.3, 0, 0]);
  assert.equal(moved.count("fine"), 6);
  moved.move([1.5, 0, 0]);
  assert.ok(moved.count("turned") > 0);
  assert.equal(moved.bad().length, 9 * moved.count("turned"));
  moved.move([0, 0, 3]);
  assert.equal(moved.count("steep"), 6);
  moved.move([0, 0, 0]);
  assert.deepEqual([...moved.corners.subarray(0, 9)], [0, 1, 2].flatMap((side) => [...level.vertices.subarray(3 * level.faces[side], 3 * level.faces[side] + 3)]));
  assert.equal(moved.lines().length / 6, 12, "each side once");
  const after = withMoved(level, [4], ([x, y, z]) => [x + 1, y, z]);
  assert.deepEqual([after.vertices[12], level.vertices[12]], [2, 1]);
});

test("a rim around a hole runs clockwise", () => {
  const square: Point[] = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]];
  assert.equal(isHole(square), false);
  assert.equal(isHole([...square].reverse()), true);
});

test("arrow keys go as the picture looks", () => {
  const right: Point = [1, 0, 0];
  assert.deepEqual(turned(right, [0.1, 0.8, -0.5], [0, 1, 0]), [1, 0, 0]);
  assert.deepEqual(turned(right, [0.9, 0.1, -0.4], [0, 0, 1]).map((part) => part + 0), [0, -1, 0]);
  assert.deepEqual(turned([0, 1, 0], [0, 0, -1], [-1, 0.2, 0]).map((part) => part + 0), [-1, 0, 0]);
  assert.deepEqual(turned([0, 0, 1], [0.9, 0.1, -0.4], [0, 0, 1]), [0, 0, 1]);
});

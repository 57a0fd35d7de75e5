import assert from "node:assert/strict";
import { test } from "node:test";
import { lengthOf } from "../src/model/geometry.ts";
import type { Point } from "../src/model/scene.ts";
import { FaceTree } from "../src/model/tree.ts";
import { answerPath, answerSight } from "../src/walk/answers.ts";
import { pullTight } from "../src/walk/funnel.ts";
import { Heap } from "../src/walk/heap.ts";
import { flagsOfRanges, reachFrom } from "../src/walk/reach.ts";
import { findRoute } from "../src/walk/route.ts";
import { noteOnStops, roomsOfFlags } from "../src/walk/stops.ts";
import { searchTaut } from "../src/walk/taut.ts";
import { makeGrid, makeHall, makeLevel, randomNumbers, rowAt } from "./levels.ts";

test("a heap gives its values in the order of their keys", () => {
  const random = randomNumbers(1);
  const keys = Array.from({ length: 500 }, () => Math.floor(random() * 100));
  const heap = new Heap();
  keys.forEach((key, i) => heap.push(key, i));
  const out: number[] = [];
  while (heap.size) out.push(keys[heap.pop()]);
  assert.deepEqual(out, [...keys].sort((a, b) => a - b));
});

test("a line through gates bends only where it must", () => {
  const gates = [
    { left: [1, 1, 0] as Point, right: [1, 0, 0] as Point },
    { left: [2, 3, 0] as Point, right: [2, 2, 0] as Point },
  ];
  const line = pullTight([0, 0.5, 0], [3, 2.5, 0], gates);
  // The straight line would cross x = 1 at 1.17: it must bend at the gate's left end (1, 1).
  const expected = Math.hypot(1, 0.5) + Math.hypot(1, 1) + Math.hypot(1, 0.5);
  assert.ok(Math.abs(lengthOf(line) - expected) < 1e-9, `${lengthOf(line)} is not ${expected}`);
});

test("an open floor is crossed in a straight line", () => {
  const level = makeGrid(8, 8);
  const random = randomNumbers(7);
  for (let i = 0; i < 60; i++) {
    const a: Point = [random() * 8, random() * 8, 0];
    const b: Point = [random() * 8, random() * 8, 0];
    const route = findRoute(level, rowAt(8, a[0], a[1]), rowAt(8, b[0], b[1]), a, b);
    assert.ok(route);
    assert.ok(Math.abs(route.length - lengthOf([a, b])) < 1e-5, `${route.length} for ${lengthOf([a, b])}`);
  }
});

test("a wall is walked round by its corner", () => {
  // A wall from the south, one metre wide, six of eight metres long.
  const level = makeGrid(9, 8, (x, y) => x === 4 && y < 6);
  const a: Point = [1.5, 1.5, 0];
  const b: Point = [7.5, 1.5, 0];
  const route = findRoute(level, rowAt(9, 1.5, 1.5 - 1e-9), rowAt(9, 7.5, 1.5 - 1e-9), a, b);
  const expected = 2 * Math.hypot(2.5, 4.5) + 1;
  assert.ok(route && Math.abs(route.length - expected) < 1e-6, `${route?.length} is not ${expected}`);
});

test("a pillar is walked round on its shorter side", () => {
  // Three metres square in a hall of nine; from the west, a little south of its middle.
  const level = makeGrid(9, 9, (x, y) => x >= 3 && x < 6 && y >= 3 && y < 6);
  const a: Point = [0.5, 4.4, 0];
  const b: Point = [8.5, 4.4, 0];
  const route = findRoute(level, rowAt(9, a[0], a[1]), rowAt(9, b[0], b[1]), a, b);
  const expected = 2 * Math.hypot(2.5, 1.4) + 3;
  assert.ok(route && Math.abs(route.length - expected) < 0.005 * expected, `${route?.length} is not ${expected}`);
});

type Box = readonly [number, number, number, number];

/** Whether a segment passes through the inside of a box, by clipping it. */
function enters(a: Point, b: Point, [x0, y0, x1, y1]: Box): boolean {
  let [low, high] = [0, 1];
  for (const [axis, from, to] of [[0, x0, x1], [1, y0, y1]] as const) {
    const step = b[axis] - a[axis];
    if (Math.abs(step) < 1e-12) {
      if (a[axis] <= from + 1e-9 || a[axis] >= to - 1e-9) return false;
      continue;
    }
    const ends = [(from - a[axis]) / step, (to - a[axis]) / step].sort((p, q) => p - q);
    [low, high] = [Math.max(low, ends[0]), Math.min(high, ends[1])];
  }
  return high - low > 1e-9;
}

/** The shortest way round boxes, by trying all lines between their corners. */
function slowShortest(a: Point, b: Point, boxes: readonly Box[]): number {
  const places: Point[] = [a, b];
  for (const [x0, y0, x1, y1] of boxes) places.push([x0, y0, 0], [x1, y0, 0], [x0, y1, 0], [x1, y1, 0]);
  const costs = places.map((_, i) => (i ? Infinity : 0));
  for (let round = 0; round < places.length; round++) {
    places.forEach((from, i) =>
      places.forEach((to, j) => {
        if (boxes.some((box) => enters(from, to, box))) return;
        costs[j] = Math.min(costs[j], costs[i] + lengthOf([from, to]));
      }),
    );
  }
  return costs[1];
}

test("ways among pillars are as short as the slow search finds", () => {
  const boxes: Box[] = [[2, 2, 5, 4], [7, 1, 9, 6], [3, 6, 6, 9], [8, 8, 10, 10]];
  const inside = (x: number, y: number): boolean => boxes.some(([x0, y0, x1, y1]) => x > x0 && x < x1 && y > y0 && y < y1);
  const level = makeGrid(12, 12, (x, y) => inside(x + 0.5, y + 0.5));
  const random = randomNumbers(3);
  for (let tried = 0; tried < 150; ) {
    const [a, b] = [0, 1].map((): Point => [12 * random(), 12 * random(), 0]);
    if (inside(a[0], a[1]) || inside(b[0], b[1])) continue;
    tried++;
    const route = findRoute(level, rowAt(12, a[0], a[1]), rowAt(12, b[0], b[1]), a, b);
    const expected = slowShortest(a, b, boxes);
    assert.ok(route && Math.abs(route.length - expected) < 1e-4 * expected, `${a} to ${b}: ${route?.length} is not ${expected}`);
  }
});

/** All shortest ways by going through every pair of faces. */
function slowReach(across: Int32Array, start: number): Set<number> {
  const found = new Set([start]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    across.forEach((edge, from) => {
      if (edge >= 0 && found.has(Math.floor(from / 3))) found.add(Math.floor(edge / 3));
    });
  }
  return found;
}

test("reach and routes agree with a slow search on mazes", () => {
  for (let seed = 0; seed < 12; seed++) {
    const random = randomNumbers(seed);
    const walls = Array.from({ length: 100 }, () => random() < 0.35);
    walls[0] = false;
    const level = makeGrid(10, 10, (x, y) => walls[10 * y + x]);
    const reached = reachFrom(level, 0);
    const expected = slowReach(level.across, 0);
    for (let row = 0; row < level.roomFaces; row++) {
      assert.equal(reached[row] === 1, expected.has(row), `seed ${seed} row ${row}`);
      const x = Math.floor(row / 2) % 10;
      const y = Math.floor(row / 20);
      const b: Point = row % 2 ? [x + 0.25, y + 0.75, 0] : [x + 0.75, y + 0.25, 0];
      const route = walls[10 * y + x] ? null : findRoute(level, 0, row, [0.75, 0.25, 0], b);
      assert.equal(Boolean(route), expected.has(row) && !walls[10 * y + x]);
      if (!route) continue;
      assert.ok(route.length >= lengthOf([[0.75, 0.25, 0], b]) - 1e-6);
      assertOnFloor(route.points, (px, py) => walls[10 * py + px]);
    }
  }
});

/** No point of a line lies inside a wall. */
function assertOnFloor(points: readonly Point[], wall: (x: number, y: number) => boolean): void {
  for (let i = 1; i < points.length; i++) {
    for (let part = 0.05; part < 1; part += 0.1) {
      const x = points[i - 1][0] + part * (points[i][0] - points[i - 1][0]);
      const y = points[i - 1][1] + part * (points[i][1] - points[i - 1][1]);
      const away = Math.min(Math.abs(x - Math.round(x)), Math.abs(y - Math.round(y)));
      if (away > 1e-6) assert.ok(!wall(Math.floor(x), Math.floor(y)), `(${x}, ${y}) is in a wall`);
    }
  }
}

test("a one-sided link is crossed one way only, and the answer says so", () => {
  const faces = [0, 1, 2, 1, 3, 2];
  const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
  const level = makeLevel({ vertices, faces, materials: [4, 4], across: [-1, 5, -1, -1, -1, -1] });
  const first = { point: [0.2, 0.2, 0] as Point, row: 0 };
  const second = { point: [0.8, 0.8, 0] as Point, row: 1 };
  assert.equal(answerPath(level, first, second, []).ok, true);
  const back = answerPath(level, second, first, []);
  assert.equal(back.ok, false);
  assert.match(back.reason, /one direction only/);
});

const IDEA = "Tables are taken as if `kotorlevel fix` had rebuilt them, links as they are in the files";

test("a way through rooms that stop the player says so", () => {
  const grid = makeGrid(4, 1);
  const stops = [{ room: 0, rules: ["BWM004"] }, { room: 1, rules: ["BWM005", "DRV001"] }];
  const level = makeLevel({
    vertices: [...grid.vertices],
    faces: [...grid.faces],
    materials: Array<number>(8).fill(4),
    across: [...grid.across],
    rooms: [{ name: "hall", faces: [0, 4] }, { name: "yard", faces: [4, 4] }],
    info: { stops },
  });
  const at = (x: number): { point: Point; row: number } => ({ point: [x + 0.6, 0.2, 0], row: 2 * x });
  assert.equal(answerPath(level, at(0), at(1), []).note, `${IDEA}: hall has BWM004, which stops the player now.`);
  assert.equal(
    answerPath(level, at(1), at(3), []).note,
    `${IDEA}: hall has BWM004 and yard has BWM005, DRV001, which stop the player now.`,
  );
  assert.deepEqual([...roomsOfFlags(level, reachFrom(level, 0))], [0, 1]);
  assert.equal(noteOnStops(grid, [0]), "");
  const many = { ...level, info: { ...level.info, stops: [0, 1, 2, 3, 4, 5].map((index) => ({ room: index, rules: ["BWM004"] })) } };
  assert.match(noteOnStops(many, [0, 1, 2, 3, 4, 5]), /room 3 has BWM004 and 2 more rooms have such faults, which stop/);
});

test("a path from a wall is refused with its material", () => {
  const level = makeGrid(2, 1, (x) => x === 1);
  const answer = answerPath(level, { point: [1.6, 0.2, 0], row: 2 }, { point: [0.6, 0.2, 0], row: 0 }, []);
  assert.equal(answer.ok, false);
  assert.match(answer.reason, /hall face 2.*Nonwalk/);
});

test("a door in the way is named, and not once it is open", () => {
  const grid = makeGrid(4, 2);
  // A door leaf across the middle, x = 2, as one upright face behind those of the room.
  const vertices = [...grid.vertices, 2, -1, 0, 2, 3, 0, 2, 1, 3];
  const first = grid.vertices.length / 3;
  const leaf = { faces: [16, 1] as [number, number], vertices: [first, 3] as [number, number] };
  const door = { index: 0, tag: "gate", template: "", position: [2, 1, 0] as Point, bearing: 0, state: 0, to: "", states: [leaf, null, null] };
  const level = makeLevel({
    vertices,
    faces: [...grid.faces, first, first + 1, first + 2],
    materials: [...Array<number>(16).fill(4), 7],
    across: [...grid.across],
    rooms: [{ faces: [0, 16] }],
    info: { doors: [door] },
  });
  const a = { point: [0.6, 0.2, 0] as Point, row: 0 };
  const b = { point: [3.6, 0.2, 0] as Point, row: 6 };
  assert.match(answerPath(level, a, b, [0]).reason, /gate/);
  assert.equal(answerPath(level, a, b, [1]).reason, "");
});

test("sight ends at the first face that blocks it", () => {
  const level = makeLevel({
    vertices: [5, -1, 0, 5, 1, 0, 5, 0, 9],
    faces: [0, 1, 2],
    materials: [7],
    across: [-1, -1, -1],
  });
  const tree = new FaceTree(level);
  const spot = (x: number): { point: Point; row: number } => ({ point: [x, 0, 0], row: 0 });
  const blocked = answerSight(level, tree, spot(0), spot(10), 1, () => true);
  assert.equal(blocked.ok, false);
  assert.deepEqual(blocked.stop, [5, 0, 1]);
  assert.match(blocked.reason, /after 5 m/);
  assert.equal(answerSight(level, tree, spot(0), spot(4), 1, () => true).ok, true);
  assert.equal(answerSight(level, tree, spot(0), spot(10), 1, () => false).ok, true);
});

test("a long side is crossed where a shorter one meets it", () => {
  const level = makeHall();
  // West room to hall: round the western end of the gate, (1, 0).
  const route = findRoute(level, 2, 1, [2.5, -2, 0], [0.2, 0.3, 0]);
  const expected = Math.hypot(1.5, 2) + Math.hypot(0.8, 0.3);
  assert.ok(route && Math.abs(route.length - expected) < 1e-5, `${route?.length} is not ${expected}`);
  // And straight through it.
  const straight = findRoute(level, 1, 2, [3, 3, 0], [1.5, -2.5, 0]);
  assert.ok(straight && Math.abs(straight.length - Math.hypot(1.5, 5.5)) < 1e-5, `${straight?.length}`);
});

test("from room to room one walks along the long side that both meet", () => {
  const level = makeHall();
  const expected = Math.hypot(1, 2) + 3 + Math.hypot(1, 2);
  for (const [from, to] of [[2, 4], [4, 2]]) {
    const at = (row: number): Point => [row === 2 ? 2 : 7, -2, 0];
    const route = findRoute(level, from, to, at(from), at(to));
    assert.ok(route && Math.abs(route.length - expected) < 1e-5, `${route?.length} is not ${expected}`);
  }
  // The exact search finds it by itself: over row 3 and the hall, by the second passage, over row 5.
  assert.deepEqual(searchTaut(level, 2, 4, [2, -2, 0], [7, -2, 0]), [8, 10, 3 * 6 + 1, 15]);
  assert.deepEqual(searchTaut(level, 4, 2, [7, -2, 0], [2, -2, 0]), [14, 16, 3 * 6, 9]);
});

test("ways among rooms at a long side are as short as the slow search finds", () => {
  const level = makeHall();
  // What is no floor beside the rooms; beyond the rest of it no way is short.
  const walls: Box[] = [[-99, -99, 1, 0], [3, -99, 6, 0], [8, -99, 99, 0]];
  const random = randomNumbers(11);
  const spots = [[0, 0, 10, 4], [1, -3, 3, 0], [6, -3, 8, 0]] as const;
  for (let tried = 0; tried < 200; tried++) {
    const [[a, rowA], [b, rowB]] = [0, 1].map((): [Point, number] => {
      const room = Math.floor(3 * random());
      const [x0, y0, x1, y1] = spots[room];
      const [u, v] = [random(), random()];
      return [[x0 + u * (x1 - x0), y0 + v * (y1 - y0), 0], 2 * room + (v > u ? 1 : 0)];
    });
    const route = findRoute(level, rowA, rowB, a, b);
    const expected = slowShortest(a, b, walls);
    assert.ok(route && Math.abs(route.length - expected) < 1e-4, `${a} to ${b}: ${route?.length} is not ${expected}`);
  }
});

test("a part of a side can be a way in one direction only", () => {
  const level = makeHall(true);
  assert.deepEqual([...reachFrom(level, 0)], [1, 1, 1, 1, 1, 1]);
  assert.deepEqual([...reachFrom(level, 4)], [0, 0, 0, 0, 1, 1]);
  assert.equal(findRoute(level, 4, 0, [7, -2, 0], [7, 1, 0]), null);
  assert.ok(findRoute(level, 0, 4, [7, 1, 0], [7, -2, 0]));
});

test("nobody stands on a face that is not of the floor, and one walks past it", () => {
  // Two squares of floor with an upright step between them (rows 2 and 3).
  const vertices = [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 4, 0, 1, 8, 0, 1, 8, 4, 1, 4, 4, 1];
  const faces = [0, 1, 2, 0, 2, 3, 1, 4, 7, 1, 7, 2, 4, 5, 6, 4, 6, 7];
  const materials = Array<number>(6).fill(4);
  const across = Array<number>(18).fill(-1);
  const pairs = [[2, 3], [1, 11], [8, 9], [7, 17], [14, 15]];
  for (const [a, b] of pairs) [across[a], across[b]] = [b, a];
  const islands = [0, 0, -1, -1, 0, 0];
  const ends: [Point, Point] = [[4, 0, 0], [4, 4, 0]];
  const level = makeLevel({ vertices, faces, materials, across, islands, passages: [[1, 17, ...ends], [17, 1, [4, 4, 1], [4, 0, 1]]] });
  assert.deepEqual([...reachFrom(level, 0)], [1, 1, 0, 0, 1, 1]);
  const route = findRoute(level, 0, 4, [2, 1, 0], [6, 1, 1]);
  assert.ok(route && !route.rows.includes(2) && !route.rows.includes(3));
  const refused = answerPath(level, { point: [4, 1, 0.5], row: 2 }, { point: [2, 1, 0], row: 0 }, []);
  assert.match(refused.reason, /hall face 2, and nobody can stand there/);
});

test("ranges become flags", () => {
  assert.deepEqual([...flagsOfRanges([[1, 2], [4, 1]], 6)], [0, 1, 1, 0, 1, 0]);
});

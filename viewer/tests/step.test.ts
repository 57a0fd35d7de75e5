import assert from "node:assert/strict";
import { test } from "node:test";
import type { FindingInfo, Level, Point } from "../src/model/scene.ts";
import { sayStop } from "../src/walk/blocked.ts";
import { Body, RADIUS } from "../src/walk/body.ts";
import { STEP, Steps } from "../src/walk/pace.ts";
import { heightAt, planOf } from "../src/walk/plan.ts";
import { move } from "../src/walk/step.ts";
import { makeGrid, makeHall, makeLevel, randomNumbers, rowAt } from "./levels.ts";

/** Asserts that a point is where it should be. */
function near(found: readonly number[], expected: readonly number[], within = 1e-6): void {
  const far = expected.some((value, i) => !(Math.abs(found[i] - value) <= within));
  assert.ok(!far, `${found} is not ${expected}`);
}

function from(level: Level, width: number, x: number, y: number, dx: number, dy: number): ReturnType<typeof move> {
  return move(level, { row: rowAt(width, x, y), point: [x, y, 0] }, dx, dy, []);
}

test("a step over open floor is straight", () => {
  const level = makeGrid(8, 8);
  const moved = from(level, 8, 1.2, 1.7, 5.1, 4.4);
  near(moved.point, [6.3, 6.1, 0]);
  assert.equal(moved.row, rowAt(8, 6.3, 6.1));
  assert.equal(moved.reached, true);
});

test("along a wall one keeps what of the direction is along it", () => {
  const level = makeGrid(8, 8);
  const moved = from(level, 8, 4.3, 4.1, 2, -20);
  near(moved.point, [6.3, 0, 0]);
  assert.equal(moved.reached, false);
  assert.deepEqual(moved.stop?.kind, "edge");
});

test("a corner ends a step, and one gets out of it again", () => {
  const level = makeGrid(4, 4);
  const moved = from(level, 4, 2.3, 2.1, -30, -29);
  near(moved.point, [0, 0, 0]);
  const back = move(level, { row: moved.row, point: moved.point }, 1.5, 2.5, []);
  near(back.point, [1.5, 2.5, 0]);
});

test("one slides past the end of a wall", () => {
  const level = makeGrid(9, 8, (x, y) => x === 4 && y < 6);
  near(from(level, 9, 3.3, 5.2, 3, 2).point, [4, 7.2, 0]);
  near(from(level, 9, 3.3, 5.2, 3, 3.6).point, [6.3, 8, 0]); // just over it
});

test("a line exactly through vertices neither sticks nor leaks", () => {
  const level = makeGrid(6, 6);
  near(move(level, { row: 0, point: [0, 0, 0] }, 6, 6, []).point, [6, 6, 0]);
  near(move(level, { row: rowAt(6, 3, 3), point: [3, 3, 0] }, -2, 0, []).point, [1, 3, 0]);
  near(move(level, { row: rowAt(6, 3, 3), point: [3, 3, 0] }, 0, -9, []).point, [3, 0, 0]);
});

test("a part of a side leads on, the rest is a wall", () => {
  const level = makeHall();
  near(move(level, { row: 0, point: [2, 1, 0] }, 0, -3, []).point, [2, -2, 0]);
  near(move(level, { row: 0, point: [5, 1, 0] }, 0, -3, []).point, [5, 0, 0]);
  // Along the wall until the gate, and no farther than the step is long.
  near(move(level, { row: 0, point: [5, 0.5, 0] }, 1.7, -2, []).point, [6.7, 0, 0]);
});

test("a link that leads one way stops who comes back, and says so", () => {
  const level = makeHall(true);
  const out = move(level, { row: 0, point: [7, 1, 0] }, 0, -2, []);
  near(out.point, [7, -1, 0]);
  const back = move(level, { row: out.row, point: out.point }, 0, 2, []);
  near(back.point, [7, 0, 0]);
  assert.ok(back.stop);
  assert.match(sayStop(level, back.stop, 7, 0), /^No way back: hall has a link to here/);
});

test("plans have a wall or a passage everywhere around a face", () => {
  const level = makeHall();
  const { starts, gates, wallStarts, walls } = planOf(level);
  const length = (sides: Float64Array, i: number): number => Math.hypot(sides[4 * i + 2] - sides[4 * i], sides[4 * i + 3] - sides[4 * i + 1]);
  let around = 0;
  for (let p = starts[0]; p < starts[1]; p++) around += length(gates, p);
  for (let w = wallStarts[0]; w < wallStarts[1]; w++) around += length(walls, w);
  near([around], [10 + 4 + Math.hypot(10, 4)]);
  near([wallStarts[1] - wallStarts[0]], [4]); // three parts of the long side, and the eastern one
});

test("heights are those of the face's plane", () => {
  const level = makeLevel({ vertices: [0, 0, 0, 4, 0, 2, 0, 4, 4], faces: [0, 1, 2], materials: [4], across: [-1, -1, -1] });
  near([heightAt(level, 0, 1, 1)], [1.5]);
});

test("nobody leaves the floor of a maze, whatever he tries", () => {
  for (let seed = 0; seed < 6; seed++) {
    const random = randomNumbers(seed);
    const walls = Array.from({ length: 100 }, () => random() < 0.3);
    walls[0] = false;
    const blocked = (x: number, y: number): boolean => x < 0 || y < 0 || x > 9 || y > 9 || walls[10 * y + x];
    const level = makeGrid(10, 10, (x, y) => walls[10 * y + x]);
    const body = new Body(level, []);
    body.feet.put(rowAt(10, 0.6, 0.4), 0.6, 0.4);
    for (let i = 0; i < 3000; i++) {
      const bearing = 2 * Math.PI * random();
      for (let n = 0; n < 8; n++) body.step(0.04 * Math.cos(bearing), 0.04 * Math.sin(bearing));
      const { x, y, row } = body.feet;
      const inside = [-1e-6, 1e-6].some((a) => [-1e-6, 1e-6].some((b) => !blocked(Math.floor(x + a), Math.floor(y + b))));
      assert.ok(inside, `seed ${seed}: ${x}, ${y} is in a wall`);
      assert.ok(Math.abs(heightAt(level, row, x, y)) < 1e-9);
      assert.ok(level.islands[row] >= 0);
    }
  }
});

/** A level of 6 × 4 m with something upright across it at x = 3, from y = 1 to 3: a door or a placeable. */
function withThing(kind: "door" | "placeable", z = 0): Level {
  const grid = makeGrid(6, 4);
  const first = grid.vertices.length / 3;
  const mesh = { faces: [48, 2] as [number, number], vertices: [first, 4] as [number, number] };
  const place = { index: 0, tag: "gate", template: "", position: [3, 2, z] as Point, bearing: 0 };
  return makeLevel({
    vertices: [...grid.vertices, 3, 1, z, 3, 3, z, 3, 3, z + 2, 3, 1, z + 2],
    faces: [...grid.faces, first, first + 1, first + 2, first, first + 2, first + 3],
    materials: [...Array<number>(48).fill(4), 7, 7],
    across: [...grid.across],
    rooms: [{ faces: [0, 48] }],
    info: kind === "door" ? { doors: [{ ...place, state: 0, to: "", states: [mesh, null, null] }] } : { placeables: [{ ...place, mesh }] },
  });
}

test("a closed door is in the way, an open one is not", () => {
  const level = withThing("door");
  const spot = { row: rowAt(6, 1.5, 2.2), point: [1.5, 2.2, 0] as Point };
  const closed = move(level, spot, 3, 0, [0]);
  near(closed.point, [2.999, 2.2, 0]);
  assert.ok(closed.stop);
  assert.equal(sayStop(level, closed.stop, 3, 2), "Door gate is closed.");
  near(move(level, spot, 3, 0, [1]).point, [4.5, 2.2, 0]);
  // The leaf counts as longer than it is: nobody squeezes by its frame.
  near(move(level, { row: rowAt(6, 1.5, 3.2), point: [1.5, 3.2, 0] }, 3, 0, [0]).point, [2.999, 3.2, 0]);
});

test("a placeable is in the way where it stands, and not on the floor below", () => {
  const spot = { row: rowAt(6, 1.5, 2.2), point: [1.5, 2.2, 0] as Point };
  const moved = move(withThing("placeable"), spot, 3, 0.5, []);
  near(moved.point, [2.999, 2.7, 0]);
  assert.deepEqual(moved.stop, { kind: "placeable", index: 0, edge: -1 });
  near(move(withThing("placeable", 3), spot, 3, 0.5, []).point, [4.5, 2.7, 0]);
  near(move(withThing("placeable"), { row: rowAt(6, 1.5, 3.2), point: [1.5, 3.2, 0] }, 3, 0.4, []).point, [4.5, 3.6, 0]);
});

/** So many steps of 3 cm. */
function walk(body: Body, bearing: number, steps: number): void {
  for (let i = 0; i < steps; i++) body.step(0.03 * Math.cos(bearing), 0.03 * Math.sin(bearing));
}

test("a body keeps its radius from walls, in front and beside it", () => {
  const body = new Body(makeGrid(8, 8), []);
  body.feet.put(rowAt(8, 4.2, 4.4), 4.2, 4.4);
  walk(body, 0, 300);
  near([body.feet.x, body.feet.y], [8 - RADIUS, 4.4], 2e-3);
  assert.equal(body.stop?.kind, "edge");
  walk(body, 0.9, 300);
  near([body.feet.x, body.feet.y], [8 - RADIUS, 8 - RADIUS], 5e-3);
});

test("a body walks round a corner and through what is narrower than it", () => {
  // A wall at x = 4 with an opening of one metre; then a neck of 0.4 m.
  const level = makeGrid(9, 8, (x, y) => x === 4 && y !== 5);
  const body = new Body(level, []);
  body.feet.put(rowAt(9, 2.2, 5.1), 2.2, 5.1);
  walk(body, 0, 150);
  assert.ok(body.feet.x > 6, `stuck at ${body.feet.x}, ${body.feet.y}`);
  const narrow = makeLevel(corridor([0, 3, 3.5, 6.5], [[0, 3], [1.3, 1.7], [0, 3]]));
  const other = new Body(narrow, []);
  other.feet.put(0, 2, 1.45);
  walk(other, 0, 110);
  assert.ok(other.feet.x > 4.5, `stuck at ${other.feet.x}, ${other.feet.y}`);
});

/** Boxes in a row, each as two faces, joined along the parts of their sides that they share. */
function corridor(xs: number[], spans: [number, number][]): Parameters<typeof makeLevel>[0] {
  const vertices = spans.flatMap(([low, high], i) => [xs[i], low, 0, xs[i + 1], low, 0, xs[i + 1], high, 0, xs[i], high, 0]);
  const faces = spans.flatMap((_, i) => [4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3]);
  const across = Array<number>(3 * 2 * spans.length).fill(-1);
  const passages: [number, number, Point, Point][] = [];
  spans.forEach(([low, high], i) => {
    [across[6 * i + 2], across[6 * i + 3]] = [6 * i + 3, 6 * i + 2];
    if (!spans[i + 1]) return;
    const [from, to] = [Math.max(low, spans[i + 1][0]), Math.min(high, spans[i + 1][1])];
    const [east, west] = [6 * i + 1, 6 * (i + 1) + 5];
    passages.push([east, west, [xs[i + 1], from, 0], [xs[i + 1], to, 0]], [west, east, [xs[i + 1], to, 0], [xs[i + 1], from, 0]]);
  });
  return { vertices, faces, materials: Array<number>(2 * spans.length).fill(4), across, passages };
}

test("the surface, the missing room and the finding are told", () => {
  const grid = makeGrid(4, 2, (x) => x === 3);
  const stop = from(grid, 4, 2.3, 0.6, 3, 0).stop;
  assert.ok(stop);
  assert.equal(sayStop(grid, stop, 3, 0.6), "Nobody can walk on Nonwalk here.");
  const out = from(grid, 4, 0.7, 0.6, -3, 0).stop;
  assert.ok(out);
  assert.equal(sayStop(grid, out, 0, 0.6), "The edge of the floor: no link to another room.");
  const link = { room: 0, edge: out.edge, to: 1, a: [0, 0, 0] as Point, b: [0, 1, 0] as Point, state: "missing" as const };
  const finding = { number: 3, rule: "ARE003", room: 0, edges: [out.edge], faces: [], at: null } as unknown as FindingInfo;
  const level = { ...grid, info: { ...grid.info, links: [link], findings: [finding] } };
  assert.equal(sayStop(level, out, 0, 0.6), "The link leads to a room, and that room is not here. See finding 3 (ARE003).");
});

test("the same way is walked at every frame rate", () => {
  const random = randomNumbers(5);
  for (const seconds of [() => 1 / 144, () => 1 / 60, () => 0.1, () => 0.01 + 0.3 * random()]) {
    const steps = new Steps();
    let [passed, made] = [0, 0];
    while (passed < 20) {
      const each = seconds();
      passed += each;
      made += steps.due(each);
      assert.ok(steps.part >= 0 && steps.part < 1 + 1e-6);
    }
    assert.ok(Math.abs(made - passed / STEP) <= 1, `${made} steps in ${passed} s`);
  }
  assert.equal(new Steps().due(3600), 60); // the page was away
});

test("many steps do not take long", () => {
  const level = makeGrid(100, 100, (x, y) => x % 7 === 3 && y % 5 === 2);
  const body = new Body(level, []);
  body.feet.put(rowAt(100, 50.6, 50.4), 50.6, 50.4);
  const began = performance.now();
  for (let i = 0; i < 20000; i++) body.step(0.03 * Math.cos(i / 700), 0.03 * Math.sin(i / 700));
  const each = (performance.now() - began) / 20000;
  assert.ok(each < 0.5, `${each} ms a step`);
  assert.equal(level.roomFaces, 20000);
});

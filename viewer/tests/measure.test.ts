import assert from "node:assert/strict";
import { test } from "node:test";
import { legBetween, measurePoints, nameOfPoint, nearestOnLine } from "../src/model/measure.ts";
import type { Point } from "../src/model/scene.ts";
import { asText } from "../src/panels/measured.ts";
import { randomNumbers } from "./levels.ts";

const near = (a: number, b: number, by = 1e-9): void => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

test("a leg has its lengths, height and slope", () => {
  const leg = legBetween([1, 1, 0], [4, 5, 12]);
  near(leg.straight, 13);
  near(leg.plan, 5);
  near(leg.rise, 12);
  near(leg.slope, (Math.atan(12 / 5) * 180) / Math.PI);
  near(legBetween([0, 0, 3], [3, 0, 0]).slope, -45);
  near(legBetween([0, 0, 0], [0, 0, 2]).slope, 90);
  assert.ok(Number.isNaN(legBetween([1, 2, 3], [1, 2, 3]).slope));
});

test("legs are summed, and the area is that of the plan", () => {
  const found = measurePoints([[0, 0, 0], [4, 0, 3], [4, 3, 3], [0, 3, 0]]);
  assert.deepEqual(found.legs.map((leg) => leg.straight), [5, 3, 5]);
  near(found.sum.straight, 13);
  near(found.sum.plan, 11);
  near(found.sum.rise, 0);
  near(found.area as number, 12);
  assert.equal(measurePoints([[0, 0, 0], [4, 0, 3]]).area, null);
  assert.deepEqual(measurePoints([]).legs, []);
});

test("an outline that crosses itself has no area", () => {
  const found = measurePoints([[0, 0, 0], [2, 2, 0], [2, 0, 0], [0, 2, 0]]);
  assert.ok(found.crosses);
  assert.equal(found.area, null);
  const arrow = measurePoints([[0, 0, 0], [4, 0, 0], [1, 1, 0], [0, 4, 0]]);
  assert.ok(!arrow.crosses);
  near(arrow.area as number, 4);
});

test("the area of star shaped outlines is that of their triangles, wherever they lie", () => {
  const random = randomNumbers(11);
  for (let i = 0; i < 200; i++) {
    const [x, y] = [(random() - 0.5) * 2000, (random() - 0.5) * 2000];
    const count = 3 + Math.floor(random() * 9);
    const radii = Array.from({ length: count }, () => 1 + 9 * random());
    const angle = (2 * Math.PI) / count;
    const points = radii.map((radius, k): Point => [x + radius * Math.cos(k * angle), y + radius * Math.sin(k * angle), random()]);
    const wanted = radii.reduce((sum, radius, k) => sum + (radius * radii[(k + 1) % count] * Math.sin(angle)) / 2, 0);
    const found = measurePoints(points);
    assert.ok(!found.crosses);
    near(found.area as number, wanted, 1e-6);
  }
});

test("the nearest point of an edge to a ray is no farther than any other", () => {
  const random = randomNumbers(5);
  const point = (): Point => [random() * 10, random() * 10, random() * 10];
  const far = (p: Point, o: Point, d: Point): number => {
    const v = [p[0] - o[0], p[1] - o[1], p[2] - o[2]];
    const t = (v[0] * d[0] + v[1] * d[1] + v[2] * d[2]) / (d[0] ** 2 + d[1] ** 2 + d[2] ** 2);
    return Math.hypot(v[0] - t * d[0], v[1] - t * d[1], v[2] - t * d[2]);
  };
  for (let i = 0; i < 300; i++) {
    const [a, b, origin, direction] = [point(), point(), point(), point()];
    const best = far(nearestOnLine(a, b, origin, direction), origin, direction);
    for (let k = 0; k <= 20; k++) {
      const t = k / 20;
      const other: Point = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
      assert.ok(best <= far(other, origin, direction) + 1e-9);
    }
  }
  assert.deepEqual(nearestOnLine([1, 2, 3], [1, 2, 3], [0, 0, 9], [0, 0, -1]), [1, 2, 3]);
});

test("points have names, and the copied text has all numbers", () => {
  assert.deepEqual([0, 25, 26].map(nameOfPoint), ["A", "Z", "27"]);
  assert.deepEqual(asText([[0, 0, 0], [3, 0, 4], [3, 2, 4]]).split("\n"), [
    "A\t0.00 0.00 0.00",
    "B\t3.00 0.00 4.00",
    "C\t3.00 2.00 4.00",
    "",
    "from–to\tstraight m\tin plan m\theight m\tslope °",
    "A–B\t5.000\t3.000\t4.000\t53.1",
    "B–C\t2.000\t2.000\t0.000\t0.0",
    "sum\t7.000\t5.000\t4.000\t38.7",
    "area in plan\t3.00 m²",
  ]);
});

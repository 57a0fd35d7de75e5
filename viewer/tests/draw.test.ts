import assert from "node:assert/strict";
import { test } from "node:test";
import { PerspectiveCamera, Vector3 } from "three";
import type { Colouring } from "../src/app/choices.ts";
import { boxSegments } from "../src/draw/boxes.ts";
import { explainColours, paintFaces } from "../src/draw/colours.ts";
import { FIELD, frame, frameBeside, frameBest, HALF_FIELD } from "../src/draw/framing.ts";
import { edgesAround, wireSegments } from "../src/draw/lines.ts";
import { groupLinks, middleLink } from "../src/draw/link_groups.ts";
import { explainLinks, linkColour } from "../src/draw/link_marks.ts";
import { DARK, LIGHT, rgb } from "../src/draw/palette.ts";
import { measureFaces } from "../src/model/geometry.ts";
import type { LinkInfo, Point } from "../src/model/scene.ts";
import { makeGrid, randomNumbers } from "./levels.ts";

test("everything fits the picture, stands in its middle, and some of it touches the margin", () => {
  const random = randomNumbers(5);
  for (const aspect of [0.5, 1, 1.8]) {
    const points = Float32Array.from({ length: 300 }, (_, i) => random() * [40, 12, 5][i % 3]);
    const ball = { center: [20, 6, 2.5] as Point, radius: 25 };
    const offset = new Vector3(-0.38, -0.72, 0.78).normalize();
    const { target, height } = frame({ points, ball }, offset, aspect, false);
    const camera = new PerspectiveCamera(FIELD, aspect, 0.1, 1000);
    camera.up.set(0, 0, 1);
    camera.position.copy(target).addScaledVector(offset, height / 2 / HALF_FIELD);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    const seen = Array.from({ length: 100 }, (_, i) => new Vector3().fromArray(points, 3 * i).project(camera));
    const most = Math.max(...seen.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
    for (const ends of [seen.map(({ x }) => x), seen.map(({ y }) => y)]) {
      const middle = (Math.min(...ends) + Math.max(...ends)) / 2;
      assert.ok(Math.abs(middle) < 1e-3, `its middle is at ${middle}`);
    }
    assert.ok(most > 0.8 && most < 0.95, `the outermost point is at ${most}`);
  }
});

test("nothing lies behind a card, seen by a real camera", () => {
  const random = randomNumbers(9);
  const size = { width: 1000, height: 700 };
  const cards = [{ left: 14, top: 300, right: 260, bottom: 686 }, { left: 680, top: 14, right: 986, bottom: 500 }];
  const looks = [new Vector3(-0.38, -0.72, 0.78).normalize()];
  for (let round = 0; round < 12; round++) {
    const extent = [40, 40, 5].map((one) => one * (0.2 + random()));
    const points = Float32Array.from({ length: 600 }, (_, i) => random() * extent[i % 3]);
    const center = extent.map((one) => one / 2) as unknown as Point;
    const shown = { points, ball: { center, radius: Math.hypot(...extent) / 2 } };
    const { target, height, offset } = frameBest(shown, looks, size, false, cards);
    const camera = new PerspectiveCamera(FIELD, size.width / size.height, 0.1, 1000);
    camera.up.set(0, 0, 1);
    camera.position.copy(target).addScaledVector(offset, height / 2 / HALF_FIELD);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    for (let i = 0; i < points.length; i += 3) {
      const at = new Vector3(points[i], points[i + 1], points[i + 2]).project(camera);
      assert.ok(Math.max(Math.abs(at.x), Math.abs(at.y)) < 0.9, "outside of the picture");
      const [x, y] = [((at.x + 1) / 2) * size.width, ((1 - at.y) / 2) * size.height];
      const behind = cards.some((card) => x > card.left && x < card.right && y > card.top && y < card.bottom);
      assert.ok(!behind, `(${x}, ${y}) is behind a card`);
    }
  }
});

test("what a card pushes aside stays as near to the middle as it can", () => {
  const size = { width: 1000, height: 700 };
  const card = { left: 14, top: 380, right: 260, bottom: 686 };
  const up = new Vector3(0, 0, 1);
  // Wide at the top, and nothing at the lower left but a corner that the card would cover in the middle.
  const points = new Float32Array([0, 20, 0, 60, 20, 0, 60, 0, 0, 4, 5, 0, 0, 5, 0]);
  const shown = { points, ball: { center: [30, 10, 0] as Point, radius: 35 } };
  const { target, height } = frameBest(shown, [up], size, true, [card]);
  const scale = size.height / height;
  const low = (target.y - 5) * scale + size.height / 2;
  assert.ok(card.top - low < 40 && low <= card.top, `the corner is at ${low}, the card begins at ${card.top}`);
});

test("of several looks the one that shows most is taken", () => {
  const points = new Float32Array([0, 0, 0, 60, 0, 0, 60, 4, 0, 0, 4, 0]);
  const shown = { points, ball: { center: [30, 2, 0] as Point, radius: 31 } };
  const [across, along] = [new Vector3(0, -1, 1).normalize(), new Vector3(-1, 0, 1).normalize()];
  const phone = { width: 390, height: 650 };
  // Sixty metres from left to right are small on a phone; away from the eye they are not.
  assert.deepEqual(frameBest(shown, [across, along], phone, false, []).offset, along);
  assert.deepEqual(frameBest(shown, [across, along], { width: 1600, height: 500 }, false, []).offset, across);
});

test("what a card would cover comes to lie beside it", () => {
  const random = randomNumbers(5);
  const size = { width: 390, height: 650 };
  const card = { left: 8, right: 382, top: 310, bottom: 640 };
  for (let i = 0; i < 60; i++) {
    const points = Array.from({ length: 2 }, () => [20 * random(), 20 * random(), 3 * random()] as Point);
    const offset = new Vector3(random() - 0.5, random() - 0.5, 0.2 + random()).normalize();
    const { target, height } = frameBeside(points, offset, size, false, [card], 6);
    assert.ok(height >= 6 - 1e-9);
    const camera = new PerspectiveCamera(FIELD, size.width / size.height, 0.01, 1e4);
    camera.up.set(0, 0, 1);
    camera.position.copy(target).addScaledVector(offset, height / 2 / HALF_FIELD);
    camera.lookAt(target);
    camera.updateMatrixWorld();
    for (const point of points) {
      const at = new Vector3(...point).project(camera);
      const [x, y] = [((at.x + 1) / 2) * size.width, ((1 - at.y) / 2) * size.height];
      assert.ok(x > 0 && x < size.width && y > 0 && y < card.top, `${x} ${y}`);
    }
  }
  // A place that fits at once is not looked at from farther away.
  const near = frameBeside([[1, 2, 3]], new Vector3(0, -1, 1).normalize(), size, false, [card], 6);
  assert.ok(Math.abs(near.height - 6) < 1e-9);
});

test("a link to a room that is not here has a colour of its own and says so", () => {
  const level = makeGrid(1, 1);
  const link = (state: LinkInfo["state"]): LinkInfo => ({ room: 0, edge: 0, to: 5, a: [0, 0, 0], b: [1, 0, 0], state });
  for (const palette of [LIGHT, DARK]) {
    assert.notEqual(linkColour(level, link("missing"), palette), palette.error);
    assert.equal(linkColour(level, link("nowhere"), palette), palette.error);
    level.info.links = [link("ok"), link("missing"), link("missing")];
    const [row, ...more] = explainLinks(level, palette);
    assert.deepEqual([row.colour, row.label, more], [palette.absent, "Link to a room that is not here", []]);
  }
});

test("the outline of a room goes round its floor", () => {
  const level = makeGrid(4, 3, (x, y) => x === 1 && y === 1);
  // Round the grid there are fourteen sides, round the blocked square four.
  assert.equal(edgesAround(level, 0).length, 14 + 4);
  assert.deepEqual(edgesAround(level, 7), []);
});

test("every face has one colour, and rooms out of sight fade", () => {
  const level = makeGrid(3, 3, (x) => x === 1);
  const shapes = measureFaces(level);
  const input = { level, shapes, colouring: "material" as Colouring, reached: null, seen: null, ground: [0, 0, 0] as const };
  const painted = paintFaces(input);
  const [stone, wall] = ["#999999", "#444444"].map((colour) => rgb(colour)[0]);
  for (let row = 0; row < level.roomFaces; row++) {
    assert.equal(new Set(painted.subarray(9 * row, 9 * row + 9)).size, 1);
    const expected = Math.floor(row / 2) % 3 === 1 ? wall : stone;
    // Level ground has nearly the material's own colour.
    assert.ok(Math.abs(painted[9 * row] - expected) < 0.12 * expected);
  }
  const faded = paintFaces({ ...input, seen: new Set([5]) });
  assert.ok(faded[0] < 0.3 * painted[0]);
});

test("the legend names every colour in use", () => {
  const level = makeGrid(2, 1, (x) => x === 1);
  const shapes = measureFaces(level);
  const reached = new Uint8Array([1, 0, 0, 0]);
  const input = { level, shapes, reached, seen: null, ground: [0, 0, 0] as const };
  assert.deepEqual(explainColours({ ...input, colouring: "material" }).map((row) => row.label), ["Stone", "Nonwalk"]);
  const reach = explainColours({ ...input, colouring: "reach" });
  assert.equal(reach[0].note, "0.5 m²");
  assert.equal(reach[1].note, "0.5 m²");
});

test("the wireframe has every side once", () => {
  // A grid of w × d squares has w(d+1) + d(w+1) straight sides and w·d diagonals.
  const segments = wireSegments(makeGrid(3, 2));
  assert.equal(segments.length / 6, 3 * 3 + 2 * 4 + 6);
});

test("boxes of one depth only, at their places", () => {
  const level = makeGrid(1, 1);
  level.treeBoxes = Uint16Array.from([0, 0, 0, 65535, 65535, 65535, 0, 0, 0, 6553.5, 65535, 65535]);
  level.treeDepths = Uint8Array.from([0, 1]);
  level.treeRooms = Uint16Array.from([0, 0]);
  const segments = boxSegments(level, 1, null);
  assert.equal(segments.length, 12 * 6);
  const widest = Math.max(...segments.filter((_, i) => i % 3 === 0));
  assert.ok(Math.abs(widest - 1) < 0.01);
  assert.equal(boxSegments(level, 1, 3).length, 0);
});

test("links side by side are one doorway", () => {
  const link = (x: number, to = 1): LinkInfo => ({ room: 0, edge: x, to, a: [x, 0, 0], b: [x + 1, 0, 0], state: "ok" });
  const groups = groupLinks([link(0), link(1), link(2), link(7), link(8, 2)]);
  assert.deepEqual(groups.map((group) => group.map((one) => one.edge)), [[0, 1, 2], [7], [8]]);
  assert.equal(middleLink(groups[0]).edge, 1);
});

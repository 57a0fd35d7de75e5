import assert from "node:assert/strict";
import { test } from "node:test";
import { boundaryOf, edgeWords, linkWords } from "../src/edit/links/edges.ts";
import { fitOf, lengthWords, whyNot } from "../src/edit/links/fit.ts";
import { bestDoorway } from "../src/edit/rooms/adding.ts";
import { movedInOrder } from "../src/edit/rooms/follows.ts";
import { faultOfName, proposeName } from "../src/edit/rooms/names.ts";
import { footOf, movedPoints, shapeOfRoom } from "../src/edit/rooms/shape.ts";
import { type Dragged, Snapping, type Snap } from "../src/edit/rooms/snapping.ts";
import type { LinkInfo, Point } from "../src/model/scene.ts";
import { makeLevel } from "./levels.ts";

const A: [Point, Point] = [[4, 0, 0], [4, 2, 0]];
const against = (x: number, from: number, to: number, z = 0): [Point, Point] => [[x, to, z], [x, from, z]];

test("edges that meet run against each other", () => {
  assert.equal(fitOf(A, against(4, 0, 2)).kind, "meets");
  assert.equal(fitOf(A, A).kind, "direction");
  assert.equal(fitOf(A, against(4, 0, 2), true).kind, "same room");
});

test("what keeps two edges apart is told with its size", () => {
  const gap = fitOf(A, against(4.032, 0, 2));
  assert.equal(gap.kind, "gap");
  assert.match(whyNot(gap), /gap of 3\.2 cm/);
  assert.ok(gap.snap > 0.032 && gap.snap < 0.035);
  const step = fitOf(A, against(4, 0, 2, 0.25));
  assert.equal(step.kind, "step");
  assert.match(whyNot(step), /step of 25 cm/);
  const length = fitOf(A, against(4, 0, 3));
  assert.deepEqual([length.kind, length.split, length.snap], ["length", true, 0]);
  assert.match(whyNot(length), /2 m, the other 3 m/);
  const far = fitOf(A, against(12.2, 0, 2));
  assert.deepEqual([far.kind, far.snap], ["far", 0]);
  assert.match(whyNot(far), /8\.2 m apart/);
});

test("an edge that only touches another at a corner is not split", () => {
  assert.equal(fitOf(A, against(4, 2, 5)).split, false);
});

test("lengths are told in units that people use", () => {
  assert.deepEqual([0.0024, 0.032, 0.5, 1.25].map(lengthWords), ["2.4 mm", "3.2 cm", "50 cm", "1.25 m"]);
});

/** Two rooms of two faces, 4 m wide, the second one `gap` metres east of the first. */
function twoRooms(gap: number, links: Partial<LinkInfo>[]) {
  const room = (x: number): number[] => [x, 0, 0, x + 4, 0, 0, x + 4, 4, 0, x, 4, 0];
  return makeLevel({
    vertices: [...room(0), ...room(4 + gap)],
    faces: [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7],
    materials: [4, 4, 4, 4],
    across: [-1, -1, 3, 2, -1, -1, -1, -1, 9, 8, -1, -1],
    boundary: [0, 1, 4, 5, 6, 7, 10, 11],
    rooms: [
      { name: "hall", faces: [0, 2], vertices: [0, 4] },
      { name: "yard", faces: [2, 2], vertices: [4, 4] },
    ],
    info: { links: links.map((one) => ({ room: 0, edge: 1, to: 1, a: [0, 0, 0], b: [0, 0, 0], state: "ok", ...one }) as LinkInfo) },
  });
}

test("the edge across is the one that lies on it", () => {
  const boundary = boundaryOf(twoRooms(0, []));
  assert.equal(boundary.across(1), 11);
  assert.equal(boundary.across(0), null);
  assert.deepEqual(boundary.unlinked(), [[1, 11]]);
  assert.equal(boundaryOf(twoRooms(0.03, [])).across(1), null);
  assert.equal(boundaryOf(twoRooms(0.03, [])).near(1)[0].edge, 11);
});

test("a link is told as it is", () => {
  const back = { room: 1, edge: 5, to: 0 };
  const whole = twoRooms(0, [{}, back]);
  assert.equal(edgeWords(whole, 1), "leads to yard");
  assert.equal(linkWords(whole, 1), "works both ways");
  assert.deepEqual(boundaryOf(whole).unlinked(), []);
  const oneWay = twoRooms(0, [{ ...back, state: "one-sided" }]);
  assert.equal(linkWords(oneWay, 1), "one way only: yard leads here, nothing leads back");
  assert.equal(linkWords(oneWay, 11), "one way only: yard leads to hall, nothing leads back");
  assert.equal(edgeWords(oneWay, 0), "floor ends here");
  assert.equal(edgeWords(twoRooms(0.5, [{ state: "nowhere" }]), 1), "leads nowhere: yard does not meet it");
  assert.equal(edgeWords(twoRooms(0, []), 1), "meets yard, and is not linked");
});

test("a new name is the next number of those that there are", () => {
  assert.equal(proposeName(["m55aa_01a", "m55aa_02a", "m55aa_09a"], "m55aa", "hall"), "m55aa_10a");
  assert.equal(proposeName(["station_hall", "station_store"], "station", "Big Hall!"), "station_big_hall");
  assert.equal(proposeName(["station_hall", "station_store"], "station", "hall"), "station_hall2");
  assert.equal(proposeName([], "m55aa", "a_very_long_name_of_a_room").length, 16);
});

test("names that the games cannot have are refused", () => {
  const level = twoRooms(0, []);
  assert.equal(faultOfName("lane", level), "");
  assert.match(faultOfName("HALL", level), /already/);
  assert.equal(faultOfName("HALL", level, 0), "");
  for (const bad of ["", "with space", "x".repeat(17), "a/b"]) assert.notEqual(faultOfName(bad, level), "");
});

test("a room goes to another place of the order", () => {
  assert.deepEqual(movedInOrder(4, 0, 2), [1, 2, 0, 3]);
  assert.deepEqual(movedInOrder(4, 3, 1), [0, 3, 1, 2]);
});

test("the ghost of a room is its floor, turned and moved", () => {
  const shape = shapeOfRoom(twoRooms(0, []), 1);
  assert.equal(shape.triangles.length, 18);
  assert.equal(shape.lines.length, 24);
  assert.deepEqual(footOf(shape), [6, 2, 0]);
  const turned = [...movedPoints([2, 0, 1], [10, 0, 0.5], 90, [1, 0, 0])].map((value) => Math.round(value * 1e4) / 1e4);
  assert.deepEqual(turned, [11, 1, 1.5]);
});

test("snapping asks one question at a time, and the last one counts", async () => {
  const asked: Dragged[] = [];
  let open = 0;
  const snapping = new Snapping(async (dragged) => {
    asked.push(dragged);
    assert.equal(++open, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    open--;
    return { offset: dragged.offset } as Snap;
  }, () => undefined);
  for (let x = 0; x < 10; x++) snapping.want({ room: 0, offset: [x, 0, 0], within: 1 });
  assert.deepEqual((await snapping.last())?.offset, [9, 0, 0]);
  assert.deepEqual(asked.map((one) => one.offset[0]), [0, 9]);
  assert.equal(snapping.near(1, [9, 0, 0], 1), null);
  assert.equal(snapping.near(0, [9.5, 0, 0], 1)?.offset[0], 9);
});

test("of several doorways the one that is as wide is joined", () => {
  const doorways = [3, 2, 2].map((width, edge) => ({ width, edge: edge + 5, place: [0, 0, 0] as Point }));
  assert.equal(bestDoorway(doorways, 2.001), 6);
  assert.equal(bestDoorway(doorways, 3), 5);
  assert.equal(bestDoorway([], 3), null);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { around } from "../src/app/model_layer.ts";
import { aboutFailed, chooseLevels, countFaces, type ModelsInfo, readModels, type RoomModel, whyNoModels } from "../src/model/models.ts";
import type { FindingInfo, SceneDocument } from "../src/model/scene.ts";
import { makeLevel } from "./levels.ts";

const CELLS = [0, 0.25, 1, 4];

function room(faces: number[]): RoomModel {
  let first = 0;
  const levels = faces.map((count, i) => ({ cell: CELLS[i], faces: [(first += count) - count, count] as const }));
  return { room: 0, origin: [0, 0, 0], step: 0.01, size: [1, 1, 1], vertices: [0, 3], levels };
}

test("a form is fine enough when what it leaves out is not seen", () => {
  const one = room([1000, 300, 100, 10]);
  for (let scale = 0.01; scale < 1000; scale *= 1.3) {
    const [level] = chooseLevels([one], [scale], Infinity);
    assert.ok(CELLS[level] * scale <= 2);
    assert.ok(level === 3 || CELLS[level + 1] * scale > 2);
  }
  assert.deepEqual(chooseLevels([one], [0], Infinity), [-1]);
});

test("a budget is kept by the farthest rooms first, and as well as it can be", () => {
  const rooms = [room([1000, 300, 100]), room([1000, 300]), room([500, 20, 10])];
  const scales = [100, 10, 50];
  for (const budget of [3000, 2500, 2000, 1500, 1000, 500, 410, 10]) {
    const chosen = chooseLevels(rooms, scales, budget);
    const total = countFaces(rooms, chosen);
    assert.ok(total <= Math.max(budget, 410), `${budget}: ${total}`);
    if (chosen[0] > 0) assert.equal(chosen[1], 1);
  }
  assert.deepEqual(chooseLevels(rooms, scales, 2500), [0, 0, 0]);
  assert.deepEqual(chooseLevels(rooms, scales, 2000), [0, 1, 0]);
});

test("a million faces in a hundred rooms are chosen from at once", () => {
  const rooms = Array.from({ length: 100 }, () => room([10000, 3000, 700, 90]));
  const began = performance.now();
  const chosen = chooseLevels(rooms, rooms.map((_, i) => 1000 + i), 50_000);
  assert.ok(countFaces(rooms, chosen) <= 50_000);
  assert.ok(performance.now() - began < 100);
});

const BUFFERS: SceneDocument["buffers"] = {
  modelVertices: { offset: 0, count: 3, width: 4, type: "uint16" },
  modelFaces: { offset: 24, count: 1, width: 3, type: "uint32" },
};

function data(corner = 2): ArrayBuffer {
  const bytes = new ArrayBuffer(36);
  new Uint32Array(bytes, 24).set([0, 1, corner]);
  return bytes;
}

test("models are read with every number checked", () => {
  const info: ModelsInfo = { here: 1, reason: "", rooms: [room([1])], paints: [], failed: [] };
  assert.equal(readModels(info, BUFFERS, data())?.faces.length, 3);
  assert.equal(readModels({ here: 1, reason: "" }, BUFFERS, data()), null);
  assert.equal(readModels(undefined, BUFFERS, data()), null);
  assert.throws(() => readModels(info, BUFFERS, data(3)), /does not fit/);
  assert.throws(() => readModels({ ...info, rooms: [room([2])] }, BUFFERS, data()), /does not fit/);
  const far = { ...room([1]), vertices: [1, 3] as const };
  assert.throws(() => readModels({ ...info, rooms: [far] }, BUFFERS, data()), /does not fit/);
  assert.throws(() => readModels(info, BUFFERS, data().slice(0, 30)), /does not fit/);
});

test("why there are no models", () => {
  assert.match(whyNoModels({ here: 0, reason: "no room has one" }, true), /^No room has one\.$/);
  assert.match(whyNoModels({ here: 2, reason: "" }, false), /--models/);
  assert.equal(whyNoModels({ here: 2, reason: "" }, true), "");
  assert.equal(whyNoModels({ here: 2, reason: "", rooms: [room([1])] }, false), "");
  const failed = [{ room: 1, text: "nodes at 0x10: no" }];
  assert.match(whyNoModels({ here: 2, reason: "", rooms: [], failed }, false), /cannot be read/);
  assert.match(aboutFailed({ failed, rooms: [room([1])] }, ["a", "b"]), /1 room model .*b\.mdl: nodes at 0x10.*others/);
  assert.equal(aboutFailed({ failed: [] }), "");
});

test("what is near: around a finding's place, with its faces, but not the whole level", () => {
  const level = makeLevel({
    vertices: [0, 0, 0, 100, 0, 0, 0, 100, 0, 1, 0, 0, 0, 1, 0],
    faces: [0, 1, 2, 0, 3, 4],
    materials: [4, 4],
    across: [-1, -1, -1, -1, -1, -1],
  });
  const finding = { room: 0, faces: [1], edges: [], at: null } as unknown as FindingInfo;
  const small = around(level, { kind: "finding", finding });
  assert.ok(small && Math.abs(small.radius - 6) < 1e-9 && Math.hypot(...small.center) < 1);
  const large = around(level, { kind: "finding", finding: { ...finding, faces: [0], at: [3, 3, 0] } });
  assert.deepEqual(large?.center, [3, 3, 0]);
  assert.ok(large && large.radius > 6 && large.radius < 20);
  assert.equal(around(level, { kind: "finding", finding: { ...finding, room: null, faces: [] } }), null);
  assert.ok((around(level, { kind: "room", index: 0 })?.radius ?? 0) > 50);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { findSelection, nameSelection, readHash, writeHash, USUAL_VIEW } from "../src/app/address.ts";
import { FIRST_CHOICES, type Choices, type LayerName } from "../src/app/choices.ts";
import { explainMarks } from "../src/draw/legend_marks.ts";
import { collectMarks } from "../src/draw/marks.ts";
import { LIGHT } from "../src/draw/palette.ts";
import { outlineOfThing, outlinesOf } from "../src/draw/thing_marks.ts";
import type { Level, ThingInfo, ThingKind } from "../src/model/scene.ts";
import { emptyLayers } from "../src/panels/layers.ts";
import { search } from "../src/panels/query.ts";
import { makeGrid } from "./levels.ts";

const KINDS: ThingKind[] = ["creature", "waypoint", "encounter", "spawn point", "trigger", "store", "sound", "camera", "item"];

function furnished(kinds: readonly ThingKind[] = KINDS): Level {
  const level = makeGrid(4, 4);
  const things = kinds.map((kind, number): ThingInfo => ({
    kind,
    number,
    tag: `tag_${number}`,
    template: "",
    at: [number / 3, 1, 0],
    bearing: null,
    outline: kind === "trigger" ? [[0, 0, 0], [1, 0, 0], [0, 1, 0]] : [],
    to: "",
    module: "",
  }));
  return { ...level, info: { ...level.info, things } };
}

function showing(...layers: LayerName[]): Choices {
  const all = Object.fromEntries(Object.keys(FIRST_CHOICES.layers).map((name) => [name, layers.includes(name as LayerName)]));
  return { ...FIRST_CHOICES, layers: all as Choices["layers"] };
}

test("things are marked by layers, and chosen ones always", () => {
  const level = furnished();
  const marked = (choices: Choices, chosen: number[] = []): (number | undefined)[] =>
    collectMarks(level, choices, LIGHT, null, new Set(chosen)).map((one) => one.listed);
  assert.deepEqual(marked(showing()), []);
  assert.deepEqual(marked(showing("creatures")), [0, 2, 3]);
  assert.deepEqual(marked(showing("waypoints")), [1]);
  assert.deepEqual(marked(showing("triggers")), [4]);
  assert.deepEqual(marked(showing("others")), [5, 6, 7, 8]);
  assert.deepEqual(marked(showing("waypoints"), [4]), [1, 4]);
});

test("every kind has its row in the legend, as far as it is here", () => {
  const all = showing("creatures", "waypoints", "triggers", "others");
  assert.equal(explainMarks(furnished(), all, LIGHT).length, KINDS.length);
  assert.deepEqual(explainMarks(furnished(["sound"]), all, LIGHT).map((row) => row.label), ["Sound"]);
  assert.deepEqual(explainMarks(furnished(), showing(), LIGHT), []);
});

test("layers without things are empty, also in scenes of before", () => {
  const empty = emptyLayers(furnished(["trigger"]).info);
  assert.ok(!empty.has("triggers"));
  assert.ok(empty.has("creatures") && empty.has("waypoints") && empty.has("others"));
  const old = makeGrid(2, 2);
  assert.ok(emptyLayers(old.info).has("triggers"));
  assert.deepEqual(collectMarks(old, showing("triggers"), LIGHT, null), []);
});

test("outlines are closed lines", () => {
  const level = furnished();
  assert.ok(outlinesOf(level, "triggers", LIGHT));
  assert.equal(outlinesOf(level, "creatures", LIGHT), null);
  assert.ok(outlineOfThing(level.info.things?.[4], LIGHT));
  assert.equal(outlineOfThing(undefined, LIGHT), null);
});

test("a thing is found by its tag, its kind and its address", () => {
  const level = furnished();
  const [first] = search(level, "tag_4", null);
  assert.deepEqual([first.kind, first.note], ["listed", "trigger 4"]);
  assert.equal(search(level, "waypoint", null)[0].label, "tag_1");
  const selected = nameSelection(level, { kind: "listed", index: 4 });
  const back = readHash(writeHash({ ...USUAL_VIEW, selected }));
  assert.deepEqual(findSelection(level, back?.selected ?? null), { kind: "listed", index: 4 });
  assert.equal(findSelection(level, { kind: "listed", index: 99 }), null);
});

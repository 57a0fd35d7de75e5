import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FIRST_CHOICES } from "../src/app/choices.ts";
import { doorShape } from "../src/draw/door_signs.ts";
import { extentOf } from "../src/draw/extent.ts";
import { edgesOfFinding, markedEdges, rowsOfFinding } from "../src/draw/found.ts";
import { explainMarks } from "../src/draw/legend_marks.ts";
import { groupMarks } from "../src/draw/mark_groups.ts";
import type { Mark } from "../src/draw/marks.ts";
import { LIGHT, rgb } from "../src/draw/palette.ts";
import type { FindingInfo, GapInfo, Point } from "../src/model/scene.ts";
import { chainOfGaps, describeChain, nearestReached } from "../src/walk/gaps.ts";
import { makeGrid, makeLevel } from "./levels.ts";

const PLAIN: FindingInfo = {
  number: 1, rule: "MSH001", name: "a", severity: "error", text: "t", why: "", how: "", cause: null,
  fix: "", file: "", room: 0, faces: [], edges: [], at: null,
};

test("a finding about an edge marks the edge, one about a face the face", () => {
  const level = makeGrid(2, 2);
  const edge = { ...PLAIN, edges: [4, 999] };
  assert.deepEqual(rowsOfFinding(level, edge), []);
  assert.deepEqual(edgesOfFinding(level, edge), [4]);
  assert.deepEqual(rowsOfFinding(level, { ...PLAIN, faces: [3, 3] }), [3]);
  level.info.findings = [edge, { ...PLAIN, number: 2, severity: "info", edges: [4, 5] }];
  const { edges, colours } = markedEdges(level, LIGHT);
  // The worse of two on one edge is the one that is seen.
  assert.deepEqual(Object.fromEntries(edges.map((one, i) => [one, colours[i]])), { 4: rgb(LIGHT.error), 5: rgb(LIGHT.info) });
});

function mark(more: Partial<Mark>, x: number, y: number): { mark: Mark; x: number; y: number } {
  const at: Point = [x, y, 0];
  return { mark: { at, shape: "circle", colour: "#fff", inside: "", text: "", rank: 90, ...more }, x, y };
}

test("near marks become one with a count, far ones and chosen ones stay", () => {
  const many = Array.from({ length: 300 }, (_, i) => mark({ finding: i + 1 }, (i % 20) * 3, Math.floor(i / 20) * 3));
  const grouped = groupMarks([mark({ finding: 999, rank: 99 }, 1, 1), ...many, mark({ finding: 500 }, 900, 900)]);
  const counts = grouped.map((one) => one.mark.members?.length ?? 1);
  assert.equal(counts.reduce((sum, one) => sum + one, 0), 302);
  assert.ok(grouped.length < 30, `${grouped.length} marks`);
  assert.ok(grouped.some((one) => one.mark.finding === 999));
  assert.ok(grouped.some((one) => one.mark.finding === 500));
  const pair = groupMarks([mark({ finding: 3 }, 0, 0), mark({ finding: 4 }, 4, 0), mark({ door: 1 }, 2, 0)]);
  assert.deepEqual(pair.map((one) => one.mark.inside), ["3, 4", ""]);
  for (const one of grouped) assert.ok(one.x >= 0 && one.y >= 0);
});

const gap = (a: number, b: number, metres: number, more: Partial<GapInfo> = {}): GapInfo => ({
  kind: "apart", islands: [a, b], rooms: [0, 0], at: [0, 0, 0], place: "p", text: `${a} to ${b}`, back: `${b} to ${a}`,
  mend: "", cost: [0, metres, 9], ...more,
});

test("the chain between two islands needs the least, and is told as it is met", () => {
  const gaps = [gap(0, 1, 2), gap(2, 1, 3), gap(0, 2, 9)];
  assert.deepEqual(chainOfGaps(gaps, 0, 2)?.map((one) => one.text), ["0 to 1", "1 to 2"]);
  assert.deepEqual(chainOfGaps(gaps, 2, 0)?.map((one) => one.text), ["2 to 1", "1 to 0"]);
  assert.deepEqual(chainOfGaps([...gaps, gap(0, 2, 4)], 0, 2)?.map((one) => one.cost[1]), [4]);
  assert.equal(chainOfGaps(gaps, 0, 7), null);
  assert.equal(describeChain(chainOfGaps(gaps, 0, 2) ?? []), "0 to 1; then 1 to 2.");
});

test("the nearest place that is reached lies on the floor that is", () => {
  const level = makeGrid(4, 4);
  const reached = new Uint8Array(level.roomFaces).fill(1);
  const [, , high] = nearestReached(level, reached, [100, 1, 0]) as Point;
  assert.ok(Number.isFinite(high));
  const all = Math.max(...Array.from({ length: level.vertices.length / 3 }, (_, i) => level.vertices[3 * i]));
  assert.equal((nearestReached(level, reached, [100, 1, 0]) as Point)[0], all);
  assert.equal(nearestReached(level, new Uint8Array(level.roomFaces), [0, 0, 0]), null);
});

test("a backdrop far from the floor is not what everything means", () => {
  const vertices = [0, 0, 0, 10, 0, 0, 0, 10, 0, 500, 500, 0, 510, 500, 0, 500, 510, 0, 1, 1, 3, 2, 1, 3, 1, 2, 3];
  const level = makeLevel({ vertices, faces: [0, 1, 2, 3, 4, 5, 6, 7, 8], materials: [4, 7, 7], across: new Array(9).fill(-1) });
  const points = extentOf(level);
  assert.equal(Math.max(...points), 10);
  assert.equal(points.length, 18);
});

test("doors have a sign for each state, and all that is shown is explained", () => {
  const mesh = { faces: [0, 1] as const, vertices: [0, 3] as const };
  const door = { index: 0, tag: "d", template: "", position: [0, 0, 0] as Point, bearing: 0, state: 0, to: "", states: [mesh, mesh, null] };
  assert.equal(doorShape(door, [0]), "door");
  assert.equal(doorShape(door, [1]), "door-open");
  assert.equal(doorShape({ ...door, states: [null, null, null] }, [0]), "door-sign");
  const level = makeGrid(2, 2);
  Object.assign(level.info, {
    doors: [door],
    placeables: [{ index: 0 }],
    entry: [0, 0, 0],
    hooks: [{ kind: "door", name: "", room: null, at: [0, 0, 0], direction: [1, 0, 0] }],
    pathPoints: { points: [[0, 0, null]], connections: [] },
  });
  const on = { ...FIRST_CHOICES.layers, hooks: true, pathPoints: true };
  const shapes = (layers: typeof on): string[] =>
    explainMarks(level, { ...FIRST_CHOICES, layers }, LIGHT).flatMap((row) => (row.shape ? [row.shape] : []));
  assert.deepEqual(shapes(on).sort(), ["arrow", "crate", "door", "pin", "ring"]);
  assert.deepEqual(shapes({ ...on, pathPoints: false, doors: false }).sort(), ["arrow", "crate", "pin"]);
  assert.notEqual(LIGHT.pathPoint, LIGHT.tree);
});

test("text has enough contrast in both themes", () => {
  const css = readFileSync("styles.css", "utf-8");
  const themes = [/:root \{([^}]*)\}/, /:root\[data-theme="dark"\] \{([^}]*)\}/].map((pattern) => {
    const block = (pattern.exec(css) as RegExpExecArray)[1];
    return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((one) => [one[1], one[2]]));
  });
  const pairs = [
    ["ink", "surface"], ["ink", "raised"], ["ink", "ground"], ["soft", "surface"], ["soft", "raised"], ["soft", "ground"],
    ["soft", "tint"], ["accent", "surface"], ["accent", "tint"], ["accent-ink", "accent"], ["good", "surface"],
    ["error", "surface"], ["mark-ink", "error"], ["mark-ink", "warning"], ["mark-ink", "info"], ["surface", "ink"],
  ];
  for (const [which, theme] of themes.entries()) {
    for (const [text, behind] of pairs) {
      const ratio = contrast(rgb(theme[text]), rgb(theme[behind]));
      assert.ok(ratio >= 4.5, `theme ${which}: ${text} on ${behind} has ${ratio.toFixed(2)}`);
    }
  }
});

function contrast(a: readonly number[], b: readonly number[]): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red, green, blue] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

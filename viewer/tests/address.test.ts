import assert from "node:assert/strict";
import { test } from "node:test";
import { findSelection, nameSelection, readHash, type SelectedAddress, USUAL_VIEW, type ViewAddress, writeHash } from "../src/app/address.ts";
import { COLOURINGS, type Colouring, LAYER_NAMES } from "../src/app/choices.ts";
import type { FindingInfo, Point } from "../src/model/scene.ts";
import { coordinates } from "../src/model/words.ts";
import { makeLevel, randomNumbers } from "./levels.ts";

function finding(number: number, rule: string, at: Point | null): FindingInfo {
  return { number, rule, name: "odd", severity: "error", text: "", why: "", how: "", cause: null, fix: "", file: "", room: null, faces: [], edges: [], at };
}

const level = makeLevel({
  vertices: [0, 0, 0, 3, 0, 0, 0, 3, 0],
  faces: [0, 1, 2, 0, 1, 2, 0, 1, 2],
  materials: [4, 4, 4],
  across: Array<number>(9).fill(-1),
  rooms: [
    { name: "m10aa_01a", faces: [0, 1] },
    { name: "Hall & Co:2", faces: [1, 2] },
  ],
  info: {
    findings: [finding(1, "MSH001", [1, 1, 0]), finding(2, "MSH001", [5, 1, 0]), finding(3, "LYT001", null)],
    doors: [{ index: 0, tag: "d", template: "", position: [0, 0, 0], bearing: 0, state: 0, to: "", states: [] }],
  },
});

const same = (view: ViewAddress): void => assert.deepEqual(readHash(`#${writeHash(view)}`), view);

test("the usual view needs no address", () => {
  assert.equal(writeHash(USUAL_VIEW), "");
  assert.equal(readHash(""), null);
  assert.equal(readHash("#"), null);
});

test("an address can be read by people", () => {
  const view: ViewAddress = {
    camera: { target: [12.4, 3, -0.001], offset: [0, -0.6, 0.8], height: 24.5 },
    top: false,
    selected: { kind: "face", room: "m10aa_01a", face: 57 },
    colouring: "room",
    layers: { ...USUAL_VIEW.layers, tree: true, labels: false },
    seenFrom: "m10aa_02a",
  };
  const hash = "at=12.4,3,0&from=0,-0.6,0.8&high=24.5&face=m10aa_01a:57&colour=room&show=tree&hide=labels&seen=m10aa_02a";
  assert.equal(writeHash(view), hash);
  assert.deepEqual(readHash(hash), { ...view, camera: { ...view.camera, target: [12.4, 3, 0] } });
});

test("whatever is written is read again", () => {
  const random = randomNumbers(7);
  const coordinate = (): number => Math.round((random() - 0.5) * 4e4) / 100;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
  const names = ["m10aa_01a", "Hall & Co:2", "raum äß #%=,", "a=b&c=d", "100%"];
  // Sides whose three digits are exact, so that they stay what they are.
  const sides: Point[] = [[0, -0.6, 0.8], [1, 0, 0], [0.36, 0.48, 0.8], [0, 0, 1]];
  const selections = (): (SelectedAddress | null)[] => [
    null,
    { kind: "face", room: pick(names), face: Math.floor(random() * 5000) },
    { kind: "room", room: pick(names) },
    { kind: "door", index: Math.floor(random() * 40) },
    { kind: "placeable", index: Math.floor(random() * 40) },
    { kind: "finding", rule: "MSH003", at: null },
    { kind: "finding", rule: "ARE010", at: [coordinate(), coordinate(), coordinate()] },
  ];
  for (let i = 0; i < 2000; i++) {
    const top = random() < 0.3;
    const layers = { ...USUAL_VIEW.layers };
    for (const name of LAYER_NAMES) if (random() < 0.3) layers[name] = !layers[name];
    same({
      camera: { target: [coordinate(), coordinate(), coordinate()], offset: top ? null : pick(sides), height: Math.round(100 + random() * 1e5) / 100 },
      top,
      selected: pick(selections()),
      colouring: pick(Object.keys(COLOURINGS) as Colouring[]),
      layers,
      seenFrom: random() < 0.3 ? pick(names) : null,
    });
  }
});

test("nonsense is nothing", () => {
  const all = [
    "#foo", "#at", "#=", "#&&&", "#at=NaN,0,0&from=0,0,1&high=5", "#at=1,2&from=0,0,1&high=5", "#at=1,2,3,4&from=0,0,1&high=5",
    "#at=1e300,0,0&from=0,0,1&high=5", "#at=999999999,0,0&from=0,0,1&high=5", "#at=0,0,0&from=0,0,0&high=5", "#at=0,0,0&from=0,0,1&high=-5",
    "#at=0,0,0&from=0,0,1&high=Infinity", "#face=m10aa_01a", "#face=m10aa_01a:-1", "#face=m10aa_01a:99999999999", "#face=%E0%A4%A:1",
    "#door=x", "#door=-1", "#finding=", "#finding=MSH001:1,2", "#colour=__proto__", "#colour=constructor", "#show=__proto__,toString", "#hide=", "#top=true", "#seen=%",
    `#room=${"a".repeat(5000)}`, "#<script>alert(1)</script>", "#at=0x10,0,0&from=0,0,1&high=5",
  ];
  for (const hash of all) assert.equal(readHash(hash), null, hash);
});

test("what makes sense beside nonsense counts", () => {
  assert.deepEqual(readHash("#at=NaN,0,0&high=2&colour=room&show=tree,nothing&room=%E0%A4%A"), {
    ...USUAL_VIEW,
    colouring: "room",
    layers: { ...USUAL_VIEW.layers, tree: true },
  });
});

test("random bytes never throw", () => {
  const random = randomNumbers(3);
  const words = ["at=", "from=", "high=", "face=", "%", ",", "&", "-", "1", "9e9", ".", "top=1", "finding=", ":", "\u0000", "ü", "room=", "show=tree"];
  for (let i = 0; i < 5000; i++) {
    const hash = Array.from({ length: 1 + Math.floor(random() * 14) }, () => words[Math.floor(random() * words.length)]).join("");
    const view = readHash(hash);
    if (view) {
      findSelection(level, view.selected);
      same(readHash(writeHash(view)) as ViewAddress);
    }
  }
});

test("what is selected is found again by its name", () => {
  const [first, second, nowhere] = level.info.findings;
  for (const selection of [
    { kind: "face", row: 2, at: [1, 1, 0] },
    { kind: "room", index: 1 },
    { kind: "door", index: 0 },
    { kind: "finding", finding: first },
    { kind: "finding", finding: second },
    { kind: "finding", finding: nowhere },
  ] as const) {
    assert.deepEqual(findSelection(level, nameSelection(level, selection)), selection);
  }
  assert.deepEqual(nameSelection(level, { kind: "face", row: 2, at: [0, 0, 0] }), { kind: "face", room: "Hall & Co:2", face: 1 });
});

test("what the level does not have is not selected", () => {
  const absent: SelectedAddress[] = [
    { kind: "face", room: "m10aa_01a", face: 1 },
    { kind: "face", room: "elsewhere", face: 0 },
    { kind: "room", room: "elsewhere" },
    { kind: "door", index: 1 },
    { kind: "placeable", index: 0 },
    { kind: "finding", rule: "MSH001", at: [3, 1, 0] },
    { kind: "finding", rule: "MSH001", at: null },
    { kind: "finding", rule: "ARE001", at: [1, 1, 0] },
  ];
  for (const one of absent) assert.equal(findSelection(level, one), null);
});

test("copied places are numbers that the command line takes", () => {
  assert.equal(coordinates([12.4, 3, -0.0001]), "12.40 3.00 0.00");
  assert.equal(coordinates([-7.1255, 0.125, 1000]), "-7.125 0.125 1000.00");
});

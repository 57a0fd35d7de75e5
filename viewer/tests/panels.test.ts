import assert from "node:assert/strict";
import { test } from "node:test";
import { ChoiceStore } from "../src/app/choices.ts";
import { countRooms, explainStates, largestStart, stateInShort, stateOfIsland } from "../src/model/rooms.ts";
import type { FindingInfo, Point, RoomInfo, Severity } from "../src/model/scene.ts";
import { asTaps, keyed } from "../src/model/touch.ts";
import { number, place, sentence } from "../src/model/words.ts";
import { aboutDoor } from "../src/panels/doors.ts";
import { commandIn, toolFor } from "../src/panels/edit/by_hand.ts";
import { filterFindings } from "../src/panels/findings.ts";
import { howToFix } from "../src/panels/fixes.ts";
import { emptyLayers } from "../src/panels/layers.ts";
import { search } from "../src/panels/query.ts";
import { aboutRoom } from "../src/panels/rooms.ts";
import { EMPTY, makeLevel } from "./levels.ts";

function finding(number: number, severity: Severity, text: string): FindingInfo {
  return { number, rule: `MSH00${number}`, name: "odd", severity, text, why: "", how: "", cause: null, fix: "", file: "a.wok", room: 0, faces: [], edges: [], at: null };
}

function thing(index: number, tag: string, template: string): { index: number; tag: string; template: string; position: Point; bearing: number } {
  return { index, tag, template, position: [1, 2, 3], bearing: 0 };
}

const level = makeLevel({
  vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0],
  faces: [0, 1, 2, 0, 1, 2, 0, 1, 2],
  materials: [4, 4, 4],
  across: Array<number>(9).fill(-1),
  rooms: [
    { name: "m10aa_01a", faces: [0, 1] },
    { name: "m10aa_01", faces: [1, 2] },
  ],
  info: {
    findings: [finding(7, "error", "a hole")],
    doors: [thing(0, "ptar_door", "sec"), thing(11, "", "big_gate")].map((one) => ({ ...one, state: 0, to: "", states: [] })),
    placeables: [{ ...thing(0, "VulkSec", "plc_guard"), mesh: null }],
  },
});

function found(text: string, room: number | null = null): (string | number)[][] {
  return search(level, text, room).map((match) => {
    if (match.kind === "face") return ["face", match.row];
    if (match.kind === "room") return ["room", match.index];
    if (match.kind === "finding") return ["finding", match.finding.number];
    if (match.kind === "door" || match.kind === "placeable") return [match.kind, match.index];
    return [match.kind];
  });
}

test("faces are found by room and number", () => {
  assert.deepEqual(found("m10aa_01 1"), [["face", 2], ["none"]]);
  assert.deepEqual(found("M10AA_01 face 1")[0], ["face", 2]);
  assert.deepEqual(found("m10aa_01#0")[0], ["face", 1]);
  assert.deepEqual(found("#0"), [["face", 0]]);
  assert.deepEqual(found("#1", 1), [["face", 2]]);
});

test("a face that a room does not have is said so", () => {
  const [match] = search(level, "m10aa_01a 9", null);
  assert.equal(match.kind, "none");
  assert.match(match.label, /m10aa_01a has no face 9/);
  assert.match(match.note, /0 to 0/);
});

test("rooms, findings and places are found", () => {
  assert.deepEqual(found("aa_01"), [["room", 0], ["room", 1]]);
  assert.deepEqual(found("msh007"), [["finding", 7]]);
  assert.deepEqual(found("(12.4, -3)"), [["place"]]);
  assert.deepEqual(found("nothing like it"), [["none"]]);
  assert.deepEqual(found("  "), []);
});

test("doors and placeables are found by tag, template and number", () => {
  assert.deepEqual(found("ptar"), [["door", 0]]);
  assert.deepEqual(found("BIG_gate"), [["door", 11]]);
  assert.deepEqual(found("door 11"), [["door", 11]]);
  assert.deepEqual(found("door"), [["door", 0], ["door", 11]]);
  assert.deepEqual(found("vulksec"), [["placeable", 0]]);
  assert.deepEqual(found("guard"), [["placeable", 0]]);
  assert.deepEqual(found("placeable 0"), [["placeable", 0]]);
  assert.deepEqual(found("door 1"), [["none"]]);
});

test("a repair is a command that can be typed", () => {
  const area = { name: "station", kind: "area" } as const;
  const mesh = { name: "hall", kind: "mesh" } as const;
  assert.match(howToFix(area, { fix: "unsafe", file: "hall.wok", how: "" }), /^`kotorlevel fix PATH --unsafe` .* PATH is .* station /);
  assert.equal(howToFix(mesh, { fix: "safe", file: "hall.wok", how: "" }), "`kotorlevel fix hall.wok` repairs this.");
  assert.match(howToFix(mesh, { fix: "unsafe", file: "my hall.wok", how: "" }), /`kotorlevel fix "my hall.wok" --unsafe`/);
  assert.doesNotMatch(howToFix(area, { fix: "", file: "hall.wok", how: "" }), /kotorlevel/);
  assert.equal(howToFix(area, { fix: "", file: "hall.wok", how: "Remove the line." }), "Remove the line.");
});

test("nothing has no sign", () => {
  assert.equal(number(-0), "0");
  assert.equal(number(-0.004), "0");
  assert.equal(number(-0.04, 1), "0");
  assert.equal(number(-0.006), "-0.01");
  assert.equal(number(-10), "-10");
  assert.equal(place([-0, -0.001, -1]), "0.00, 0.00, -1.00");
});

test("findings are filtered, and what a cause explains is folded", () => {
  const all = [
    finding(1, "warning", "a cause"),
    finding(2, "error", "a gap"),
    finding(3, "info", "y"),
    { ...finding(4, "error", "a gap"), cause: 1 },
  ];
  const numbers = (hidden: Severity[], text: string, explained = false): number[] =>
    filterFindings(all, new Set(hidden), text, explained).map((one) => one.number);
  assert.deepEqual(numbers([], ""), [1, 2, 3]);
  assert.deepEqual(numbers([], "", true), [1, 2, 3, 4]);
  assert.deepEqual(numbers(["error"], "", true), [1, 3]);
  assert.deepEqual(numbers([], " GAP "), [2, 4]);
  assert.deepEqual(numbers([], "msh003"), [3]);
});

const room = { index: 0, name: "hall", position: [0, 0, 0] as Point, label: null, vertices: [0, 0] as const, color: "", source: "" };
const rooms: RoomInfo[] = [
  { ...room, faces: [0, 57], empty: false, sees: [1, 2, 3], walkmesh: "ok" },
  { ...room, faces: [57, 0], empty: false, sees: [], walkmesh: "absent" },
  { ...room, faces: [57, 0], empty: false, sees: [0, 1], walkmesh: "unreadable" },
  { ...room, faces: [57, 1], empty: false, sees: [0], walkmesh: "ok" },
  { ...room, faces: [58, 0], empty: true, sees: [], walkmesh: "absent" },
];

test("rooms say what they see and what is not here", () => {
  assert.deepEqual(rooms.map((one) => aboutRoom(one, rooms)), [
    "57 faces · sees 3 of 4 rooms; 2 of them are not here",
    "no walkmesh here",
    "its walkmesh cannot be read · sees 2 of 4 rooms; 1 of them is not here",
    "1 face · sees 1 of 4 rooms",
    "empty slot of the layout",
  ]);
  assert.equal(countRooms(rooms), "2 of 4 rooms");
  assert.equal(countRooms([rooms[0]]), "1 room");
});

test("an island is cut off from the entry, or not joined where the entry is unknown", () => {
  const island = { id: 1, area: 3, rooms: [], reachable: false, reason: "" };
  assert.equal(stateOfIsland({ ...EMPTY, entryKnown: true }, island), "cut off from the entry");
  assert.equal(stateOfIsland({ ...EMPTY, entryKnown: false }, island), "not joined with the largest part");
  assert.equal(stateOfIsland({ ...EMPTY, entryKnown: false }, { ...island, reachable: true }), "");
  const partly = { ...island, reachable: true, area: 40, reached: 24 };
  assert.match(stateOfIsland({ ...EMPTY, entryKnown: true }, partly), /^16 m² of it cut off/);
  assert.equal(stateOfIsland({ ...EMPTY, entryKnown: true }, { ...partly, reached: 40 }), "");
  for (const entryKnown of [true, false]) {
    const info = { ...EMPTY, entryKnown, islands: [{ ...island, reachable: true }, island] };
    assert.ok(explainStates(info).startsWith(`${stateInShort(info, island)}: `));
    assert.equal(stateInShort(info, info.islands[0]), "");
    assert.equal(explainStates({ ...info, islands: [info.islands[0]] }), "");
  }
  assert.equal(largestStart(EMPTY), "the largest part of the floor");
  assert.match(largestStart({ ...EMPTY, entry: [0, 0, 0] }), /not here/);
});

test("a door's row has its place, and its template only where that tells more", () => {
  const door = { index: 4, tag: "Gate", template: "gate", position: [1, 2, 3] as Point, bearing: 0, state: 0, to: "", states: [] };
  assert.equal(aboutDoor(door), "1.00, 2.00, 3.00");
  assert.equal(aboutDoor({ ...door, template: "big_door", to: "m11aa" }), "1.00, 2.00, 3.00 · big_door · leads to m11aa");
  assert.equal(aboutDoor({ ...door, tag: "" }), "1.00, 2.00, 3.00");
});

test("words become sentences", () => {
  assert.equal(sentence("no way leads here"), "No way leads here.");
  assert.equal(sentence("station_hall: 1 face painted"), "station_hall: 1 face painted."); // a name stays as it is
  assert.equal(sentence("Is it?"), "Is it?");
  assert.equal(sentence(""), "");
});

test("layers without content are known", () => {
  const empty = emptyLayers({ ...EMPTY, links: level.info.links, hooks: [{ kind: "use", name: "", room: null, at: [0, 0, 0], direction: null }] });
  assert.ok(empty.has("doors") && empty.has("links") && empty.has("pathPoints"));
  assert.ok(!empty.has("hooks") && !empty.has("floor") && !empty.has("labels"));
});

test("only those who watch a choice hear of it", () => {
  const store = new ChoiceStore();
  const heard: string[] = [];
  store.watch(["tool"], (now) => heard.push(now.tool));
  store.change({ colouring: "room" });
  store.change({ tool: "path" });
  store.change({ tool: "path" });
  store.showLayer("tree", true);
  assert.deepEqual(heard, ["select", "path"]);
  assert.equal(store.value.layers.tree, true);
  assert.equal(new ChoiceStore().value.layers.tree, false);
});

test("fingers tap", () => {
  assert.equal(asTaps("Click a room; click again. Clicks near an edge, clicked twice."), "Tap a room; tap again. Taps near an edge, tapped twice.");
  assert.equal(asTaps("m10aa_click and clicker stay"), "m10aa_click and clicker stay");
});

test("what is found is mended by the tool for it, or by a command with the real path", () => {
  const found = (rule: string, faces: number[] = []) => toolFor({ rule, faces, edges: [], room: 0 })?.tool;
  assert.deepEqual(["MAT001", "MSH007", "ARE002", "PTH001"].map((rule) => found(rule)), ["paint", "shape", "link", "things"]);
  assert.deepEqual([found("MDL006"), found("MDL007", [3]), found("FIL001"), found("LYT005")], [undefined, "shape", undefined, undefined]);
  assert.equal(commandIn("Look, then `kotorlevel embed AREA` or `kotorlevel fix PATH`.", "my_mod"), "kotorlevel embed my_mod");
  assert.equal(commandIn("Remove `roomcount`.", "my_mod"), "");
});

test("a button names its key to those who have keys", (context) => {
  assert.equal(keyed("Look from above", "T"), "Look from above (T)");
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });
  context.after(() => Reflect.deleteProperty(globalThis, "matchMedia"));
  assert.equal(keyed("Look from above", "T"), "Look from above");
});

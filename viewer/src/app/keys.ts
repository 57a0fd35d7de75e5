/** Keys, what they do, and how the help shows them. */

import { byId } from "../panels/dom.ts";
import type { Asking } from "./asking.ts";
import type { LayerName, Tool } from "./choices.ts";
import { clickAt } from "./pointer.ts";
import type { Viewer } from "./viewer.ts";

export interface Key {
  keys: readonly string[];
  shown: string;
  text: string;
  /** Only while the picture has the focus. */
  onPicture?: boolean;
  /** Only in a page with a server. */
  onlyLive?: boolean;
  act: (viewer: Viewer, key: string, event: KeyboardEvent, asking: Asking) => void;
}

const TOOL_KEYS: Record<string, Tool> = { "1": "select", "2": "path", "3": "sight", "4": "reach", "5": "measure" };
const COLOUR_ORDER = ["material", "room", "island", "slope", "reach"] as const;
const PAN: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function toggle(name: LayerName): Key["act"] {
  return ({ choices }) => choices.showLayer(name, !choices.value.layers[name]);
}

export const KEYS: readonly Key[] = [
  {
    keys: Object.keys(PAN),
    shown: "← / → / ↑ / ↓",
    text: "move; with Shift: turn",
    act: ({ stage }, key, event) => {
      const [right, up] = PAN[key];
      if (event.shiftKey) stage.rig.turn(-10 * right, 8 * up);
      else stage.rig.pan(0.08 * right, 0.08 * up);
    },
  },
  {
    keys: ["Enter", " "],
    shown: "Enter / Space",
    text: "as a click at the cross in the middle, while the picture has the focus",
    onPicture: true,
    act: (viewer, _key, event, asking) => {
      const { width, height } = viewer.stage;
      clickAt(viewer, asking, width / 2, height / 2, 12, event);
    },
  },
  {
    keys: ["Backspace"],
    shown: "Backspace",
    text: "takes the last measured point back",
    act: (_viewer, _key, _event, asking) => void asking.takeBack(),
  },
  { keys: ["+", "="], shown: "+", text: "closer", act: ({ stage }) => stage.rig.zoom(0.8) },
  { keys: ["-", "_"], shown: "−", text: "farther", act: ({ stage }) => stage.rig.zoom(1.25) },
  { keys: ["f", "Home"], shown: "F", text: "show everything", act: ({ stage }) => stage.rig.fit(true) },
  { keys: ["t"], shown: "T", text: "top view", act: ({ choices }) => choices.change({ top: !choices.value.top }) },
  {
    keys: Object.keys(TOOL_KEYS),
    shown: "1 / 2 / 3 / 4 / 5",
    text: "select, path, sight, reach, measure",
    act: ({ choices }, key) => choices.change({ tool: TOOL_KEYS[key] }),
  },
  {
    keys: ["c"],
    shown: "C",
    text: "next colouring",
    act: ({ choices }) => {
      const at = COLOUR_ORDER.indexOf(choices.value.colouring);
      choices.change({ colouring: COLOUR_ORDER[(at + 1) % COLOUR_ORDER.length] });
    },
  },
  { keys: ["v"], shown: "V", text: "walk through the level, and back", act: () => byId("walk").click() },
  { keys: ["w"], shown: "W", text: "all edges of faces", act: toggle("wireframe") },
  { keys: ["b"], shown: "B", text: "walls and other faces", act: toggle("blocking") },
  { keys: ["m"], shown: "M", text: "room models", act: toggle("models") },
  {
    keys: ["o"],
    shown: "O",
    text: "models only near what is selected",
    act: ({ choices }) => choices.change({ modelsNear: !choices.value.modelsNear }),
  },
  { keys: ["l"], shown: "L", text: "links", act: toggle("links") },
  { keys: ["n"], shown: "N", text: "labels", act: toggle("labels") },
  { keys: ["x"], shown: "X", text: "findings on the picture", act: toggle("findings") },
  { keys: ["["], shown: "[", text: "previous finding", act: (viewer) => stepFinding(viewer, -1) },
  { keys: ["]"], shown: "]", text: "next finding", act: (viewer) => stepFinding(viewer, 1) },
  { keys: ["d"], shown: "D", text: "light or dark", act: ({ theme }) => theme.toggle() },
  { keys: ["e"], shown: "E", text: "begin to edit", onlyLive: true, act: () => byId("edit-begin").click() },
  { keys: ["/"], shown: "/", text: "search", act: () => byId("search-text").focus() },
  { keys: ["?"], shown: "?", text: "this help", act: () => byId("help-open").click() },
  {
    keys: ["Escape"],
    shown: "Esc",
    text: "back to selecting, then nothing selected; takes a measured point back first",
    act: (viewer, _key, _event, asking) => {
      if (asking.takeBack()) return;
      if (viewer.choices.value.tool !== "select") viewer.choices.change({ tool: "select" });
      else viewer.select(null);
    },
  },
];

function stepFinding(viewer: Viewer, by: number): void {
  const { findings } = viewer.level.info;
  if (!findings.length) return;
  const chosen = viewer.selection?.kind === "finding" ? findings.indexOf(viewer.selection.finding) : by > 0 ? -1 : 0;
  viewer.showFinding(findings[(chosen + by + findings.length) % findings.length]);
}

/** Keys that a box, slider or list of choices needs for itself. */
const CONTROL_KEYS = new Set(["Enter", " ", "Home", "End", "PageUp", "PageDown"]);

/** Whether a control does something of its own with a key: text is typed, a slider moves. */
function usesKey(target: HTMLElement, name: string): boolean {
  if (target.matches("textarea, input:not([type=checkbox], [type=range])")) return true;
  return target.matches("input, select") && (name.startsWith("Arrow") || CONTROL_KEYS.has(name));
}

/** Listens to keys all over the page, except where text is typed or a control uses them. */
export function listenToKeys(viewer: Viewer, asking: Asking): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target as HTMLElement;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (usesKey(target, name)) return;
    const key = KEYS.find((one) => one.keys.includes(name));
    // Arrow keys scroll the lists when one of them has the focus.
    if (!key || (name.startsWith("Arrow") && target.closest(".side, .card"))) return;
    if (key.onPicture && target.id !== "touch") return;
    event.preventDefault();
    key.act(viewer, name, event, asking);
  });
}

/** The help: what mouse, fingers and keys do. */

import { KEYS } from "../app/keys.ts";
import type { Editor } from "../edit/editor.ts";
import { EDIT_KEYS } from "../edit/keys.ts";
import { byId, cardHead, make } from "./dom.ts";

const COPY: readonly [string, string] = ["Ctrl+C", "copy the place under the pointer, or at the cross"];
const POINTER: readonly [string, string][] = [
  ["Drag", "turn (in the top view: move)"],
  ["Right drag, or Shift + drag", "move"],
  ["Wheel, or pinch", "closer and farther"],
  ["Click, or tap", "select, or set a point of the chosen tool"],
  ["Two fingers", "move and zoom"],
];

const WALKING: readonly [string, string][] = [
  ["W / A / S / D", "walk; arrow keys do the same"],
  ["Shift", "run"],
  ["Q / E", "turn; Page up and Page down look up and down"],
  ["Drag", "look around; a click catches the mouse until Esc"],
  ["H", "draw only what this room sees (VIS)"],
  ["P", "small map"],
  ["Esc", "leave"],
];

type Rows = readonly (readonly [string, string])[];

function keysOfPage(live: boolean): Rows {
  return KEYS.filter((key) => live || !key.onlyLive).map((key) => [key.shown, key.text] as const).concat([COPY]);
}

/** Each tool by its key and what it is for, then what works with all of them. */
function keysOfEditing(editor: Editor): Rows {
  const tools = [...editor.tools.values()].map((tool) => [tool.key.toUpperCase(), tool.title.replace(/\s*\([^()]*\)$/, "")] as const);
  return [...tools, ...EDIT_KEYS];
}

/** `editor`: that of a live page, whose keys are listed, too. */
export function fillHelp(editor: Editor | null): void {
  const dialog = byId<HTMLDialogElement>("help");
  const table = (rows: Rows): HTMLElement =>
    make(
      "dl",
      { className: "keys" },
      ...rows.flatMap(([key, text]) => [
        make("dt", {}, ...key.split(" / ").flatMap((one, i) => [i ? " " : "", make("kbd", {}, one)])),
        make("dd", {}, text),
      ]),
    );
  dialog.append(
    cardHead("Help", () => dialog.close()),
    make(
      "div",
      { className: "columns" },
      make("section", {}, make("h3", {}, "Keys"), table(keysOfPage(Boolean(editor)))),
      make(
        "section",
        {},
        make("h3", {}, "Mouse and touch"),
        table(POINTER),
        make("h3", {}, "While walking (V)"),
        table(WALKING),
        ...(editor ? [make("h3", { id: "help-editing" }, "While editing"), table(keysOfEditing(editor))] : []),
        make("h3", {}, "Marks"),
        make(
          "ul",
          { className: "plain", attributes: { "aria-label": "Marks" } },
          make("li", {}, make("span", { className: "mark error" }), " error"),
          make("li", {}, make("span", { className: "mark warning" }), " warning"),
          make("li", {}, make("span", { className: "mark info" }), " info"),
          make("li", {}, "Arrows stand on links and point to the room they lead to; grey ones to a room that is not here."),
        ),
        make("p", { className: "second" }, "One unit is a metre; z is up. The page talks to nobody but its own server, if it has one."),
      ),
    ),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

export function showHelp(): void {
  const dialog = byId<HTMLDialogElement>("help");
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/** The bar of the editor: tools, what a click does, undo, redo, save, and how the level stands. */

import type { Editor } from "../../edit/editor.ts";
import { EDIT_TOOLS, type EditToolName } from "../../edit/tool.ts";
import { count } from "../../model/words.ts";
import { byId, make, stepByArrows } from "../dom.ts";
import { pointed } from "../../model/touch.ts";

const TOLD_MS = 9000;
/** Lines of what came of an edit; the tab Edit has the rest. */
const TOLD_NOTES = 5;

export function editBar(editor: Editor, save: () => void): void {
  const bar = byId("editbar");
  const buttons = toolButtons(editor);
  byId("edit-tools").append(...buttons);
  const undo = make("button", { type: "button", id: "undo", on: { click: () => void editor.undo() } }, "Undo");
  const redo = make("button", { type: "button", id: "redo", on: { click: () => void editor.redo() } }, "Redo");
  const keep = make("button", { type: "button", id: "save", className: "primary", on: { click: save } }, "Save");
  const state = make("p", { className: "second", id: "edit-words", attributes: { role: "status", "aria-live": "polite" } });
  byId("edit-state").append(state, undo, redo, keep);

  function refresh(): void {
    const { status } = editor;
    bar.hidden = !editor.active;
    document.body.classList.toggle("editing", editor.active);
    undo.disabled = !status?.undo || editor.busy > 0;
    redo.disabled = !status?.redo || editor.busy > 0;
    undo.title = status?.undo ? `Undo: ${status.undo} (Ctrl+Z)` : "Nothing to undo";
    redo.title = status?.redo ? `Redo: ${status.redo} (Ctrl+Y)` : "Nothing to redo";
    keep.disabled = !status || status.isSaved;
    keep.title = status?.isSaved ? "All is saved" : "Write all changed files, or none (Ctrl+S)";
    state.replaceChildren(...words(editor));
    state.title = state.textContent ?? "";
  }
  function hint(): void {
    for (const button of buttons) {
      const chosen = button.dataset["editTool"] === editor.tool?.name;
      button.setAttribute("aria-checked", String(chosen));
      button.setAttribute("aria-disabled", String(editor.alone && Boolean(editor.tools.get(button.dataset["editTool"] as EditToolName)?.needsLevel)));
      button.tabIndex = chosen || (!editor.tool && button === buttons[0]) ? 0 : -1;
    }
    const hint = byId("edit-hint");
    hint.textContent = hint.title = pointed(editor.tool?.hint() ?? "");
    byId("touch").dataset["edit"] = editor.tool?.name ?? "";
  }
  for (const event of ["status", "busy", "health"] as const) editor.on(event, refresh);
  editor.on("tool", hint);
  editor.on("hint", hint);
  editor.on("selection", hint);
  tellWhatWasDone(editor);
}

function toolButtons(editor: Editor): HTMLButtonElement[] {
  const buttons = [...editor.tools.values()].map((tool) =>
    make(
      "button",
      {
        type: "button",
        title: tool.title,
        attributes: { role: "radio", "aria-checked": "false", "data-edit-tool": tool.name },
        on: { click: () => editor.choose(tool.name) },
      },
      EDIT_TOOLS[tool.name as EditToolName],
    ),
  );
  stepByArrows(buttons);
  return buttons;
}

/** "2 unsaved changes · 1 error · Everything can be reached". */
function words(editor: Editor): (Node | string)[] {
  const { status, health } = editor;
  if (!status) return [];
  const saved = status.isSaved ? "All saved" : status.unsaved ? `${count(status.unsaved, "unsaved change")}` : "Unsaved changes";
  const parts: (Node | string)[] = [make("strong", {}, saved)];
  const { disk } = status;
  if (disk.length) parts.push(" · ", make("span", { className: "warned", title: disk.join(", ") }, `${count(disk.length, "file")} changed by another program`));
  if (editor.checkedVersion !== editor.version) parts.push(" · checking …");
  else if (health) {
    const bad = [health.errors ? count(health.errors, "error") : "", health.warnings ? count(health.warnings, "warning") : ""];
    const found = bad.filter(Boolean).join(", ");
    parts.push(" · ", make("span", { className: health.errors ? "bad" : found ? "warned" : "good" }, found || "no faults found"));
    const [reached] = health.reached;
    if (reached) parts.push(make("span", { className: "reached", title: health.reached.join(" ") }, ` · ${shorter(reached)}`));
  }
  return parts;
}

/** Without the name of the level, which stands above, and what follows a semicolon: the title has all. */
function shorter(text: string): string {
  const bare = text.replace(/ of \S+(?=[.;,]|$)/, "").replace(/^(Everything|Every room) (?:in|of) \S+ can/, "$1 can");
  return bare.replace(/;.*$/, "").replace(/\.$/, "");
}

/** What the last edit did, for some seconds, with what came of it. */
function tellWhatWasDone(editor: Editor): void {
  const box = byId("told");
  let timer: ReturnType<typeof setTimeout> | undefined;
  editor.on("told", () => {
    const { text, notes, bad } = editor.told;
    clearTimeout(timer);
    box.hidden = !text;
    box.classList.toggle("bad", bad);
    box.setAttribute("role", bad ? "alert" : "status");
    const more = notes.length > TOLD_NOTES ? [`and ${notes.length - TOLD_NOTES + 1} more`] : [];
    const shown = [...notes.slice(0, TOLD_NOTES - more.length), ...more];
    box.replaceChildren(make("p", {}, text), ...(shown.length ? [make("ul", {}, ...shown.map((note) => make("li", {}, note)))] : []));
    timer = setTimeout(() => (box.hidden = true), TOLD_MS);
  });
  // Who goes on with something else has read it; what went wrong stays for its time.
  const goOn = (): void => {
    if (!editor.told.bad) box.hidden = true;
  };
  editor.on("tool", goOn);
  editor.viewer.on("selection", () => {
    if (editor.viewer.selection) goOn();
  });
}

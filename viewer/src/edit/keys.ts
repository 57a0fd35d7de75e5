/** Keys of the editor: undo, redo, save, and those of the tool that is chosen. */

import type { Editor } from "./editor.ts";

/** Keys that the help lists. */
export const EDIT_KEYS: readonly (readonly [string, string])[] = [
  ["Ctrl+Z", "undo"],
  ["Ctrl+Y", "redo"],
  ["Ctrl+S", "save"],
  ["Ctrl+A", "select all of a room"],
  ["Delete", "delete the selected faces or things"],
  ["J", "link rooms"],
  ["R", "move and add rooms"],
  ["Arrows", "move the chosen room by 10 cm, with Shift by 1 m"],
  [", / .", "turn the chosen room by 15°, with Shift by 90°"],
  [", / .", "turn the selected things by 5°, with Shift 45°"],
  ["Arrows", "move the selected things by 10 cm, with Shift 1 m"],
  ["S", "shape: then V / E / I / K / H to move, extrude, split, cut, fill"],
  ["J / U / Q / Y", "while shaping: weld, flip up, cut open, raise to the model"],
  ["Page Up / Page Down", "while shaping: what is selected 1 cm up or down; arrow keys aside; with Shift 10 cm"],
  ["Alt+drag", "turn the picture, whatever the tool"],
];

/** `save` asks what it has to ask. */
export function listenToEditKeys(editor: Editor, save: () => void): void {
  // Before the keys of the page, which the tool may use for itself.
  addEventListener(
    "keydown",
    (event) => {
      if (!editor.active || editor.paused || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const target = event.target as HTMLElement;
      const typing = target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range])");
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && withControl(editor, name, event.shiftKey, typing, save)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      if (typing || event.altKey || event.metaKey || isOfControl(target, name)) return;
      const used = withoutControl(editor, name, event);
      if (used) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}

/** Whether a button presses itself with a key, or a group of choices steps with it. */
function isOfControl(target: HTMLElement, name: string): boolean {
  if (name === "Enter" || name === " ") return target.matches("button, a, summary, input, label");
  return name.startsWith("Arrow") && target.matches("[role=radio], [role=tab], input");
}

function withControl(editor: Editor, name: string, shift: boolean, typing: boolean, save: () => void): boolean {
  if (name === "s") save();
  else if (typing) return false;
  else if (name === "z" && !shift) void editor.undo();
  else if (name === "y" || (name === "z" && shift)) void editor.redo();
  else if (name === "a") return editor.tool?.onKey?.("Ctrl+a", new KeyboardEvent("keydown")) ?? false;
  else return false;
  return true;
}

function withoutControl(editor: Editor, name: string, event: KeyboardEvent): boolean {
  if (event.ctrlKey) return false;
  if (name === "Escape" && editor.tool) {
    if (editor.tool.cancel?.()) return true;
    if (editor.selected.size) {
      editor.selected.clear();
      editor.selectionChanged();
      return true;
    }
    if (editor.tool.name !== "select") {
      editor.choose("select");
      return true;
    }
    return false;
  }
  if (editor.tool?.onKey?.(name, event)) return true;
  const tool = [...editor.tools.values()].find((one) => one.key === name);
  if (!tool) return false;
  editor.choose(tool.name);
  return true;
}

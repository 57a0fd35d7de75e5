/** The tab "Edit": what is selected, the options of the tool, and all that was done. */

import type { Editor } from "../../edit/editor.ts";
import { capital, count } from "../../model/words.ts";
import { make } from "../dom.ts";

interface History {
  position: number;
  steps: { text: string; notes: string[] }[];
}

export function editPanel(editor: Editor): HTMLElement {
  const selected = make("p", { className: "lead", id: "edit-selected", attributes: { "aria-live": "polite" } });
  const options = make("div", { className: "options" });
  const history = make("ol", { className: "list history", attributes: { "aria-label": "What was done" } });
  const download = make("button", { type: "button", className: "link", on: { click: () => void downloadEdits(editor) } }, "Download as edits.json");
  const working = make("div", {}, selected, options, make("h3", {}, "What was done"), history, download);
  const begin = make("div", {});
  let shown = "";
  let invited = "";

  function refresh(): void {
    working.hidden = !editor.active;
    begin.hidden = editor.active;
    // Only when it changes: a button that is made anew between press and release hears no click.
    const offer = JSON.stringify([editor.editable, editor.active, Boolean(editor.status), editor.status?.free]);
    if (!editor.active && offer !== invited) begin.replaceChildren(...invitation(editor));
    invited = offer;
    const { position = 0, steps = 0, saved = 0 } = editor.status ?? {};
    const now = `${position}/${steps}/${saved}`;
    if (editor.active && now !== shown) {
      shown = now;
      void fillHistory(editor, history);
    }
    download.hidden = !steps;
  }
  function fill(): void {
    // Put in anew, a panel would lose the field that is being typed in.
    const panel = editor.tool?.panel;
    if (panel !== options.firstChild) options.replaceChildren(...(panel ? [panel] : []));
    tellSelected();
  }
  function tellSelected(): void {
    const { selected: chosen, viewer } = editor;
    selected.hidden = !chosen.size;
    selected.textContent = chosen.size && viewer.level ? `Selected: ${chosen.describe(viewer.level, viewer.shapes)}` : "";
  }
  editor.on("status", refresh);
  editor.on("tool", fill);
  editor.on("selection", tellSelected);
  refresh();
  return make("div", { className: "editpanel" }, begin, working);
}

function invitation(editor: Editor): Node[] {
  const { status } = editor;
  const start = (text: string, force: boolean): HTMLElement =>
    make("button", { type: "button", className: "primary wide", id: "edit-start", on: { click: () => void editor.begin(force) } }, text);
  if (!status) {
    const why = "Paint, move, link, mend: nothing is written before you press Save, and everything can be undone.";
    if (!editor.editable) return [make("p", {}, "This level is not on the disk, so it can only be looked at.")];
    return [make("p", {}, why), start("Edit this level", false)];
  }
  const reason = status.free
    ? "Nobody edits this level in a browser now."
    : "This level is being edited in another window. Here you can look at it, and see every change.";
  return [make("p", { className: "lead" }, "Read only"), make("p", {}, reason), start(status.free ? "Edit here" : "Edit here instead", !status.free)];
}

async function fillHistory(editor: Editor, list: HTMLElement): Promise<void> {
  const history = await editor.question<History>("history");
  if (!history) return;
  const { saved = 0 } = editor.status ?? {};
  const items = history.steps.map((step, i) => entry(editor, capital(step.text), i + 1, history.position, saved));
  list.replaceChildren(entry(editor, "The level as it was read", 0, history.position, saved), ...items);
  // Only the list: the options of a tool, above it, must not run away.
  const now = list.querySelector<HTMLElement>("[aria-current=true]");
  if (now) list.scrollTop += now.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
}

function entry(editor: Editor, text: string, number: number, position: number, saved: number): HTMLElement {
  const state = number > position ? "undone" : number === saved ? "saved" : "";
  return make(
    "li",
    { className: number > position ? "undone" : "" },
    make(
      "button",
      {
        type: "button",
        className: "item",
        title: number === position ? "This is how the level is now" : `Go back or forth to here: ${count(Math.abs(position - number), "step")}`,
        attributes: { "aria-current": String(number === position) },
        on: { click: () => void editor.goTo(number) },
      },
      make("span", { className: "lines" }, make("span", { className: "first" }, text), state ? make("span", { className: "second" }, state) : null),
    ),
  );
}

/** The edits as a file for `kotorlevel apply`. */
async function downloadEdits(editor: Editor): Promise<void> {
  const reply = await editor.question<{ edits: object }>("edits");
  if (!reply) return;
  const data = new Blob([`${JSON.stringify(reply.edits, null, 1)}\n`], { type: "application/json" });
  const link = make("a", { href: URL.createObjectURL(data), download: "edits.json" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

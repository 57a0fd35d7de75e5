/** What the editor has to ask: about unsaved edits of an earlier time, and files that others changed. */

import type { Editor } from "../../edit/editor.ts";
import { count } from "../../model/words.ts";
import { byId, make, prose } from "../dom.ts";

interface Choice<T> {
  text: string;
  value: T;
  primary?: boolean;
  danger?: boolean;
}

/** Asks with buttons; Esc gives `otherwise`. */
export function ask<T>(title: string, lines: readonly string[], choices: readonly Choice<T>[], otherwise: T): Promise<T> {
  const box = byId<HTMLDialogElement>("ask");
  return new Promise((resolve) => {
    const end = (value: T): void => {
      box.onclose = null;
      box.close();
      resolve(value);
    };
    box.onclose = () => resolve(otherwise);
    box.replaceChildren(
      make("h2", { id: "ask-title" }, title),
      ...lines.map((line) => prose(line)),
      make(
        "div",
        { className: "answers" },
        ...choices.map(({ text, value, primary, danger }) =>
          make("button", { type: "button", className: primary ? "primary" : danger ? "danger" : "", on: { click: () => end(value) } }, text),
        ),
      ),
    );
    box.setAttribute("aria-labelledby", "ask-title");
    box.showModal();
    box.querySelector<HTMLElement>(".primary")?.focus();
  });
}

/** Saves, and asks where files have changed on the disk meanwhile. */
export async function saveAsking(editor: Editor): Promise<void> {
  if (!editor.active || editor.status?.isSaved) return;
  if ((await editor.save()) !== "force") return;
  const files = editor.status?.disk ?? [];
  const what = files.length ? files.slice(0, 6).join(", ") : "Files of this level";
  const choice = await ask(
    "Files changed on the disk",
    [`${what} changed since this level was read, by another program.`, "Saving now would replace what changed there. `kotorlevel undo` brings it back."],
    [
      { text: "Cancel", value: "cancel", primary: true },
      { text: "Read the files anew, dropping my edits", value: "reload", danger: true },
      { text: "Save mine over them", value: "force", danger: true },
    ],
    "cancel",
  );
  if (choice === "force") await editor.save(true);
  if (choice === "reload") await editor.readAnew();
}

/** Offers edits that were never saved, asks before closing, and tells of files that changed. */
export function askAboutEdits(editor: Editor): void {
  let offered = false;
  let told = "";
  let warned = "";
  editor.on("status", () => {
    const { status } = editor;
    if (!editor.active || !status) return;
    if (status.recover && !offered) {
      offered = true;
      void offer(editor, status.recover);
    }
    const disk = status.disk.join(", ");
    if (disk && disk !== told) editor.tell(`Changed on the disk by another program: ${disk}. Your edits are still here; saving will ask.`, []);
    told = disk;
    if (status.warning && status.warning !== warned) editor.tell(status.warning, [], true);
    warned = status.warning;
  });
  addEventListener("beforeunload", (event) => {
    if (editor.active && editor.status && !editor.status.isSaved) event.preventDefault();
  });
  addEventListener("pagehide", () => {
    if (editor.active) editor.server.leave();
  });
}

async function offer(editor: Editor, edits: number): Promise<void> {
  const choice = await ask(
    "Unsaved edits from last time",
    [`${count(edits, "edit")} of this level ${edits === 1 ? "was" : "were"} not saved. Nothing is lost: bring ${edits === 1 ? "it" : "them"} back?`],
    [
      { text: "Bring back", value: "recover", primary: true },
      { text: "Drop", value: "forget", danger: true },
    ],
    "later",
  );
  if (choice === "recover") await editor.recover();
  if (choice === "forget") await editor.forget();
}

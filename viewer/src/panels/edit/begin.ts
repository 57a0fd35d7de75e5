/** How editing begins: the button at the top, and a banner while another window edits. */

import type { Editor } from "../../edit/editor.ts";
import { byId, make } from "../dom.ts";

export function editButton(editor: Editor): void {
  const button = byId<HTMLButtonElement>("edit-begin");
  const label = "Edit this level: nothing is written before you press Save (E)";
  button.title = label;
  button.setAttribute("aria-label", label);
  const banner = byId("taken");
  const instead = make("button", { type: "button", id: "edit-instead" }, "Edit here instead");
  instead.setAttribute("aria-label", "Edit here instead of in the other window");
  let asking = false;

  async function begin(force: boolean): Promise<void> {
    if (asking) return;
    asking = true;
    const hadFocus = [button, instead].includes(document.activeElement as HTMLButtonElement);
    refresh();
    await editor.begin(force);
    asking = false;
    refresh();
    // What had the focus is gone: the picture is where one goes on.
    if (hadFocus && editor.active) byId("touch").focus({ preventScroll: true });
  }

  function refresh(): void {
    const { status, active, editable } = editor;
    const taken = Boolean(status && !active && !status.free);
    button.hidden = active || taken || !editable;
    button.disabled = instead.disabled = asking;
    if (banner.hidden === taken) {
      banner.hidden = !taken;
      // Put in anew each time, so that it is read aloud.
      banner.replaceChildren(...(taken ? [make("p", {}, "Being edited in another window: you can look."), instead] : []));
    }
  }

  button.addEventListener("click", () => {
    if (!button.hidden) void begin(false);
  });
  instead.addEventListener("click", () => void begin(true));
  editor.on("status", refresh);
  refresh();
}

/** Asks for the name of a room. */

import { byId, make } from "../../dom.ts";

/** The name that was given; null where the user thought better of it. `fault` says why a name cannot be. */
export function askName(
  title: string,
  proposed: string,
  action: string,
  fault: (name: string) => string,
  lines: readonly string[],
): Promise<string | null> {
  const box = byId<HTMLDialogElement>("ask");
  return new Promise((resolve) => {
    const end = (value: string | null): void => {
      box.onclose = null;
      box.close();
      resolve(value);
    };
    box.onclose = () => resolve(null);
    const input = make("input", { type: "text", id: "room-name", value: proposed, maxLength: 16, autocomplete: "off", spellcheck: false });
    const wrong = make("p", { className: "bad second", attributes: { role: "alert" } });
    const yes = make("button", { type: "submit", className: "primary" }, action);
    const check = (): void => {
      wrong.textContent = fault(input.value.trim());
      yes.disabled = Boolean(wrong.textContent);
    };
    input.addEventListener("input", check);
    const form = make(
      "form",
      {},
      make("h2", { id: "ask-title" }, title),
      ...lines.map((line) => make("p", {}, line)),
      make("label", { className: "field" }, "Name", input),
      wrong,
      make("div", { className: "answers" }, make("button", { type: "button", on: { click: () => end(null) } }, "Cancel"), yes),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!fault(input.value.trim())) end(input.value.trim());
    });
    box.replaceChildren(form);
    box.setAttribute("aria-labelledby", "ask-title");
    box.showModal();
    check();
    if (proposed && wrong.textContent) wrong.textContent = "";
    input.select();
  });
}

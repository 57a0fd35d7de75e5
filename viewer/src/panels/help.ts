/** The help: what mouse, fingers and keys do. */

import { KEYS } from "../app/keys.ts";
import { byId, cardHead, make } from "./dom.ts";

const POINTER: readonly [string, string][] = [
  ["Drag", "turn (in the top view: move)"],
  ["Right drag, or Shift + drag", "move"],
  ["Wheel, or pinch", "closer and farther"],
  ["Click", "select, or set a point of the chosen tool"],
  ["Two fingers", "move and zoom"],
];

export function fillHelp(): void {
  const dialog = byId<HTMLDialogElement>("help");
  const table = (rows: readonly (readonly [string, string])[]): HTMLElement =>
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
      make("section", {}, make("h3", {}, "Keys"), table(KEYS.map((key) => [key.shown, key.text] as const))),
      make(
        "section",
        {},
        make("h3", {}, "Mouse and touch"),
        table(POINTER),
        make("h3", {}, "Marks"),
        make(
          "ul",
          { className: "plain" },
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

/** Copying places and texts: buttons, and the clipboard with or without its permission. */

import { coordinates } from "../model/words.ts";
import type { Point } from "../model/scene.ts";
import type { Viewer } from "../app/viewer.ts";
import { icon, make } from "./dom.ts";

/** Copies and says so; where the browser forbids it, the text is shown to be copied by hand. */
export async function copy(viewer: Viewer, text: string, said = `Copied: ${text}`): Promise<void> {
  if (await intoClipboard(text)) viewer.sayBriefly(said);
  else viewer.say(`The browser does not let this page copy. Select and copy this: ${text}`);
}

async function intoClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission, or a page that is no secure place: the old way needs neither.
    return copyTheOldWay(text);
  }
}

function copyTheOldWay(text: string): boolean {
  const before = document.activeElement;
  const area = make("textarea", { value: text, readOnly: true, className: "unseen", attributes: { "aria-hidden": "true" } });
  document.body.append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    done = false;
  }
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}

/** A small button that copies the numbers of a place; `what` names the place. */
export function copyButton(viewer: Viewer, point: Point, what: string): HTMLButtonElement {
  const label = `Copy ${what}: ${coordinates(point)}`;
  return make(
    "button",
    {
      type: "button",
      className: "copy",
      title: label,
      attributes: { "aria-label": label, "data-copy": coordinates(point) },
      on: { click: () => void copy(viewer, coordinates(point)) },
    },
    icon("copy"),
  );
}

/** A place with a button that copies it. */
export function placeToCopy(viewer: Viewer, point: Point, what: string, shown: string): HTMLElement {
  return make("span", { className: "copied" }, make("span", {}, shown), copyButton(viewer, point, what));
}

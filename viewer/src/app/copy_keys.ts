/** Ctrl+C on the picture copies the place under the pointer, or at the cross for those without one. */

import { coordinates } from "../model/words.ts";
import { copy } from "../panels/copying.ts";
import { byId } from "../panels/dom.ts";
import { snap } from "./snapping.ts";
import type { Viewer } from "./viewer.ts";

export function listenToCopy(viewer: Viewer): void {
  const touch = byId("touch");
  let pointer: { x: number; y: number } | null = null;
  const moved = (event: PointerEvent): void => {
    const frame = touch.getBoundingClientRect();
    pointer = event.pointerType === "touch" ? null : { x: event.clientX - frame.left, y: event.clientY - frame.top };
  };
  touch.addEventListener("pointermove", moved);
  touch.addEventListener("pointerdown", moved);
  touch.addEventListener("pointerleave", () => (pointer = null));
  addEventListener("keydown", (event) => {
    const control = event.ctrlKey || event.metaKey;
    // Who moves by keys means the cross, even if the mouse lies somewhere on the picture.
    if (!control && event.key.startsWith("Arrow") && event.target === touch) pointer = null;
    if (!control || event.altKey || event.shiftKey || event.key.toLowerCase() !== "c" || event.defaultPrevented) return;
    const onPicture = event.target === touch || (event.target === document.body && pointer);
    // Marked text is what Ctrl+C means everywhere.
    if (!onPicture || getSelection()?.toString() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const { width, height } = viewer.stage;
    const { x, y } = pointer ?? { x: width / 2, y: height / 2 };
    const where = pointer ? "under the pointer" : "at the cross";
    const spot = viewer.choices.value.tool === "measure" ? snap(viewer, x, y, false, false) : viewer.pick(x, y);
    if (spot) void copy(viewer, coordinates(spot.point), `Copied the place ${where}: ${coordinates(spot.point)}`);
    else viewer.sayBriefly(`Nothing of the level is ${where}, so nothing was copied.`);
  });
}

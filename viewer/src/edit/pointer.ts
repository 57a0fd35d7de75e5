/** Hands presses, drags and clicks on the picture to the tool that is chosen. */

import { byId } from "../panels/dom.ts";
import type { Editor } from "./editor.ts";
import type { Pointed } from "./pick.ts";

/** A press that moves less than this, pixels, is a click and not a drag. */
const STILL = 5;
/** Milliseconds after a key at which the picture may still move, and rests. */
const RESTING_MS = [100, 300];

export function listenToEditing(editor: Editor): void {
  const touch = byId("touch");
  let held: PointerEvent | null = null;
  let passing = false;

  function pointed(event: PointerEvent): Pointed {
    const frame = touch.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const { shiftKey: shift, altKey: alt } = event;
    const hit = editor.viewer.pick(x, y);
    return { x, y, hit, shift, ctrl: event.ctrlKey || event.metaKey, alt, touch: event.pointerType === "touch" };
  }

  // Before the camera's own listeners hear of it: what the tool takes is not theirs.
  byId("stage").addEventListener(
    "pointerdown",
    (event) => {
      if (passing || event.target !== touch || !editor.tool) return;
      if (held && event.pointerId !== held.pointerId) return giveUp();
      if (event.button !== 0 || event.altKey || !editor.tool.press?.(pointed(event))) return;
      held = event;
      touch.setPointerCapture(event.pointerId);
      event.stopPropagation();
      touch.focus({ preventScroll: true });
    },
    { capture: true },
  );

  /** A second finger has come: both move the camera, and what was begun is dropped. */
  function giveUp(): void {
    const first = held as PointerEvent;
    held = null;
    editor.tool?.cancel?.();
    passing = true;
    touch.dispatchEvent(new PointerEvent("pointerdown", first));
    passing = false;
  }

  touch.addEventListener("pointermove", (event) => {
    if (held && event.pointerId === held.pointerId) later(() => held && editor.tool?.drag?.(pointed(event)));
    else if (!event.buttons && event.pointerType !== "touch" && editor.tool?.hover) later(() => editor.tool?.hover?.(pointed(event)));
  });
  const lifted = (event: PointerEvent): void => {
    if (!held || event.pointerId !== held.pointerId) return;
    const still = Math.hypot(event.clientX - held.clientX, event.clientY - held.clientY) <= STILL;
    held = null;
    next = null;
    if (event.type === "pointercancel") editor.tool?.cancel?.();
    else {
      if (!still) editor.tool?.drag?.(pointed(event));
      editor.tool?.release?.(pointed(event));
    }
  };
  touch.addEventListener("pointerup", lifted);
  touch.addEventListener("pointercancel", lifted);
  touch.addEventListener("pointerleave", () => {
    if (!held) editor.tool?.hover?.(null);
  });

  // By keyboard, what Enter would do at the cross is shown, too: at once, and when the picture has come to rest.
  touch.addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow") && !["+", "-", "="].includes(event.key)) return;
    for (const wait of [0, ...RESTING_MS]) setTimeout(hoverCross, wait);
  });
  function hoverCross(): void {
    if (held || document.activeElement !== touch || !editor.tool?.hover) return;
    const { width, height } = editor.viewer.stage;
    const [x, y] = [width / 2, height / 2];
    editor.tool.hover({ x, y, hit: editor.viewer.pick(x, y), shift: false, ctrl: false, alt: false, touch: false });
  }

  // Once a picture: a mouse tells of its moves more often than they can be seen.
  let next: (() => void) | null = null;
  function later(work: () => void): void {
    const waiting = next !== null;
    next = work;
    if (waiting) return;
    requestAnimationFrame(() => {
      const last = next;
      next = null;
      last?.();
    });
  }

  /** A click that no drag was made of. */
  editor.viewer.clicked = (x, y, event) => {
    const { tool } = editor;
    if (!tool) return false;
    const keys = { shift: Boolean(event?.shiftKey), ctrl: Boolean(event?.ctrlKey || event?.metaKey), alt: Boolean(event?.altKey) };
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const at = { x, y, hit: editor.viewer.pick(x, y), ...keys, touch: isTouch };
    if (tool.click) tool.click(at);
    // By keyboard, a tool that takes presses is used as by a press at the cross.
    else if (event instanceof KeyboardEvent && tool.press?.(at)) tool.release?.(at);
    return true;
  };
}

/** Keys, mouse and fingers while walking. They come before those of the other tools. */

import { byId } from "../panels/dom.ts";
import type { Walking, WalkOption } from "./walking.ts";

/** By place on the keyboard, so that they lie alike on all of them. */
const HELD: Record<string, (wish: Walking["wish"], by: number) => void> = {
  KeyW: (wish, by) => (wish.ahead += by),
  ArrowUp: (wish, by) => (wish.ahead += by),
  KeyS: (wish, by) => (wish.ahead -= by),
  ArrowDown: (wish, by) => (wish.ahead -= by),
  KeyD: (wish, by) => (wish.aside += by),
  ArrowRight: (wish, by) => (wish.aside += by),
  KeyA: (wish, by) => (wish.aside -= by),
  ArrowLeft: (wish, by) => (wish.aside -= by),
  KeyQ: (wish, by) => (wish.turn += by),
  KeyE: (wish, by) => (wish.turn -= by),
  PageUp: (wish, by) => (wish.rise += by),
  PageDown: (wish, by) => (wish.rise -= by),
};
const OPTION_KEYS: Record<string, WalkOption> = { h: "seesOnly", p: "map" };
/** Those that move the camera otherwise: they do nothing here. */
const IDLE = new Set(["+", "=", "-", "_", "Enter", " "]);
/** Radians a pixel. */
const LOOK = 0.0042;
const LOOK_LOCKED = 0.0024;
/** A press that moves less than this, pixels, is a click and not a drag. */
const STILL = 5;

export function listenToWalker(walking: Walking, wake: () => void): void {
  listenToHeldKeys(walking, wake);
  listenToLooks(walking);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("textarea, select, input:not([type=checkbox])");
}

function listenToHeldKeys(walking: Walking, wake: () => void): void {
  const held = new Set<string>();
  const count = (): void => {
    const { wish } = walking;
    walking.catchUp();
    wish.ahead = wish.aside = wish.turn = wish.rise = 0;
    for (const code of held) HELD[code](wish, 1);
    wish.ahead = Math.sign(wish.ahead);
    wish.aside = Math.sign(wish.aside);
    wake();
  };
  const drop = (): void => {
    held.clear();
    walking.wish.runs = false;
    count();
  };
  addEventListener(
    "keydown",
    (event) => {
      if (walking.state === "off" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
      if (!isTaken(walking, event)) return;
      event.preventDefault();
      if (walking.state !== "walking") return;
      walking.wish.runs = event.shiftKey;
      if (event.code in HELD && !held.has(event.code)) {
        held.add(event.code);
        count();
      }
    },
    // First of all, because W, D and others have other meanings else.
    { capture: true },
  );
  addEventListener("keyup", (event) => {
    walking.wish.runs = event.shiftKey;
    if (held.delete(event.code)) count();
  });
  addEventListener("blur", drop);
  walking.onChange(() => {
    if (walking.state === "off" && held.size) drop();
  });
}

/** Whether a key is for who walks; what a press does at once is done. */
function isTaken(walking: Walking, event: KeyboardEvent): boolean {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (name === "Escape") walking.leave();
  else if (walking.state !== "walking") return false;
  else if (name in OPTION_KEYS && !event.repeat) walking.setOption(OPTION_KEYS[name], !walking.options[OPTION_KEYS[name]]);
  else if (IDLE.has(name)) return event.target === byId("touch");
  else return event.code in HELD || name === "Shift";
  return true;
}

/** Drags over the picture look around; a click catches the mouse, so that it looks without one. */
function listenToLooks(walking: Walking): void {
  const [stage, touch] = [byId("stage"), byId("touch")];
  let drag: { id: number; x: number; y: number; far: number } | null = null;
  const taken = (event: PointerEvent): boolean => walking.state === "walking" && event.target === touch;
  const on = (name: "pointerdown" | "pointermove" | "pointerup" | "pointercancel", act: (event: PointerEvent) => void): void =>
    stage.addEventListener(
      name,
      (event) => {
        if (!taken(event)) return;
        event.stopPropagation();
        act(event);
      },
      { capture: true },
    );
  on("pointerdown", (event) => {
    if (drag) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, far: 0 };
    touch.setPointerCapture(event.pointerId);
    touch.focus({ preventScroll: true });
  });
  on("pointermove", (event) => {
    if (document.pointerLockElement === touch) return walking.look(-LOOK_LOCKED * event.movementX, -LOOK_LOCKED * event.movementY);
    if (drag?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag = { id: drag.id, x: event.clientX, y: event.clientY, far: drag.far + Math.hypot(dx, dy) };
    // What was seized moves along.
    walking.look(LOOK * dx, LOOK * dy);
  });
  on("pointerup", (event) => {
    const still = drag?.id === event.pointerId && drag.far <= STILL;
    drag = null;
    if (!still || event.pointerType !== "mouse" || event.button !== 0) return;
    if (document.pointerLockElement === touch) document.exitPointerLock();
    else void catchMouse(touch);
  });
  on("pointercancel", () => (drag = null));
  walking.onChange(() => {
    if (walking.state === "off" && document.pointerLockElement === touch) document.exitPointerLock();
  });
}

async function catchMouse(touch: HTMLElement): Promise<void> {
  try {
    await touch.requestPointerLock();
  } catch {
    // Not allowed here: one drags.
  }
}

/** What is on the page for who walks: the button, where to begin, options, map, thumb pad. */

import type { Viewer } from "../app/viewer.ts";
import type { Walking, WalkOption } from "../app/walking.ts";
import { WalkMap } from "../draw/walk_map.ts";
import { byId, cardHead, make, prose } from "./dom.ts";
import { keyed, pointed } from "../model/touch.ts";

const OPTIONS: Record<WalkOption, string> = {
  seesOnly: keyed("Only what this room sees", "H"),
  opensDoors: "Doors open by themselves",
  map: keyed("Small map", "P"),
};
/** Pixels from the middle of the thumb pad for the full speed, and from where on one runs. */
const FULL = 38;
const RUN = 52;
/** Milliseconds between two changes of the line that says where one is. */
const LINE_MS = 120;

export function walkingPanel(viewer: Viewer, walking: Walking): void {
  const button = make(
    "button",
    { type: "button", id: "walk", title: "Walk through the level as the player does (V)", attributes: { "aria-pressed": "false" }, on: { click: () => walking.toggle() } },
    "Walk",
  );
  byId("views").prepend(button);
  const card = make("section", { id: "walk-card", className: "card walk-card", hidden: true, attributes: { "aria-label": "Walking" } });
  const told = make("div", { id: "walk-told", className: "walk-told", hidden: true, attributes: { role: "status" } });
  byId("stage").append(card, told);
  addMap(viewer, walking);
  addPad(walking);
  let shown = "off";
  walking.onChange(() => {
    button.setAttribute("aria-pressed", String(walking.state !== "off"));
    byId("stage").dataset["walk"] = walking.state;
    told.textContent = walking.told;
    told.hidden = !walking.told;
    if (walking.state !== shown) fill(walking, card);
    shown = walking.state;
    for (const box of card.querySelectorAll<HTMLInputElement>("input")) box.checked = walking.options[box.name as WalkOption];
  });
  tellWhere(walking);
}

function fill(walking: Walking, card: HTMLElement): void {
  card.hidden = walking.state === "off";
  if (walking.state === "off") byId("status").textContent = "";
  if (card.hidden) return void byId("touch").focus({ preventScroll: true });
  const leave = (): void => walking.leave();
  if (walking.state === "placing") {
    const entry = make("button", { type: "button", className: "primary", on: { click: () => walking.beginAtEntry() } }, "Begin at the entry");
    card.replaceChildren(cardHead("Walk", leave), prose(pointed("Click the floor where you want to stand, or:")), entry);
    return entry.focus();
  }
  const boxes = (Object.keys(OPTIONS) as WalkOption[]).map((name) => option(walking, name));
  const keys = prose("W A S D or arrows walk, Shift runs. Drag looks around, Q and E turn. A click catches the mouse. Esc leaves.", "second walk-keys");
  card.replaceChildren(cardHead("Walking", leave), keys, make("div", { className: "checks" }, ...boxes));
  byId("touch").focus({ preventScroll: true });
}

function option(walking: Walking, name: WalkOption): HTMLElement {
  const box = make("input", { type: "checkbox", name, checked: walking.options[name], on: { change: () => walking.setOption(name, box.checked) } });
  return make("label", { className: "check" }, box, OPTIONS[name]);
}

/** Room, face, surface and coordinates in the line at the bottom; a few times a second are enough. */
function tellWhere(walking: Walking): void {
  const status = byId("status");
  let last = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    last = performance.now();
    waiting = undefined;
    if (walking.state === "walking") status.textContent = walking.where;
  };
  walking.onStep(() => {
    const rest = LINE_MS - (performance.now() - last);
    if (rest <= 0) tell();
    else waiting ??= setTimeout(tell, rest);
  });
}

function addMap(viewer: Viewer, walking: Walking): void {
  const canvas = make("canvas", { id: "walk-map", className: "walk-map", hidden: true, attributes: { role: "img", "aria-label": "Map of the floor around you, north up" } });
  byId("stage").append(canvas);
  const map = new WalkMap(canvas);
  let prepared: unknown = null;
  const draw = (): void => {
    if (canvas.hidden || !walking.body) return;
    const { x, y } = walking.body.feet;
    map.draw(x, y, walking.bearing, viewer.palette);
  };
  const show = (): void => {
    const walks = walking.state === "walking";
    if (!walks) prepared = null;
    canvas.hidden = !walks || !walking.options.map;
    if (walks && prepared !== viewer.level) map.prepare((prepared = viewer.level), viewer.palette);
    draw();
  };
  walking.onChange(show);
  walking.onStep(draw);
  viewer.theme.changed(() => {
    prepared = null;
    show();
  });
}

/** Where a thumb pushes to walk; seen on touch screens only. */
function addPad(walking: Walking): void {
  const knob = make("div", { className: "knob" });
  const pad = make("div", { id: "walk-pad", className: "walk-pad", attributes: { "aria-hidden": "true" } }, knob);
  byId("stage").append(pad);
  let thumb: number | null = null;
  const push = (event: PointerEvent): void => {
    const { left, top, width, height } = pad.getBoundingClientRect();
    const [x, y] = [event.clientX - left - width / 2, event.clientY - top - height / 2];
    const size = Math.hypot(x, y);
    const part = Math.min(1, size / FULL) / Math.max(size, 1e-9);
    walking.catchUp();
    walking.wish.aside = x * part;
    walking.wish.ahead = -y * part;
    walking.wish.runs = size > RUN;
    knob.style.transform = `translate(${x * part * FULL}px, ${y * part * FULL}px)`;
    walking.look(0, 0);
  };
  pad.addEventListener("pointerdown", (event) => {
    if (thumb !== null) return;
    thumb = event.pointerId;
    pad.setPointerCapture(thumb);
    push(event);
  });
  pad.addEventListener("pointermove", (event) => {
    if (event.pointerId === thumb) push(event);
  });
  const lift = (event: PointerEvent): void => {
    if (event.pointerId !== thumb) return;
    thumb = null;
    walking.catchUp();
    Object.assign(walking.wish, { ahead: 0, aside: 0, runs: false });
    knob.style.transform = "";
  };
  pad.addEventListener("pointerup", lift);
  pad.addEventListener("pointercancel", lift);
}

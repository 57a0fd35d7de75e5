/** Doors and the state each of them stands in. */

import type { Viewer } from "../app/viewer.ts";
import type { DoorInfo } from "../model/scene.ts";
import { place } from "../model/words.ts";
import { doorName } from "../walk/doorways.ts";
import { make, prose } from "./dom.ts";

export const DOOR_STATES = ["Closed", "Open 1", "Open 2"] as const;

function hasWalkmesh(door: DoorInfo): boolean {
  return door.states.some(Boolean);
}

/** "12.40, 3.00, 0.00 · sec_door · leads to m11aa"; no template where it is the tag. */
export function aboutDoor(door: DoorInfo): string {
  const template = door.template.toLowerCase() === door.tag.toLowerCase() || !door.tag ? "" : door.template;
  return [place(door.position), template, door.to && `leads to ${door.to}`].filter(Boolean).join(" · ");
}

/** The three states of one door as buttons; `markDoors` presses the right one. */
export function doorStates(viewer: Viewer, door: DoorInfo): HTMLElement {
  const disabled = !hasWalkmesh(door);
  const buttons = DOOR_STATES.map((label, state) =>
    make(
      "button",
      {
        type: "button",
        disabled,
        title: door.states[state] ? "" : "This state has no walkmesh: nothing blocks",
        attributes: { "data-door": String(door.index), "data-state": String(state) },
        on: { click: () => setStates(viewer, [door.index], state) },
      },
      label,
    ),
  );
  const label = `State of ${doorName(door)}`;
  const group = make("div", { className: "pills small", attributes: { role: "group", "aria-label": label } }, ...buttons);
  markDoors(viewer, group);
  return group;
}

/** Presses the button of each door's present state. */
function markDoors(viewer: Viewer, root: ParentNode): void {
  const { doorStates: states } = viewer.choices.value;
  for (const button of root.querySelectorAll<HTMLElement>("button[data-door]")) {
    const state = states[Number(button.dataset["door"])];
    button.setAttribute("aria-pressed", String(Number(button.dataset["state"]) === state));
  }
}

function setStates(viewer: Viewer, doors: number[], state: number): void {
  const states = [...viewer.choices.value.doorStates];
  for (const door of doors) states[door] = state;
  viewer.choices.change({ doorStates: states });
}

export function doorsPanel(viewer: Viewer): HTMLElement {
  const list = make("ol", { className: "list", attributes: { "aria-label": "Doors" } });
  const all = make(
    "div",
    { className: "pills", attributes: { role: "group", "aria-label": "State of all doors" } },
    ...DOOR_STATES.map((label, state) =>
      make(
        "button",
        { type: "button", on: { click: () => setStates(viewer, viewer.level.info.doors.map((door) => door.index), state) } },
        label,
      ),
    ),
  );
  const lacking = prose("How these doors block the way is not known: that is in the files of the game. Open the level with `--game` and the folder of the game.", "hint");
  const head = make("div", {}, lacking, make("h3", {}, "All doors"), all);

  viewer.choices.watch(["doorStates"], () => markDoors(viewer, document));
  viewer.on("level", () => {
    const { doors } = viewer.level.info;
    head.hidden = !doors.length;
    lacking.hidden = doors.some(hasWalkmesh);
    for (const button of all.querySelectorAll("button")) button.disabled = !lacking.hidden;
    list.replaceChildren(...doors.map(item));
    if (!doors.length) list.append(make("li", { className: "empty" }, "No doors are placed in this level."));
  });

  function item(door: DoorInfo): HTMLElement {
    return make(
      "li",
      { className: "row tall" },
      make(
        "button",
        { type: "button", className: "item", on: { click: () => viewer.showDoor(door.index) } },
        make("span", { className: "number plain-number" }, String(door.index)),
        make(
          "span",
          { className: "lines" },
          make("span", { className: "first" }, doorName(door)),
          make("span", { className: "second wraps" }, aboutDoor(door)),
        ),
      ),
      doorStates(viewer, door),
    );
  }
  return make("div", {}, head, list);
}

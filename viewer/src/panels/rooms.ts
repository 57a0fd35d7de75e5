/** The list of rooms, and what each of them sees. */

import type { Viewer } from "../app/viewer.ts";
import { facesOfRoom, sightOfRoom } from "../model/rooms.ts";
import type { RoomInfo } from "../model/scene.ts";
import { icon, make } from "./dom.ts";

export function roomsPanel(viewer: Viewer): HTMLElement {
  const list = make("ol", { className: "list", attributes: { "aria-label": "Rooms" } });
  const all = make(
    "button",
    { type: "button", className: "wide", on: { click: () => viewer.choices.change({ seenFrom: null }) } },
    "Show all rooms in full again",
  );

  function fill(): void {
    const { rooms } = viewer.level.info;
    list.replaceChildren(...rooms.map(item));
    if (!rooms.length) list.append(make("li", { className: "empty" }, "No rooms in this level."));
    mark();
  }

  function item(room: RoomInfo): HTMLElement {
    return make(
      "li",
      { className: "row" },
      make(
        "button",
        {
          type: "button",
          className: "item",
          attributes: { "data-room": String(room.index) },
          on: { click: () => viewer.showRoom(room.index) },
        },
        make("span", { className: "swatch", colour: room.color }),
        make(
          "span",
          { className: "lines" },
          make("span", { className: "first" }, room.name || "(no name)"),
          make("span", { className: "second wraps" }, aboutRoom(room, viewer.level.info.rooms)),
        ),
      ),
      make(
        "button",
        {
          type: "button",
          className: "see",
          title: `Seen from here: show in full only what ${room.name} sees`,
          attributes: { "data-see": String(room.index), "aria-label": `Seen from ${room.name}` },
          on: { click: () => toggle(room.index) },
        },
        icon("eye"),
      ),
    );
  }

  function toggle(index: number): void {
    viewer.choices.change({ seenFrom: viewer.choices.value.seenFrom === index ? null : index });
  }

  function mark(): void {
    const { seenFrom } = viewer.choices.value;
    const chosen = viewer.selection?.kind === "room" ? viewer.selection.index : -1;
    all.hidden = seenFrom === null;
    for (const button of list.querySelectorAll<HTMLElement>("[data-see]")) {
      button.setAttribute("aria-pressed", String(button.dataset["see"] === String(seenFrom)));
    }
    for (const button of list.querySelectorAll<HTMLElement>("[data-room]")) {
      button.setAttribute("aria-current", String(button.dataset["room"] === String(chosen)));
    }
  }

  viewer.on("level", fill);
  viewer.on("selection", mark);
  viewer.on("colours", mark);
  return make("div", {}, all, list);
}

/** "57 faces · sees 3 of 17 rooms". */
export function aboutRoom(room: RoomInfo, rooms: readonly RoomInfo[]): string {
  return [facesOfRoom(room), sightOfRoom(room, rooms)].filter(Boolean).join(" · ");
}

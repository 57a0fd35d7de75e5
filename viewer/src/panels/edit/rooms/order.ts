/** The rooms in the order of the layout: chosen by a click, moved by buttons or by dragging. */

import type { RoomsTool } from "../../../edit/tools/rooms.ts";
import { make } from "../../dom.ts";

export function roomOrder(tool: RoomsTool): HTMLElement[] {
  const { rooms } = tool.level.info;
  return rooms.map((room, index) => {
    const item = make(
      "li",
      { draggable: rooms.length > 1, attributes: { "data-room": room.name } },
      make("span", { className: "second rank" }, String(index)),
      make(
        "button",
        { type: "button", className: "item", attributes: { "aria-current": String(tool.room === index) }, on: { click: () => show(tool, index) } },
        room.name,
      ),
      step(tool, room.name, index, -1, index === 0),
      step(tool, room.name, index, 1, index === rooms.length - 1),
    );
    listenToDrops(tool, item, index);
    return item;
  });
}

function show(tool: RoomsTool, index: number): void {
  tool.choose(index);
  const { label, position } = tool.level.info.rooms[index];
  // Into the picture, but no nearer: it is to be moved among the others.
  tool.editor.viewer.stage.rig.reveal([label ?? position]);
}

function step(tool: RoomsTool, name: string, index: number, by: number, disabled: boolean): HTMLElement {
  const words = `Move ${name} ${by < 0 ? "up" : "down"} in the layout`;
  return make(
    "button",
    {
      type: "button",
      className: "quiet",
      disabled,
      title: words,
      attributes: { "aria-label": words, "data-order": `${name} ${by}` },
      on: { click: () => void tool.reorder(index, index + by) },
    },
    by < 0 ? "↑" : "↓",
  );
}

function listenToDrops(tool: RoomsTool, item: HTMLElement, index: number): void {
  item.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", String(index)));
  item.addEventListener("dragover", (event) => {
    event.preventDefault();
    item.classList.add("over");
  });
  item.addEventListener("dragleave", () => item.classList.remove("over"));
  item.addEventListener("drop", (event) => {
    event.preventDefault();
    item.classList.remove("over");
    const from = Number(event.dataTransfer?.getData("text/plain"));
    if (Number.isInteger(from)) void tool.reorder(from, index);
  });
}

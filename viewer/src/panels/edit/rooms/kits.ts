/** Rooms of kits as small pictures; the one that is taken has its options below. */

import type { KitFolder, KitRoom } from "../../../edit/rooms/adding.ts";
import type { RoomsTool } from "../../../edit/tools/rooms.ts";
import { number } from "../../../model/words.ts";
import { make } from "../../dom.ts";
import { keyed, pointed } from "../../../model/touch.ts";

export function kitGrid(tool: RoomsTool): Node[] {
  const { kits, adding } = tool;
  if (!kits) return [make("p", { className: "second" }, "Looking for kits …")];
  const anew = make("button", { type: "button", className: "link", on: { click: () => void tool.readKits(true) } }, "Look again");
  if (!kits.length) {
    return [make("p", { className: "second" }, "No kit is here. Put walkmeshes of rooms (.wok) into a folder “kit” beside the level."), anew];
  }
  return [...kits.flatMap((kit) => oneKit(tool, kit)), ...(adding ? [options(tool)] : []), anew];
}

function oneKit(tool: RoomsTool, kit: KitFolder): Node[] {
  const usable = kit.rooms.filter((room) => !room.error);
  const broken = kit.rooms.filter((room) => room.error);
  return [
    make("p", { className: "second" }, `${kit.name}${kit.rooms.length ? "" : ": no rooms"}${kit.error ? `: ${kit.error}` : ""}`),
    make("div", { className: "kit", attributes: { role: "group", "aria-label": `Rooms of the kit ${kit.name}` } }, ...usable.map((room) => thumbnail(tool, room))),
    ...broken.slice(0, 5).map((room) => make("p", { className: "second" }, `${room.name} cannot be used: ${room.error}`)),
  ];
}

function thumbnail(tool: RoomsTool, room: KitRoom): HTMLElement {
  const taken = tool.adding?.kit === room;
  const size = `${number(room.size[0], 1)} × ${number(room.size[1], 1)} m`;
  const doorways = room.doorways.map((one) => `${number(one.width, 2)} m`).join(", ");
  return make(
    "button",
    {
      type: "button",
      title: `${room.name}: ${size}${doorways ? `; doorways ${doorways} wide` : "; no doorways"}`,
      attributes: { "aria-pressed": String(taken), "data-kit": room.path },
      on: { click: () => (taken ? tool.letGo() : tool.takeKit(room)) },
    },
    make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(room.thumbnail)}` }),
    make("span", { className: "first" }, room.name),
    make("span", { className: "second" }, size),
  );
}

/** Of the room that is taken: which doorway of it is joined, how it is turned, whether its model comes. */
function options(tool: RoomsTool): HTMLElement {
  const adding = tool.adding as NonNullable<RoomsTool["adding"]>;
  const { doorways, hasModel, name } = adding.kit;
  const choice = make(
    "select",
    {
      id: "kit-doorway",
      on: {
        change: (event) => {
          const { value } = event.target as HTMLSelectElement;
          adding.doorway = value ? Number(value) : null;
          adding.forget();
        },
      },
    },
    make("option", { value: "" }, "the one that fits"),
    ...doorways.map((one, i) => make("option", { value: String(one.edge), selected: adding.doorway === one.edge }, `${i + 1}: ${number(one.width, 2)} m wide, edge ${one.edge}`)),
  );
  const turned = make("input", {
    type: "number",
    step: "15",
    value: String(adding.degrees),
    on: {
      input: (event) => {
        adding.degrees = (event.target as HTMLInputElement).valueAsNumber || 0;
        adding.forget();
      },
    },
  });
  const model = make("input", { type: "checkbox", checked: adding.withModel, on: { change: (event) => (adding.withModel = (event.target as HTMLInputElement).checked) } });
  return make(
    "div",
    { className: "kitoptions" },
    make("p", {}, `Now ${pointed("click")} a doorway of the level to join ${name} there, or a free place.`),
    doorways.length > 1 ? make("label", { className: "field" }, "Join its doorway", choice) : null,
    make("label", { className: "field" }, "At a free place, turned by", turned),
    hasModel ? make("label", { className: "check" }, model, "with its model") : null,
    make("button", { type: "button", on: { click: () => tool.letGo() } }, keyed("Let go", "Esc")),
  );
}

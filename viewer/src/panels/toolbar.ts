/** Title, tools and views at the top. */

import { type AddressBar, hasAddress } from "../app/address_bar.ts";
import { type Tool, TOOLS } from "../app/choices.ts";
import type { Viewer } from "../app/viewer.ts";
import { countRooms } from "../model/rooms.ts";
import { count } from "../model/words.ts";
import { byId, icon, make, shown, stepByArrows } from "./dom.ts";
import { showHelp } from "./help.ts";
import { mapButton } from "./map.ts";
import { pointed } from "../model/touch.ts";

const TITLES: Record<Tool, string> = {
  select: "Click shows what a face, finding or door is (1)",
  path: "Click two places: the path between them (2)",
  sight: "Click two places: whether one sees the other (3)",
  reach: "Click a place: everything one can walk to from it (4)",
  measure: "Click places: how far apart they are, how much higher, how large what they enclose is (5)",
};

export function toolbar(viewer: Viewer, address: AddressBar, live: boolean): void {
  fillTools(viewer);
  fillViews(viewer, address, live);
  viewer.on("level", () => {
    const { info } = viewer.level;
    byId("name").textContent = shown(info.name);
    const faces = count(viewer.level.roomFaces, "face");
    byId("counts").textContent = info.kind === "area" ? `${countRooms(info.rooms)}, ${faces}` : faces;
    document.title = `${info.name} – KotorLevel`;
  });
}

function fillTools(viewer: Viewer): void {
  const buttons = (Object.keys(TOOLS) as Tool[]).map((tool) =>
    make(
      "button",
      {
        type: "button",
        title: pointed(TITLES[tool]),
        attributes: { role: "radio", "data-tool": tool },
        on: { click: () => viewer.choices.change({ tool }) },
      },
      TOOLS[tool],
    ),
  );
  stepByArrows(buttons);
  byId("tools").append(...buttons);
  viewer.choices.watch(["tool"], (now) => {
    for (const button of buttons) {
      const chosen = button.dataset["tool"] === now.tool;
      button.setAttribute("aria-checked", String(chosen));
      // Select is not shown while one edits: Tab comes to the one beside it, too.
      button.tabIndex = chosen || (now.tool === "select" && button === buttons[1]) ? 0 : -1;
    }
    byId("touch").dataset["tool"] = now.tool;
  });
}

function fillViews(viewer: Viewer, address: AddressBar, live: boolean): void {
  const { choices, theme, stage } = viewer;
  const top = make(
    "button",
    { type: "button", id: "top", title: "Straight down, like a map (T)", on: { click: () => choices.change({ top: !choices.value.top }) } },
    "Top",
  );
  choices.watch(["top"], (now) => top.setAttribute("aria-pressed", String(now.top)));
  const round = (name: "fit" | "theme" | "link", title: string, act: () => void): HTMLElement =>
    make(
      "button",
      { type: "button", id: name, className: "round", title, attributes: { "aria-label": title }, on: { click: act } },
      icon(name),
    );
  byId("views").append(
    top,
    round("fit", "Show everything (F)", () => stage.rig.fit(true)),
    ...(hasAddress() ? [round("link", linkTitle(live), () => address.copyLink(live))] : []),
    ...mapButton(),
    round("theme", "Light or dark (D)", () => theme.toggle()),
    make("button", { type: "button", id: "help-open", className: "round", title: "Help and keys (?)", attributes: { "aria-label": "Help and keys (?)" }, on: { click: showHelp } }, "?"),
  );
}

/** A link is good for as long and as far as what it leads to. */
function linkTitle(live: boolean): string {
  const words = "Copy link to this view";
  if (live) return `${words}: works on this computer while the server runs`;
  return location.protocol === "file:" ? `${words}: the file's name, place and selection` : words;
}

/** The search box with its list of matches. */

import type { Viewer } from "../app/viewer.ts";
import { byId, icon, make } from "./dom.ts";
import { type Match, search } from "./query.ts";

export function searchBox(viewer: Viewer): HTMLInputElement {
  let matches: Match[] = [];
  let current = 0;
  const told = make("div", { className: "unseen", attributes: { role: "status" } });
  const list = make("ul", { id: "matches", className: "matches", hidden: true, attributes: { role: "listbox", "aria-label": "What was found" } });
  const input = make("input", {
    type: "search",
    id: "search-text",
    placeholder: "Search a room, face, door or finding",
    autocomplete: "off",
    spellcheck: false,
    attributes: {
      role: "combobox",
      "aria-label": "Search a room, a face, a door, a placeable or a finding",
      "aria-controls": "matches",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
    },
    on: {
      input: () => update(),
      focus: () => update(),
      blur: () => setTimeout(() => show(false), 150),
      keydown: (event) => key(event as KeyboardEvent),
    },
  });

  function update(): void {
    const chosen = viewer.selection;
    const room =
      chosen?.kind === "room"
        ? chosen.index
        : chosen?.kind === "face"
          ? (viewer.level.faceRoom[chosen.row] ?? null)
          : null;
    matches = search(viewer.level, input.value, room);
    current = 0;
    list.replaceChildren(...matches.map(option));
    show(matches.length > 0);
    told.textContent = summary();
  }

  /** What was found, for who cannot see the list. */
  function summary(): string {
    if (!matches.length) return "";
    const none = matches.filter((match) => match.kind === "none");
    return none.length === matches.length ? none.map((match) => `${match.label}. ${match.note}`).join(" ") : `${matches.length} found`;
  }

  function option(match: Match, index: number): HTMLElement {
    return make(
      "li",
      {
        id: `match-${index}`,
        className: match.kind === "none" ? "nothing" : "",
        attributes: {
          role: "option",
          "aria-selected": String(index === current && match.kind !== "none"),
          "aria-disabled": String(match.kind === "none"),
        },
        on: { mousedown: (event) => { event.preventDefault(); go(index); } },
      },
      make("span", { className: "label" }, match.label),
      make("span", { className: "note" }, match.note),
    );
  }

  function show(on: boolean): void {
    list.hidden = !on;
    input.setAttribute("aria-expanded", String(on));
    if (on) input.setAttribute("aria-activedescendant", `match-${current}`);
    else input.removeAttribute("aria-activedescendant");
  }

  function go(index: number): void {
    const match = matches[index];
    if (!match || match.kind === "none") return;
    show(false);
    byId("touch").focus({ preventScroll: true });
    if (match.kind === "face") viewer.showFace(match.row);
    if (match.kind === "room") viewer.showRoom(match.index);
    if (match.kind === "door") viewer.showDoor(match.index);
    if (match.kind === "placeable") viewer.showPlaceable(match.index);
    if (match.kind === "listed") viewer.showListed(match.index);
    if (match.kind === "finding") viewer.showFinding(match.finding);
    if (match.kind === "place") viewer.stage.rig.flyTo(match.at, 6);
  }

  function key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && matches.length) {
      event.preventDefault();
      current = (current + step + matches.length) % matches.length;
      list.replaceChildren(...matches.map(option));
      show(true);
      list.children[current]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      go(current);
    } else if (event.key === "Escape") {
      show(false);
      input.blur();
    }
  }

  byId("search").append(icon("search"), input, list, told);
  return input;
}

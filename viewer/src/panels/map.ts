/** The map that a report carries along: shown over the page. */

import { icon, make } from "./dom.ts";

/** A button for the map in the page; none if it has no map. */
export function mapButton(): HTMLElement[] {
  const data = document.getElementById("map-data")?.textContent?.trim();
  if (!data) return [];
  const picture = make("img", { alt: "Map of the level from above", src: `data:image/svg+xml;base64,${data}` });
  const dialog = make("dialog", { className: "map", attributes: { "aria-label": "Map" } }, picture);
  dialog.append(make("button", { type: "button", className: "primary", on: { click: () => dialog.close() } }, "Close"));
  document.body.append(dialog);
  const label = "Map of the level";
  return [
    make(
      "button",
      { type: "button", id: "map", className: "round", title: label, attributes: { "aria-label": label }, on: { click: () => dialog.showModal() } },
      icon("map"),
    ),
  ];
}

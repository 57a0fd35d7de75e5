/** The legend of the present colouring. */

import { COLOURINGS, type Colouring } from "../app/choices.ts";
import type { Viewer } from "../app/viewer.ts";
import { byId, make } from "./dom.ts";
import { narrow } from "./tabs.ts";

const MOST = 40;
/** A legend that takes more of the picture than this is folded at first. */
const LARGE = 0.25;

function partOfPicture(card: HTMLElement): number {
  const stage = card.parentElement as HTMLElement;
  return (card.offsetWidth * card.offsetHeight) / (stage.offsetWidth * stage.offsetHeight || 1);
}

export function legendCard(viewer: Viewer): void {
  const card = byId("legend");
  const choice = make(
    "select",
    {
      id: "colouring",
      attributes: { "aria-label": "Colour faces by" },
      on: { change: () => viewer.choices.change({ colouring: choice.value as Colouring }) },
    },
    ...Object.entries(COLOURINGS).map(([value, label]) => make("option", { value }, label)),
  );
  const fold = make("button", {
    type: "button",
    className: "quiet fold",
    title: "Show or hide the legend",
    attributes: { "aria-expanded": "true", "aria-controls": "legend-rows", "aria-label": "Legend" },
    on: { click: () => setFolded(!card.classList.contains("folded")) },
  });
  function setFolded(closed: boolean): void {
    card.classList.toggle("folded", closed);
    fold.setAttribute("aria-expanded", String(!closed));
  }
  const rows = make("ul", { id: "legend-rows" });
  const from = make("p", { className: "second" });
  card.append(make("header", { className: "legend-head" }, make("label", {}, "Colour ", choice), fold), from, rows);

  let fresh = true;
  viewer.on("colours", () => {
    const { colouring } = viewer.choices.value;
    choice.value = colouring;
    from.hidden = colouring !== "reach" || !viewer.reach.label;
    from.textContent = `From ${viewer.reach.label}`;
    const all = viewer.legend;
    rows.replaceChildren(
      ...all.slice(0, MOST).map((row) =>
        make(
          "li",
          {},
          make("span", { className: "swatch", colour: row.colour }),
          make("span", { className: "label" }, row.label),
          make("span", { className: "note" }, row.note),
        ),
      ),
    );
    if (fresh && (narrow() || partOfPicture(card) > LARGE)) setFolded(true);
    fresh = false;
    if (all.length > MOST) rows.append(make("li", { className: "note" }, `and ${all.length - MOST} more`));
  });
}

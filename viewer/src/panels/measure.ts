/** The card of the tools path, sight, reach and measure: what to do, what came out, and why. */

import type { Asking } from "../app/asking.ts";
import { type Tool, TOOLS } from "../app/choices.ts";
import type { Viewer } from "../app/viewer.ts";
import { number, place, sentence } from "../model/words.ts";
import { placeToCopy } from "./copying.ts";
import { byId, cardHead, facts, make, prose } from "./dom.ts";
import { placesList } from "./places.ts";
import { measured } from "./measured.ts";
import { pointed } from "../model/touch.ts";

const HINTS: Record<Tool, [string, string]> = {
  select: ["", ""],
  path: ["Click where the path starts.", "Click where it ends."],
  sight: ["Click where someone stands.", "Click what they look at."],
  reach: ["Click a place to see everything one can walk to from there.", ""],
  measure: ["", ""],
};

export function measureCard(viewer: Viewer, asking: Asking, live: boolean): void {
  const card = byId("measure");
  const { choices } = viewer;
  const eye = numberField("Eye height", choices.value.eyeHeight, (value) => choices.change({ eyeHeight: value }));
  const radius = numberField("Body radius", choices.value.bodyRadius, (value) => choices.change({ bodyRadius: value }));

  function fill(): void {
    const { tool } = choices.value;
    card.hidden = tool === "select";
    if (card.hidden) return;
    const close = (): void => choices.change({ tool: "select" });
    card.replaceChildren(cardHead(TOOLS[tool], close), ...(tool === "measure" ? measured(viewer, asking) : outcome(viewer, live)));
    if (tool === "sight") card.append(eye);
    if (tool === "path" && live) card.append(radius);
  }

  choices.watch(["tool"], () => {
    if (viewer.level) viewer.showMeasure([], null);
    // The card of what is selected would lie over places to click, and over this one.
    if (choices.value.tool !== "select" && viewer.selection) viewer.select(null);
    fill();
  });
  choices.watch(["doorStates", "eyeHeight", "bodyRadius"], () => void asking.again());
  viewer.on("measure", fill);
  viewer.on("colours", fill);
}

function outcome(viewer: Viewer, live: boolean): Node[] {
  const { tool } = viewer.choices.value;
  const { answer, ends } = viewer;
  if (tool === "reach") {
    const shown = viewer.reach.label && viewer.choices.value.colouring === "reach";
    const from = make("p", { className: "second" }, shown ? `Shown now: from ${viewer.reach.label}.` : "");
    const whom = make("p", { className: "second" }, "For a point without width, all doors open.");
    return [make("p", {}, pointed(HINTS.reach[0])), from, ...(shown ? noteLine(viewer.reach.note) : []), whom];
  }
  if (!answer) {
    const hint = ends.length === 2 ? "Asking …" : pointed(HINTS[tool][ends.length]);
    return [make("p", {}, hint)];
  }
  const rooms = answer.rooms.map((room) => viewer.level.info.rooms[room]?.name ?? String(room));
  const parts: Node[] = [
    make("p", { className: `outcome ${answer.ok ? "good" : "bad"}`, id: "outcome" }, answer.title),
    make("p", { id: "reason" }, answer.reason),
    ...(answer.mend ? [prose(`What mends it: ${sentence(answer.mend).replace(/^./, (first) => first.toLowerCase())}`)] : []),
    ...placesList(viewer, answer.places ?? []),
    ...noteLine(answer.note),
    facts([
      ["From", placeToCopy(viewer, ends[0].point, "the start", place(ends[0].point))],
      ["To", placeToCopy(viewer, ends[1].point, "the goal", place(ends[1].point))],
      rooms.length > 1 ? ["Through", rooms.join(", ")] : null,
    ]),
    make("p", { className: "second" }, pointed("Click again for a new start.")),
  ];
  if (tool === "path") parts.push(make("p", { className: "second", id: "body" }, forWhom(viewer, live)));
  return parts;
}

/** For what body a path was found, and by whom. */
function forWhom(viewer: Viewer, live: boolean): string {
  if (live) {
    const { bodyRadius } = viewer.choices.value;
    return bodyRadius ? `For a body of ${number(bodyRadius)} m radius.` : "For a point without width.";
  }
  return viewer.answer?.ok
    ? "Found by this page: the shortest way as seen from above, for a point without width. Over slopes another can be a little shorter."
    : "Searched by this page, for a point without width.";
}

/** What must be done before an answer holds in the game, if anything. */
function noteLine(note: string): Node[] {
  if (!note) return [];
  const line = prose(sentence(note), "fix");
  line.id = "note";
  return [line];
}

function numberField(label: string, value: number, change: (value: number) => void): HTMLElement {
  const input = make("input", {
    type: "number",
    min: "0",
    max: "10",
    step: "0.05",
    value: String(value),
    on: {
      change: () => {
        const typed = Number(input.value);
        if (Number.isFinite(typed) && typed >= 0 && typed <= 10) change(typed);
      },
    },
  });
  return make("label", { className: "field" }, label, input, "m");
}

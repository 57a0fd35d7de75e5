/** The card about a creature, waypoint, trigger or whatever else the GIT places. */

import type { Viewer } from "../app/viewer.ts";
import { nameOfKind } from "../draw/thing_marks.ts";
import type { ThingInfo } from "../model/scene.ts";
import { number, place } from "../model/words.ts";
import { placeToCopy } from "./copying.ts";
import { cardHead, facts, make, textButton } from "./dom.ts";

/** "Creature man26_guard": its tag, else its template, else its number. */
export function nameOfListed(one: ThingInfo): string {
  return `${nameOfKind(one.kind)} ${one.tag || one.template || one.number}`;
}

export function aboutListed(viewer: Viewer, index: number, close: () => void): Node[] {
  const { info } = viewer.level;
  const one = info.things?.[index];
  if (!one) return [];
  const found = info.findings.filter((finding) => finding.things?.includes(index));
  const leads = [one.to, one.module && `in ${one.module}`].filter(Boolean).join(" ");
  return [
    cardHead(nameOfListed(one), close),
    facts([
      ["Tag", one.tag || "–"],
      one.kind === "spawn point" ? ["Of", `encounter ${one.number}`] : ["Number", `${one.number} in the GIT`],
      one.template ? ["Template", one.template] : null,
      ["Place", placeToCopy(viewer, one.at, "the place", place(one.at))],
      one.bearing === null ? null : ["Looks", `${number((one.bearing * 180) / Math.PI, 1)}°`],
      one.outline.length ? ["Outline", `${one.outline.length} points`] : null,
      leads ? ["Leads to", leads] : null,
    ]),
    ...(found.length
      ? [
          make("h3", {}, "Findings here"),
          make(
            "ul",
            { className: "plain" },
            ...found.map((finding) => make("li", {}, textButton(`${finding.number}. ${finding.text}`, () => viewer.showFinding(finding)))),
          ),
        ]
      : []),
  ];
}

/** Buttons for the things that a finding names; nothing where it names none. */
export function listedOf(viewer: Viewer, rows: readonly number[]): HTMLElement | null {
  const { things } = viewer.level.info;
  const known = rows.filter((row) => things?.[row]);
  if (!known.length) return null;
  const shown = known.slice(0, 12).flatMap((row, i): (Node | string)[] => {
    const button = textButton(nameOfListed((things as ThingInfo[])[row]), () => viewer.showListed(row));
    return i ? [", ", button] : [button];
  });
  const more = known.length - 12;
  return make("span", {}, ...shown, more > 0 ? ` and ${more} more` : "");
}

/** The card that lists what lies at one place. */

import type { Viewer } from "../app/viewer.ts";
import type { Mark } from "../draw/marks.ts";
import { count, numberOf } from "../model/words.ts";
import { doorName } from "../walk/doorways.ts";
import { cardHead, make, textButton } from "./dom.ts";
import { nameOfListed } from "./placed.ts";

export function aboutGroup(viewer: Viewer, marks: readonly Mark[], close: () => void): Node[] {
  const rows = marks.flatMap((mark) => entry(viewer, mark));
  return [
    cardHead(`${count(marks.length, "mark")} at one place`, close),
    make("ul", { className: "plain spaced" }, ...rows.map((row) => make("li", {}, row))),
  ];
}

function entry(viewer: Viewer, mark: Mark): Node[] {
  const { findings, doors, placeables } = viewer.level.info;
  const finding = findings.find((one) => one.number === mark.finding);
  if (finding) {
    const number = make("span", { className: `number ${finding.severity}` }, numberOf(finding));
    return [make("span", { className: "with-number" }, number, textButton(finding.text, () => viewer.showFinding(finding)))];
  }
  const door = doors[mark.door ?? -1];
  if (door) return [textButton(`Door ${doorName(door)}`, () => viewer.showDoor(door.index))];
  const thing = placeables[mark.placeable ?? -1];
  if (thing) {
    const name = thing.tag || thing.template || String(thing.index);
    return [textButton(`Placeable ${name}`, () => viewer.showPlaceable(thing.index))];
  }
  const listed = viewer.level.info.things?.[mark.listed ?? -1];
  if (listed) return [textButton(nameOfListed(listed), () => viewer.showListed(mark.listed as number))];
  return mark.text ? [document.createTextNode(mark.text)] : [];
}

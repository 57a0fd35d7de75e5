/** The card about what is selected: a face, a finding or a room; things.ts has doors and placeables. */

import type { Selection, Viewer } from "../app/viewer.ts";
import { aboutIsland, facesOfRoom, isMissing } from "../model/rooms.ts";
import { corner, faceName, type FindingInfo, isWalkable, type Level, type LinkInfo } from "../model/scene.ts";
import { count, nameOfFace, number, numberOf, place } from "../model/words.ts";
import { doorName } from "../walk/doorways.ts";
import { rowAcross, waysOver } from "../walk/ways.ts";
import { placeToCopy } from "./copying.ts";
import { byId, cardHead, facts, make, prose, textButton } from "./dom.ts";
import { howToFix } from "./fixes.ts";
import { aboutGroup } from "./group.ts";
import { aboutListed, listedOf } from "./placed.ts";
import { aboutDoor, aboutPlaceable } from "./things.ts";

export function detailsCard(viewer: Viewer): void {
  const card = byId("details");
  viewer.on("selection", () => {
    const { selection } = viewer;
    card.hidden = !selection;
    if (selection) card.replaceChildren(...content(viewer, selection));
    card.scrollTop = 0;
  });
}

function content(viewer: Viewer, selection: Selection): Node[] {
  const close = (): void => viewer.select(null);
  switch (selection.kind) {
    case "face":
      return [cardHead(faceTitle(viewer.level, selection.row), close), ...aboutFace(viewer, selection.row)];
    case "finding":
      return aboutFinding(viewer, selection.finding, close);
    case "room":
      return aboutOneRoom(viewer, selection.index, close);
    case "door":
      return aboutDoor(viewer, selection.index, close);
    case "placeable":
      return aboutPlaceable(viewer, selection.index, close);
    case "listed":
      return aboutListed(viewer, selection.index, close);
    case "group":
      return aboutGroup(viewer, selection.marks, close);
  }
}

function faceTitle(level: Level, row: number): string {
  if (row < level.roomFaces) return nameOfFace(level, row);
  const door = level.info.doors.find((one) => one.states.some((mesh) => mesh && holds(mesh.faces, row)));
  const placeable = level.info.placeables.find((one) => one.mesh && holds(one.mesh.faces, row));
  return door ? `Door ${doorName(door)}` : `Placeable ${placeable?.tag || placeable?.template || ""}`;
}

function holds([first, length]: readonly [number, number], row: number): boolean {
  return row >= first && row < first + length;
}

function aboutFace(viewer: Viewer, row: number): Node[] {
  const { level, shapes } = viewer;
  const id = level.materials[row];
  const material = level.info.materials.find((one) => one.id === id);
  const walkable = isWalkable(level, row);
  const name = faceName(level, row);
  const island = level.info.islands.find((one) => one.id === level.islands[row]);
  const swatch = make("span", { className: "swatch inline", colour: material?.color ?? "#888888" });
  const found = name ? findingsOn(level, name.room.index, name.face) : [];
  return [
    facts([
      name && ["Room", textButton(name.room.name, () => viewer.showRoom(name.room.index))],
      ["Material", make("span", {}, swatch, ` ${material?.label ?? "unknown"} (${id}), ${walkable ? "walkable" : "not walkable"}`)],
      ["Slope", `${number(shapes.slopes[row], 1)}°`],
      ["Area", `${number(shapes.areas[row])} m²`],
      island ? ["Belongs to", aboutIsland(level.info, island)] : null,
    ]),
    ...(name ? [make("h3", {}, "Neighbours"), neighbours(viewer, row)] : []),
    make("h3", {}, "Corners"),
    corners(viewer, row),
    ...(found.length ? [make("h3", {}, "Findings here"), findingLinks(viewer, found)] : []),
  ];
}

function corners(viewer: Viewer, row: number): HTMLElement {
  const items = [0, 1, 2].map((side) => {
    const at = corner(viewer.level, row, side);
    return make("li", {}, placeToCopy(viewer, at, `corner ${side}`, place(at)));
  });
  return make("ol", { className: "plain figures", start: 0 }, ...items);
}

function findingsOn(level: Level, room: number, face: number): FindingInfo[] {
  return level.info.findings.filter(
    (one) =>
      one.room === room &&
      (one.faces.includes(face) || one.edges.some((edge) => Math.floor(edge / 3) === face)),
  );
}

function findingLinks(viewer: Viewer, findings: FindingInfo[]): HTMLElement {
  return make(
    "ul",
    { className: "plain", attributes: { "aria-label": "Findings here" } },
    ...findings.slice(0, 12).map((one) =>
      make("li", {}, textButton(`${numberOf(one)}. ${one.text}`, () => viewer.showFinding(one))),
    ),
  );
}

/** What lies across each side: a face, a link, or a wall. */
function neighbours(viewer: Viewer, row: number): HTMLElement {
  const { level } = viewer;
  const name = faceName(level, row);
  const sides = [0, 1, 2].map((side) => {
    const edge = 3 * row + side;
    const own = name ? 3 * name.face + side : -1;
    const link = level.info.links.find((one) => one.room === name?.room.index && one.edge === own);
    return make("li", {}, ...acrossSide(viewer, row, rowsBeyond(level, edge), link));
  });
  return make("ol", { className: "plain", start: 0, attributes: { "aria-label": "Neighbours" } }, ...sides);
}

function rowsBeyond(level: Level, edge: number): number[] {
  const ways = waysOver(level, edge).map((way) => rowAcross(level, way));
  const beside = level.across[edge] >= 0 ? [Math.floor(level.across[edge] / 3)] : [];
  return [...new Set(ways.length ? ways : beside)];
}

/** `beyond` are the face rows across; over several a long side leads to a shorter one each. */
function acrossSide(viewer: Viewer, row: number, beyond: number[], link: LinkInfo | undefined): (Node | string)[] {
  const { level } = viewer;
  const words: (Node | string)[] = [];
  for (const far of beyond) {
    const sameRoom = level.faceRoom[far] === level.faceRoom[row];
    const text = sameRoom ? `face ${faceName(level, far)?.face}` : nameOfFace(level, far);
    words.push(...(words.length ? [", "] : []), textButton(text, () => viewer.showFace(far)));
  }
  if (!beyond.length) words.push(isWalkable(level, row) ? "wall: the floor ends here" : "–");
  if (link) {
    const far = level.info.rooms[link.to]?.name ?? "no such room";
    const state = { ok: "", "one-sided": ", one way only", nowhere: ", leads nowhere", missing: ", which is not here" };
    words.push(` · link to room ${link.to} (${far})${state[link.state]}`);
  }
  return words;
}

function aboutFinding(viewer: Viewer, finding: FindingInfo, close: () => void): Node[] {
  const room = finding.room === null ? undefined : viewer.level.info.rooms[finding.room];
  const things = listedOf(viewer, finding.things ?? []);
  const title = make(
    "span",
    {},
    make("span", { className: `number ${finding.severity}` }, numberOf(finding)),
    viewer.level.info.changes ? ` ${viewer.level.info.changes}` : ` ${finding.rule} ${finding.name}`,
  );
  return [
    cardHead(title, close),
    prose(finding.text, "lead"),
    finding.why ? prose(finding.why) : document.createTextNode(""),
    ...whatToDo(viewer, finding),
    facts([
      finding.file ? ["File", finding.file] : null,
      room ? ["Room", textButton(room.name, () => viewer.showRoom(room.index))] : null,
      finding.at ? ["Place", placeToCopy(viewer, finding.at, "the place", place(finding.at))] : null,
      finding.faces.length ? [finding.faces.length === 1 ? "Face" : "Faces", facesOf(viewer, finding)] : null,
      finding.edges.length ? [finding.edges.length === 1 ? "Edge" : "Edges", shortList(finding.edges)] : null,
      things ? ["Things", things] : null,
    ]),
  ];
}

/** A button where the level is edited, else the command that repairs it. */
function whatToDo(viewer: Viewer, finding: FindingInfo): Node[] {
  if (viewer.level.info.changes) return [];
  const buttons = viewer.aboutFinding(finding);
  return buttons.length ? buttons : [prose(howToFix(viewer.level.info, finding), "fix")];
}

function facesOf(viewer: Viewer, finding: FindingInfo): HTMLElement {
  const room = finding.room === null ? undefined : viewer.level.info.rooms[finding.room];
  const shown = finding.faces.slice(0, 12);
  const words: (Node | string)[] = shown.flatMap((face, i) => {
    const known = room && face < room.faces[1];
    const part = known ? textButton(String(face), () => viewer.showFace(room.faces[0] + face)) : String(face);
    return i ? [", ", part] : [part];
  });
  if (finding.faces.length > shown.length) words.push(` and ${finding.faces.length - shown.length} more`);
  return make("span", {}, ...words);
}

function shortList(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 12).join(", ");
  return numbers.length > 12 ? `${shown} and ${numbers.length - 12} more` : shown;
}

function aboutOneRoom(viewer: Viewer, index: number, close: () => void): Node[] {
  const { level, choices } = viewer;
  const room = level.info.rooms[index];
  const found = level.info.findings.filter((one) => one.room === index);
  const links = level.info.links.filter((one) => one.room === index);
  const leads = [...new Set(links.map((link) => level.info.rooms[link.to]?.name ?? `room ${link.to}`))];
  const sees = room.sees.map((other) => {
    const seen = level.info.rooms[other];
    return `${seen?.name ?? other}${seen && isMissing(seen) ? " (not here)" : ""}`;
  });
  return [
    cardHead(room.name || `Room ${index}`, close),
    facts([
      ["Number", `${index} in the layout`],
      ["Faces", facesOfRoom(room)],
      room.source ? ["File", room.source] : null,
      ["Position", placeToCopy(viewer, room.position, "the position", place(room.position))],
      leads.length ? ["Leads to", leads.join(", ")] : null,
      ["Sees", sees.length ? sees.join(", ") : "no other room"],
    ]),
    make(
      "button",
      {
        type: "button",
        className: "wide",
        on: {
          click: () => choices.change({ seenFrom: choices.value.seenFrom === index ? null : index }),
        },
      },
      "Show what is seen from here",
    ),
    ...(found.length ? [make("h3", {}, count(found.length, "finding")), findingLinks(viewer, found)] : []),
  ];
}

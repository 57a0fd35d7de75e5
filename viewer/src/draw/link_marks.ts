/** Links between rooms: their colours, arrows and legend. */

import type { Level, LinkInfo, LinkState, Point } from "../model/scene.ts";
import type { LegendRow } from "./colours.ts";
import type { Mark } from "./marks.ts";
import type { Palette } from "./palette.ts";

const UNUSUAL: readonly [LinkState, string][] = [
  ["one-sided", "Link one way only"],
  ["nowhere", "Link to nowhere"],
  ["missing", "Link to a room that is not here"],
];

/** The colours of links that are not those of rooms, as far as the level has such links. */
export function explainLinks(level: Level, palette: Palette): LegendRow[] {
  return UNUSUAL.flatMap(([state, label]) => {
    const link = level.info.links.find((one) => one.state === state);
    return link ? [{ colour: linkColour(level, link, palette), label, note: "", line: true }] : [];
  });
}

/** The far room's colour, or that of what is wrong; a room that is not here is no fault. */
export function linkColour(level: Level, link: LinkInfo, palette: Palette): string {
  if (link.state === "one-sided") return palette.warning;
  if (link.state === "nowhere") return palette.error;
  if (link.state === "missing") return palette.absent;
  return level.info.rooms[link.to]?.color ?? palette.faint;
}

/** The ends of a link, some metres inside its room: the way back lies at the same place. */
function linkEnds(link: LinkInfo, inside: number): [Point, Point] {
  const [dx, dy] = [link.b[0] - link.a[0], link.b[1] - link.a[1]];
  const length = Math.hypot(dx, dy) || 1;
  // An edge runs with its room on the left.
  const moved = ([x, y, z]: Point): Point => [x - (dy / length) * inside, y + (dx / length) * inside, z];
  return [moved(link.a), moved(link.b)];
}

/** The arrow of a link, and where it leads in words. */
export function linkMark(level: Level, link: LinkInfo, palette: Palette, named: boolean): Mark {
  const far = level.info.rooms[link.to];
  const words = { ok: "", "one-sided": " (one way)", nowhere: " (leads nowhere)", missing: " (not here)" };
  const [a, b] = linkEnds(link, 0.35);
  const at = [0, 1, 2].map((axis) => (a[axis] + b[axis]) / 2) as unknown as Point;
  const out = [link.b[1] - link.a[1], link.a[0] - link.b[0]];
  return {
    at,
    shape: "arrow",
    inside: "",
    colour: linkColour(level, link, palette),
    text: named ? `→ ${far?.name ?? `room ${link.to}`}${words[link.state]}` : "",
    rank: link.state === "ok" || link.state === "missing" ? 20 : 50,
    towards: [at[0] + out[0], at[1] + out[1], at[2]],
  };
}

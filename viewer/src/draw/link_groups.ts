/** Links that lie side by side and lead to the same room: one doorway, one arrow. */

import type { LinkInfo, Point } from "../model/scene.ts";

/** Points closer than this, metres, are one. */
const SAME = 0.001;

/** The links in groups: same room, same goal, same state, joined end to end. */
export function groupLinks(links: readonly LinkInfo[]): LinkInfo[][] {
  const parents = links.map((_, i) => i);
  const find = (i: number): number => {
    while (parents[i] !== i) i = parents[i] = parents[parents[i]];
    return i;
  };
  const at = new Map<string, number>();
  links.forEach((link, i) => {
    for (const end of [link.a, link.b]) {
      const key = `${link.room} ${link.to} ${link.state} ${spot(end)}`;
      const other = at.get(key);
      if (other === undefined) at.set(key, i);
      else parents[find(i)] = find(other);
    }
  });
  const groups = new Map<number, LinkInfo[]>();
  links.forEach((link, i) => {
    const group = groups.get(find(i));
    if (group) group.push(link);
    else groups.set(find(i), [link]);
  });
  return [...groups.values()];
}

function spot(point: Point): string {
  return point.map((value) => Math.round(value / SAME)).join(" ");
}

/** The link of a group that is nearest to its middle. */
export function middleLink(group: readonly LinkInfo[]): LinkInfo {
  const middle = [0, 1].map(
    (axis) => group.reduce((sum, link) => sum + link.a[axis] + link.b[axis], 0) / group.length / 2,
  );
  const away = (link: LinkInfo): number =>
    Math.hypot((link.a[0] + link.b[0]) / 2 - middle[0], (link.a[1] + link.b[1]) / 2 - middle[1]);
  return group.reduce((best, link) => (away(link) < away(best) ? link : best));
}

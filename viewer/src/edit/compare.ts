/** Before and after: what an edit would change, shown on the level before it is done. */

import { corner, type Level, type LinkInfo } from "../model/scene.ts";
import type { Edit, Editor } from "./editor.ts";
import { findFace, placeOfFace } from "./places.ts";

/** What differs between two versions of a level, as rows and segments of each. */
export interface Difference {
  /** Face rows that only this version has. */
  faces: number[];
  /** Face rows that have another surface in the other version. */
  painted: number[];
  /** Six numbers each: links that only this version has. */
  links: number[];
}

/** What of `here` is not the same in `there`. */
export function differFrom(here: Level, there: Level): Difference {
  const found: Difference = { faces: [], painted: [], links: [] };
  for (let row = 0; row < here.roomFaces; row++) {
    const placed = placeOfFace(here, row);
    const other = placed && findFace(there, placed);
    if (other === null) found.faces.push(row);
    else if (here.materials[row] !== there.materials[other]) found.painted.push(row);
  }
  const known = new Set(there.info.links.map((link) => linkKey(there, link)));
  for (const link of here.info.links) {
    if (!known.has(linkKey(here, link))) found.links.push(...link.a, ...link.b);
  }
  return found;
}

function linkKey(level: Level, link: LinkInfo): string {
  const name = (room: number): string => level.info.rooms[room]?.name.toLowerCase() ?? `#${room}`;
  return [name(link.room), name(link.to), link.a.join(), link.b.join(), link.state].join("|");
}

export class Comparison {
  private readonly before: Level;
  side: "before" | "after" = "after";
  readonly isSame: boolean;
  private readonly gone: Difference;
  private readonly fresh: Difference;

  /** Shows the level after some edits, until `end`. */
  constructor(
    private readonly editor: Editor,
    private readonly after: Level,
    readonly edits: Edit[],
    readonly text: string,
    readonly notes: readonly string[],
  ) {
    this.before = editor.level;
    this.gone = differFrom(this.before, after);
    this.fresh = differFrom(after, this.before);
    this.isSame = [this.gone, this.fresh].every(({ faces, painted, links }) => !faces.length && !painted.length && !links.length);
    editor.hold(1);
    this.show("after");
  }

  show(side: "before" | "after"): void {
    this.side = side;
    const level = side === "after" ? this.after : this.before;
    if (this.editor.viewer.level !== level) this.editor.viewer.replace(level);
    this.mark(level, side === "after" ? this.fresh : this.gone);
  }

  /** Puts back the level as it is. */
  end(): void {
    this.editor.ghost.hide("compare");
    if (this.editor.viewer.level !== this.before) this.editor.viewer.replace(this.before);
    this.editor.hold(-1);
  }

  /** Does what was shown. */
  async accept(): Promise<boolean> {
    this.end();
    return this.editor.do(() => this.edits);
  }

  private mark(level: Level, { faces, painted, links }: Difference): void {
    const { palette } = this.editor.viewer;
    const colour = this.side === "after" ? palette.good : palette.bad;
    const triangles = (rows: number[]): number[] => rows.flatMap((row) => [0, 1, 2].flatMap((side) => [...corner(level, row, side)]));
    this.editor.ghost.show("compare", [
      { colour, triangles: triangles(faces), opacity: 0.45 },
      { colour: palette.accent, triangles: triangles(painted), opacity: 0.45 },
      { colour, lines: links, width: 7 },
    ]);
  }
}

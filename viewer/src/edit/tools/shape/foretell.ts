/** What an action would do with what is selected, shown while one points at its button. */

import { edgeSegments } from "../../../draw/lines.ts";
import { corner, type Point } from "../../../model/scene.ts";
import type { GhostPart } from "../../ghost.ts";
import { vertexAt } from "../../places.ts";
import type { Action } from "./actions.ts";
import { distinctPlaces, nameOf, weldEdits } from "./edits.ts";
import { verticesByRoom, weldGroup } from "./groups.ts";
import type { Shaping } from "./shaping.ts";

/** So many heights of a model's floor are asked for at once. */
const MOST = 200;

export class Foretold {
  private asked = 0;

  constructor(private readonly shaping: Shaping) {}

  hide(): void {
    this.asked++;
    this.shaping.editor.ghost.hide("foretold");
  }

  /** Shows what an action would do; nothing where it cannot be done. */
  async show(action: Action): Promise<void> {
    this.hide();
    if (action.why(this.shaping)) return;
    const mine = this.asked;
    const parts = action.name === "raise" ? await this.raised() : this.parts(action.name);
    if (mine === this.asked) this.shaping.editor.ghost.show("foretold", parts);
  }

  private parts(name: Action["name"]): GhostPart[] {
    const { editor, selected, level, options } = this.shaping;
    const { palette, shapes } = editor.viewer;
    const items = [...selected.items];
    const triangles = (rows: number[]): number[] => rows.flatMap((row) => [0, 1, 2].flatMap((side) => [...corner(level, row, side)]));
    if (name === "delete") return [{ colour: palette.bad, triangles: triangles(items) }];
    if (name === "flip") return [{ colour: palette.good, triangles: triangles(items.filter((row) => shapes.slopes[row] > 90)) }];
    if (name === "open") return [{ colour: palette.bad, lines: edgeSegments(level, items), width: 7, dashed: true }];
    const group = weldGroup(level, selected.items, options.beside);
    const goal = weldEdits(level, group)[0]?.["place"] as Point | undefined;
    if (!goal) return [];
    const lines = distinctPlaces(level, group).flatMap((place) => [...place, ...goal]);
    return [{ colour: palette.good, lines, width: 3, points: [goal], size: 14 }];
  }

  /** A line from each corner to where the model's floor is. */
  private async raised(): Promise<GhostPart[]> {
    const { editor, selected, level } = this.shaping;
    const rooms = verticesByRoom(level, new Set(selected.vertices(level).slice(0, MOST)));
    const [lines, points]: [number[], Point[]] = [[], []];
    for (const [room, rows] of rooms) {
      const from = rows.map((row) => vertexAt(level, row));
      const answer = await editor.question<{ heights: (number | null)[] }>("model-floor", { room: nameOf(level, room), points: from });
      from.forEach(([x, y, z], i) => {
        const height = answer?.heights[i];
        if (typeof height !== "number") return;
        lines.push(x, y, z, x, y, height);
        points.push([x, y, height]);
      });
    }
    return [{ colour: editor.viewer.palette.good, lines, width: 4, points, size: 10 }];
  }
}

/** The floor that rooms' models show, asked of the server a place at a time. */

import type { Editor } from "../../editor.ts";
import type { Point } from "../../../model/scene.ts";

interface Answer {
  heights: (number | null)[];
  /** Why there are none. */
  reason: string;
}

/** Metres on the plan within which the last answer still serves. */
const SAME = 0.0005;

export class ModelFloor {
  /** Why the last room that was asked about shows no floor; empty where it does. */
  reason = "";
  private known: { room: string; point: Point; height: number | null } | null = null;
  private asking = false;

  constructor(
    private readonly editor: Editor,
    private readonly arrived: () => void,
  ) {}

  forget(): void {
    this.known = null;
    this.reason = "";
  }

  /** The height last known near a place, asking for the one there; null for none. */
  near(room: string, point: Point): number | null {
    if (!this.isKnown(room, point) && !this.asking) {
      this.asking = true;
      void this.ask(room, point).finally(() => {
        this.asking = false;
        this.arrived();
      });
    }
    return this.known?.room === room ? this.known.height : null;
  }

  /** The height right there. */
  async at(room: string, point: Point): Promise<number | null> {
    if (!this.isKnown(room, point)) await this.ask(room, point);
    return this.known?.height ?? null;
  }

  private isKnown(room: string, [x, y]: Point): boolean {
    const known = this.known;
    return known?.room === room && Math.hypot(known.point[0] - x, known.point[1] - y) <= SAME;
  }

  private async ask(room: string, point: Point): Promise<void> {
    const answer = await this.editor.question<Answer>("model-floor", { room, points: [point] });
    this.reason = answer?.reason ?? "";
    this.known = { room, point, height: answer?.heights[0] ?? null };
  }
}

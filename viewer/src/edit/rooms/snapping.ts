/** Where a room that is dragged snaps to: the server is asked one question at a time, the latest wins. */

import type { Point } from "../../model/scene.ts";

export interface Snap {
  /** The whole way of the room. */
  offset: Point;
  edge: number;
  other: number;
  otherEdge: number;
  at: Point;
  correction: number;
  /** Whether the two edges can be linked as they are. */
  links: boolean;
  residual: number;
}

/** What is asked for: a room by its number, how far it was dragged, how far it may snap. */
export interface Dragged {
  room: number;
  offset: Point;
  within: number;
}

export class Snapping {
  private asking: Promise<void> | null = null;
  private next: Dragged | null = null;
  /** The answer to the last question that was answered. */
  private known: { asked: Dragged; snap: Snap | null } | null = null;

  constructor(
    private readonly ask: (dragged: Dragged) => Promise<Snap | null>,
    private readonly heard: () => void,
  ) {}

  /** Asks where this snaps to, now or when the present question is answered. */
  want(dragged: Dragged): void {
    this.next = dragged;
    this.asking ??= this.run();
  }

  /** The snap that is known for about here; null where none is. */
  near(room: number, offset: Point, within: number): Snap | null {
    const snap = this.known?.asked.room === room ? this.known.snap : null;
    return snap && apart(snap.offset, offset) <= within ? snap : null;
  }

  /** The snap for exactly what was wanted last. */
  async last(): Promise<Snap | null> {
    while (this.asking) await this.asking;
    return this.known?.snap ?? null;
  }

  forget(): void {
    this.next = null;
    this.known = null;
  }

  private async run(): Promise<void> {
    while (this.next) {
      const asked: Dragged = this.next;
      this.next = null;
      const snap = await this.ask(asked).catch(() => null);
      this.known = { asked, snap };
      this.heard();
    }
    this.asking = null;
  }
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** How much is left out of pictures while something moves, learned from how long they take. */

/** What a picture that is soon replaced by another is drawn with. */
export interface Detail {
  /** Edges without stairs. */
  smooth: boolean;
  /** Lines as wide as they are meant, where they are many. */
  wide: boolean;
  /** Names and marks, if the camera has moved since. */
  marks: boolean;
  /** The part of the screen's pixels that are drawn, in each direction. */
  pixels: number;
}

export const ALL: Detail = { smooth: true, wide: true, marks: true, pixels: 1 };

/** From the best to the quickest. */
const LEVELS: readonly Detail[] = [
  ALL,
  { smooth: false, wide: false, marks: true, pixels: 1 },
  { smooth: false, wide: false, marks: false, pixels: 0.75 },
  { smooth: false, wide: false, marks: false, pixels: 0.5 },
];

/** Milliseconds a picture: above, less is drawn; below, more. */
const SLOW = 60;
const QUICK = 24;
/** So long that two steps are taken at once. */
const VERY_SLOW = 150;
/** Slow pictures in a row that count: a single one may be somebody else's doing. */
const PATIENCE = 2;
/** Quick pictures in a row until more is tried; longer after every time that it was too much. */
const CONFIDENCE = 40;

export class Haste {
  private level: number;
  private slow = 0;
  private quick = 0;
  private trust = CONFIDENCE;
  private tried = false;

  /** It begins with less where the processor does the work of a graphics card; what is measured decides. */
  constructor(bySoftware = false) {
    this.level = bySoftware ? 1 : 0;
  }

  /** What to draw while something moves. */
  get detail(): Detail {
    return LEVELS[this.level];
  }

  /** Takes note of the milliseconds between two pictures of one movement. */
  learn(took: number): void {
    this.slow = took > SLOW ? this.slow + 1 : 0;
    this.quick = took < QUICK ? this.quick + 1 : 0;
    if (this.slow >= PATIENCE) this.change(took > VERY_SLOW ? 2 : 1);
    else if (this.quick >= this.trust) this.change(-1);
  }

  private change(by: number): void {
    const level = Math.max(0, Math.min(LEVELS.length - 1, this.level + by));
    // What was tried and did not go well is not tried again soon.
    if (by > 0 && this.tried) this.trust = Math.min(32 * CONFIDENCE, 2 * this.trust);
    this.tried = by < 0 && level < this.level;
    this.level = level;
    this.slow = this.quick = 0;
  }
}

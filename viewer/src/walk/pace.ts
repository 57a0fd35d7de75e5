/** Time cut into steps of one length, so that the same way is walked at every frame rate. */

/** Seconds of a step. */
export const STEP = 1 / 120;
/** Seconds that one picture may make up for; a page that was away does not run on. */
const LONGEST = 0.5;

export class Steps {
  private left = 0;

  /** How many steps are due after so many seconds; what is left of them is kept. */
  due(passed: number): number {
    this.left += Math.min(LONGEST, Math.max(0, passed));
    // A hair more, or rounding would make one of them late.
    const count = Math.floor(this.left / STEP + 1e-9);
    this.left = Math.max(0, this.left - count * STEP);
    return count;
  }

  /** How much of the next step has passed, 0 to 1. */
  get part(): number {
    return this.left / STEP;
  }
}

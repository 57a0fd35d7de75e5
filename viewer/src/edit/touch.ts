/** Hints for fingers: a tablet has no Shift, and nothing to click with. */

/** The words for a mouse and keys, or those for a finger where that is what there is. */
export function worded(mouse: string, finger: string): string {
  return matchMedia("(pointer: coarse)").matches ? finger : mouse;
}

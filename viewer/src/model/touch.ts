/** Hints for fingers: a tablet has no Shift, and nothing to click with. */

/** The words for a mouse and keys, or those for a finger where that is what there is. */
export function worded(mouse: string, finger: string): string {
  return byFinger() ? finger : mouse;
}

/** A hint of ours that says "click", or "tap" where one has fingers. */
export function pointed(hint: string): string {
  return byFinger() ? asTaps(hint) : hint;
}

/** Tap for click, in all its forms. */
export function asTaps(hint: string): string {
  return hint.replace(/\bclick(?=(s|ed)?\b)/g, "tap").replace(/\bClick(?=(s|ed)?\b)/g, "Tap").replace(/\btaped\b/g, "tapped");
}

/** What a button says, with the key that does the same where there are keys. */
export function keyed(text: string, key: string): string {
  return byFinger() ? text : `${text} (${key})`;
}

function byFinger(): boolean {
  return typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
}

/** A few words beside the pointer: what lies there, what a click would do. */

import { byId, make, shown } from "../panels/dom.ts";

export class Tip {
  private readonly box = make("div", { className: "edgetip", hidden: true, attributes: { "aria-hidden": "true" } });

  constructor() {
    byId("stage").append(this.box);
  }

  show(at: { x: number; y: number }, text: string): void {
    const { clientWidth, clientHeight } = byId("stage");
    // Beside the pointer, on the side where there is room.
    const [left, top] = [at.x > clientWidth - 260, at.y > clientHeight - 90];
    this.box.textContent = shown(text);
    Object.assign(this.box.style, {
      left: left ? "" : `${at.x + 16}px`,
      right: left ? `${clientWidth - at.x + 12}px` : "",
      top: top ? "" : `${at.y + 18}px`,
      bottom: top ? `${clientHeight - at.y + 12}px` : "",
    });
    this.box.hidden = !text;
  }

  hide(): void {
    this.box.hidden = true;
  }
}

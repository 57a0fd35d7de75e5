/** The side panel: a row of tabs, one page open; on a phone a sheet that can be closed. */

import { byId, make } from "./dom.ts";

export interface Page {
  id: string;
  title: string | (() => string);
  content: HTMLElement;
  /** Beside the title, such as a count. */
  badge?: () => string;
}

export class Tabs {
  private readonly buttons: HTMLButtonElement[] = [];
  private readonly side = byId("side");

  constructor(private readonly pages: Page[]) {
    for (const [index, page] of pages.entries()) {
      const button = make("button", {
        type: "button",
        id: `tab-${page.id}`,
        attributes: { role: "tab", "aria-controls": `page-${page.id}` },
        on: { click: () => this.clicked(index), keydown: (event) => this.key(event as KeyboardEvent, index) },
      });
      page.content.id = `page-${page.id}`;
      page.content.classList.add("page");
      page.content.setAttribute("role", "tabpanel");
      page.content.setAttribute("aria-labelledby", button.id);
      this.buttons.push(button);
      byId("tabs").append(button);
      byId("pages").append(page.content);
    }
    this.refresh();
    this.open(0);
    if (narrow()) this.close();
  }

  /** Writes titles and badges anew. */
  refresh(): void {
    for (const [index, page] of this.pages.entries()) {
      const badge = page.badge?.() ?? "";
      const title = typeof page.title === "string" ? page.title : page.title();
      this.buttons[index].replaceChildren(title, badge ? make("span", { className: "badge" }, badge) : "");
    }
  }

  open(index: number): void {
    this.side.classList.remove("closed");
    for (const [number, page] of this.pages.entries()) {
      const chosen = number === index;
      page.content.hidden = !chosen;
      this.buttons[number].setAttribute("aria-selected", String(chosen));
      this.buttons[number].tabIndex = chosen ? 0 : -1;
    }
  }

  /** Opens a page by its name; a sheet that is closed on a phone stays closed, so that the picture is seen. */
  openById(id: string): void {
    const closed = narrow() && this.side.classList.contains("closed");
    this.open(this.pages.findIndex((page) => page.id === id));
    if (closed) this.close();
  }

  /** Closes the sheet on a phone; the panel of a wide window stays. */
  close(): void {
    if (narrow()) this.side.classList.add("closed");
  }

  private clicked(index: number): void {
    const shown = !this.pages[index].content.hidden && !this.side.classList.contains("closed");
    if (shown && narrow()) this.close();
    else this.open(index);
  }

  private key(event: KeyboardEvent, index: number): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (index + step + this.pages.length) % this.pages.length;
    this.open(next);
    this.buttons[next].focus();
  }
}

/** Whether the page has the shape of a phone; styles.css has the same limit. */
export function narrow(): boolean {
  return matchMedia("(max-width: 760px)").matches;
}

/** Small help for making elements. Text goes in as text, never as markup. */

type Child = Node | string | null | false;
type Properties<T> = Partial<Omit<T, "attributes">>;
type Extra = {
  attributes?: Record<string, string>;
  on?: Record<string, (event: Event) => void>;
  colour?: string;
};

/** A new element with properties, attributes, listeners and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<HTMLElementTagNameMap[Tag]> & Extra = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const { attributes, on, colour, ...rest } = properties;
  const element = document.createElement(tag);
  Object.assign(element, rest, shownIn(rest));
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener);
  if (colour) element.style.backgroundColor = colour;
  const kept = children.filter((child): child is Node | string => Boolean(child));
  element.append(...kept.map((child) => (typeof child === "string" ? shown(child) : child)));
  return element;
}

/** Control characters, and the marks that turn the direction of the text around them. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text whose every character can be seen, as `\u202e`: names come from anywhere. */
export function shown(text: string): string {
  return text.replace(UNSEEN, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function shownIn(properties: Record<string, unknown>): Record<string, unknown> {
  const texts = ["textContent", "title", "ariaLabel"].filter(
    (name) => typeof properties[name] === "string",
  );
  return Object.fromEntries(texts.map((name) => [name, shown(properties[name] as string)]));
}

/** The element with an id that the page surely has. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as Kind;
}

/** Icons of 16 × 16, drawn with lines in the colour of the text. */
const ICONS = {
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
  theme: "M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",
  close: "M4 4l8 8M12 4l-8 8",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6L14 14",
  eye: "M1 8s2.6-4.6 7-4.6S15 8 15 8s-2.6 4.6-7 4.6S1 8 1 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  copy: "M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8z",
  link: "M6.7 9.3a3 3 0 0 0 4.3 0l2.1-2.1a3 3 0 0 0-4.3-4.3l-.9.9M9.3 6.7a3 3 0 0 0-4.3 0L2.9 8.8a3 3 0 0 0 4.3 4.3l.9-.9",
  map: "M2 4l4-2 4 2 4-2v10l-4 2-4-2-4 2zM6 2v10M10 4v10",
} as const;

export function icon(name: keyof typeof ICONS): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Term and text as rows of a description list. */
export function facts(rows: (readonly [string, Child] | null)[]): HTMLDListElement {
  const list = make("dl", { className: "facts" });
  for (const row of rows) {
    if (row) list.append(make("dt", {}, row[0]), make("dd", {}, row[1]));
  }
  return list;
}

/** A button that looks like a link in a text. */
export function textButton(text: string, act: () => void): HTMLButtonElement {
  return make("button", { type: "button", className: "link", on: { click: act } }, text);
}

/** A paragraph in which `words between backticks` are commands. */
export function prose(text: string, className = ""): HTMLParagraphElement {
  const parts = text.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part));
  return make("p", { className }, ...parts);
}

/** Lets the arrow keys go through a row of choices, and choose. */
export function stepByArrows(buttons: readonly HTMLButtonElement[]): void {
  buttons.forEach((button, at) =>
    button.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const next = buttons[(at + by + buttons.length) % buttons.length];
      next.focus();
      next.click();
    }),
  );
}

/** A head with a title and a button that closes the card. */
export function cardHead(title: Child, close: () => void): HTMLElement {
  return make(
    "header",
    { className: "card-head" },
    make("h2", {}, title),
    make(
      "button",
      { type: "button", className: "quiet", title: "Close", attributes: { "aria-label": "Close" }, on: { click: close } },
      icon("close"),
    ),
  );
}

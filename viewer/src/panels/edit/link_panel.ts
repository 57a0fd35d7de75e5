/** The options of the tool Link: the link that is chosen, what fits, what is in the way, and all at once. */

import { boundaryOf, edgeWords, linkWords, ownEdge } from "../../edit/links/edges.ts";
import { endsOfEdge, distance, type Fit, lengthWords, whyNot } from "../../edit/links/fit.ts";
import type { Level } from "../../model/scene.ts";
import { count, sentence } from "../../model/words.ts";
import { facts, make } from "../dom.ts";
import { pointed } from "../../model/touch.ts";

const MOST_LISTED = 40;

type Relinking = { rooms?: readonly number[]; snap?: number; split?: boolean; clear?: boolean };

export interface LinkActions {
  readonly level: Level;
  readonly first: number | null;
  readonly second: number | null;
  choose(edge: number): void;
  goTo(edge: number): void;
  pair(edge: number): void;
  linkPair(one: number, other: number): void;
  unlink(): void;
  leads(edge: number): boolean;
  relink(options: Relinking): void;
  preview(options: Relinking): Promise<string | null>;
}

export class LinkPanel {
  readonly element: HTMLElement;
  private readonly card = make("div", { className: "linkcard", attributes: { "aria-live": "polite" } });
  private readonly open = make("ul", { className: "list", attributes: { "aria-label": "Where rooms meet and are not linked" } });
  private readonly openHead = make("h3", {});
  private readonly all: HTMLButtonElement;

  constructor(private readonly acts: LinkActions) {
    this.all = button("Link everything that meets", () => acts.relink({}), "wide");
    this.element = make(
      "div",
      {},
      this.card,
      this.openHead,
      this.open,
      this.all,
      make(
        "details",
        { className: "more" },
        make("summary", {}, "More for the whole level"),
        this.offer("Close gaps up to 5 cm and link", "Moves the corners of the room that comes later in the layout.", { snap: 0.05 }),
        this.offer("Divide edges where others end, and link", "For doorways whose edges have different lengths.", { split: true }),
        this.offer("Drop links that meet nothing", "And link what meets.", { clear: true }),
      ),
    );
  }

  refresh(): void {
    this.card.replaceChildren(...this.cardParts());
    const { level } = this.acts;
    const boundary = boundaryOf(level);
    const pairs = boundary.unlinked();
    const loose = level.info.links
      .filter((link) => link.state === "nowhere")
      .map((link) => 3 * level.info.rooms[link.room].faces[0] + link.edge)
      .filter((edge) => boundary.across(edge) === null);
    this.openHead.textContent = pairs.length || loose.length ? "Not linked as it should be" : "Every place where rooms meet is linked";
    this.open.replaceChildren(
      ...pairs.slice(0, MOST_LISTED).map(([one, other]) => this.pairItem(one, other)),
      ...loose.slice(0, MOST_LISTED).map((edge) => this.looseItem(edge)),
    );
    this.all.disabled = !pairs.length;
    this.all.textContent = pairs.length ? `Link everything that meets (${count(pairs.length, "place")})` : "Everything that meets is linked";
  }

  private pairItem(one: number, other: number): HTMLElement {
    const names = [one, other].map((edge) => this.nameOf(edge));
    return this.item(`${names[0]} and ${names[1]}`, sentence(linkWords(this.acts.level, one)), one);
  }

  private looseItem(edge: number): HTMLElement {
    return this.item(this.nameOf(edge), sentence(edgeWords(this.acts.level, edge)), edge);
  }

  private item(first: string, second: string, edge: number): HTMLElement {
    const lines = make("span", { className: "lines" }, make("span", { className: "first" }, first), make("span", { className: "second wraps" }, second));
    return make("li", {}, make("button", { type: "button", className: "item", on: { click: () => this.acts.goTo(edge) } }, lines));
  }

  // The card

  private cardParts(): Node[] {
    const { first, second, level } = this.acts;
    if (first === null) return [make("p", {}, pointed("A link lets the player walk from one room into the next. Click the edge where one room's floor ends, then the edge of the next room."))];
    return second === null ? this.chosenParts(level, first) : this.refusedParts(first, second);
  }

  /** The chosen edge: the link on it, or what it could be linked with. */
  private chosenParts(level: Level, first: number): Node[] {
    const boundary = boundaryOf(level);
    const leads = this.acts.leads(first);
    const other = boundary.across(first);
    const far = boundary.linkOf(first)?.to ?? (other !== null ? boundary.roomOf(other) : -1);
    const title = leads ? `${this.nameOf(first)} → ${level.info.rooms[far]?.name ?? `room ${far}`}` : `An edge of ${this.nameOf(first)}`;
    const state = boundary.linkOf(first)?.state === "ok" ? "good" : leads ? "bad" : "";
    const rows = facts([
      ["From", this.describe(first)],
      other === null ? null : [leads ? "To" : "Meets", this.describe(other)],
    ]);
    const parts: Node[] = [make("h3", {}, title), make("p", { className: `state ${state}` }, sentence(linkWords(level, first))), rows];
    const buttons: Node[] = [];
    if (other !== null && boundary.linkOf(first)?.state !== "ok") {
      buttons.push(button(leads ? "Link both ways" : "Link these two", () => this.acts.linkPair(first, other), "primary"));
    }
    if (other !== null) {
      const rooms = [boundary.roomOf(first), boundary.roomOf(other)] as const;
      const open = boundary.unlinked(rooms).length;
      if (open) buttons.push(button(`Link all here (${count(open, "edge")})`, () => this.acts.relink({ rooms })));
    }
    if (leads) buttons.push(button("Unlink (Delete)", () => this.acts.unlink(), "danger"));
    if (buttons.length) parts.push(make("div", { className: "actions" }, ...buttons));
    if (other === null) parts.push(...this.nearParts(first));
    return parts;
  }

  /** Edges near the chosen one that do not meet it, as buttons: what keyboard users take. */
  private nearParts(first: number): Node[] {
    const near = boundaryOf(this.acts.level).near(first).slice(0, 6);
    if (!near.length) return [make("p", { className: "second" }, pointed("No edge of another room is near. Move a room here with the tool Rooms, or click another edge."))];
    return [
      make("h3", {}, "Near it"),
      make(
        "ul",
        { className: "list" },
        ...near.map(({ edge, fit }) =>
          make(
            "li",
            {},
            make(
              "button",
              { type: "button", className: "item", on: { click: () => this.acts.pair(edge) } },
              make("span", { className: "lines" }, make("span", { className: "first" }, this.describe(edge)), make("span", { className: "second wraps" }, shortWhy(fit))),
            ),
          ),
        ),
      ),
    ];
  }

  /** Two edges that cannot be linked as they are: why, and what can be done. */
  private refusedParts(first: number, second: number): Node[] {
    const boundary = boundaryOf(this.acts.level);
    const fit = boundary.fit(first, second);
    const rooms = [boundary.roomOf(first), boundary.roomOf(second)];
    const parts: Node[] = [
      make("h3", {}, "These two do not fit yet"),
      facts([["From", this.describe(first)], ["To", this.describe(second)]]),
      make("p", { className: "state bad" }, whyNot(fit)),
    ];
    const snap = fit.snap ? { snap: fit.snap } : {};
    if (fit.kind === "length") parts.push(this.offer("Split and link", "Divides the longer edge where the other one ends.", { rooms, split: true, ...snap }));
    else if (fit.snap) parts.push(this.offer("Snap and link", `Moves corners of ${this.nameOf(laterOf(boundary, first, second))} by up to ${lengthWords(fit.apart)}.`, { rooms, snap: fit.snap }));
    if (fit.kind !== "far" && fit.kind !== "direction") {
      parts.push(button("Link all the same", () => this.acts.linkPair(first, second), "link"));
    }
    return parts;
  }

  /** A button with what it would do, which the server is asked for when one wants to know. */
  private offer(text: string, what: string, options: Relinking): HTMLElement {
    const told = make("p", { className: "second" }, what);
    const ask = button("What would change?", () => void this.tellPreview(options, told), "link");
    return make("div", { className: "offer" }, button(text, () => this.acts.relink(options), options.rooms ? "primary" : ""), told, ask);
  }

  private async tellPreview(options: Relinking, told: HTMLElement): Promise<void> {
    const text = await this.acts.preview(options);
    if (text !== null) told.textContent = sentence(text);
  }

  private describe(edge: number): string {
    const { level } = this.acts;
    const [a, b] = endsOfEdge(level, edge);
    return `${this.nameOf(edge)}, edge ${ownEdge(level, edge)}, ${distance(a, b).toFixed(2)} m long`;
  }

  private nameOf(edge: number): string {
    return this.acts.level.info.rooms[boundaryOf(this.acts.level).roomOf(edge)]?.name ?? "a room";
  }
}

function laterOf(boundary: ReturnType<typeof boundaryOf>, one: number, other: number): number {
  return boundary.roomOf(one) > boundary.roomOf(other) ? one : other;
}

function shortWhy(fit: Fit): string {
  if (fit.kind === "gap") return `a gap of ${lengthWords(fit.apart)}`;
  if (fit.kind === "step") return `a step of ${lengthWords(fit.step)}`;
  if (fit.kind === "length") return `${fit.lengths[1].toFixed(2)} m long: another length`;
  return fit.kind === "meets" ? "meets it: link" : "runs the other way";
}

function button(text: string, act: () => void, className = ""): HTMLButtonElement {
  return make("button", { type: "button", className, on: { click: act } }, text);
}

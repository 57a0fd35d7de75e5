/** A grid of rooms × rooms: who sees whom, by mouse, touch and keyboard. */

import type { Level } from "../../../model/scene.ts";
import { make } from "../../../panels/dom.ts";
import { completed, type Pair, sees, shortNames } from "./vis_pairs.ts";

export interface GridEvents {
  /** Pairs that were marked in one go. */
  change(pairs: Pair[]): void;
  /** A room's name was clicked. */
  look(room: number): void;
  /** A pair is pointed at; null for none. */
  point(pair: { room: number; other: number } | null): void;
}

type Cell = HTMLTableCellElement;

export class VisGrid {
  readonly element = make("div", { className: "visgrid" });
  both = true;
  private level: Level | null = null;
  private sign = "";
  /** By room index. */
  private readonly rows = new Map<number, Map<number, Cell>>();
  private rooms: number[] = [];
  private stroke: { visible: boolean; pairs: Map<Cell, Pair> } | null = null;
  private crossed: Element[] = [];
  private focused: Cell | null = null;

  constructor(private readonly events: GridEvents) {
    const { element } = this;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointerover", (event) => this.over(event));
    element.addEventListener("pointerleave", () => this.cross(document.activeElement === this.focused ? this.focused : null));
    element.addEventListener("click", (event) => this.click(event));
    element.addEventListener("keydown", (event) => this.onKey(event));
    element.addEventListener("focusin", (event) => this.onFocus(event));
    addEventListener("pointerup", () => this.finish());
    addEventListener("pointercancel", () => this.cancel());
  }

  show(level: Level): void {
    this.level = level;
    const rooms = level.info.rooms.filter((room) => !room.empty);
    const sign = rooms.map((room) => `${room.index}:${room.name}`).join("\n");
    if (sign !== this.sign) {
      this.sign = sign;
      this.rooms = rooms.map((room) => room.index);
      this.build(rooms.map((room) => room.name));
    }
    this.refresh();
  }

  /** Marks the row of the room that one looks from. */
  setFrom(from: number | null): void {
    for (const head of this.element.querySelectorAll<HTMLElement>("[data-look]")) head.setAttribute("aria-pressed", String(Number(head.dataset["look"]) === from));
    if (from !== null) this.rows.get(from)?.values().next().value?.parentElement?.scrollIntoView({ block: "nearest" });
  }

  /** Marks pairs that would change, before they do. */
  propose(pairs: readonly Pair[]): void {
    this.refresh();
    for (const { room, other, visible } of pairs) this.rows.get(room)?.get(other)?.classList.add(visible ? "comes" : "goes");
  }

  cancel(): boolean {
    const had = this.stroke !== null;
    this.stroke = null;
    if (had) this.refresh();
    return had;
  }

  private build(names: string[]): void {
    const short = shortNames(names);
    this.rows.clear();
    this.focused = null;
    const head = make(
      "tr",
      { attributes: { role: "row" } },
      make("th", { className: "corner", title: "Rows see columns" }, "sees →"),
      ...short.map((name, i) => make("th", { title: names[i], attributes: { scope: "col", role: "columnheader", "data-column": String(this.rooms[i]) } }, make("span", {}, name))),
    );
    const rows = this.rooms.map((room, i) => {
      const cells = new Map<number, Cell>();
      const look = make("button", { type: "button", title: `Look from ${names[i]}`, attributes: { "data-look": String(room), tabindex: "-1" } }, short[i]);
      const row = make("tr", { attributes: { role: "row" } }, make("th", { attributes: { scope: "row", role: "rowheader", "data-row": String(room) } }, look));
      for (const other of this.rooms) {
        const cell = make("td", { tabIndex: -1, attributes: { role: "gridcell", "data-room": String(room), "data-other": String(other) } });
        if (room === other) cell.className = "self";
        cells.set(other, cell);
        row.append(cell);
      }
      this.rows.set(room, cells);
      return row;
    });
    const table = make("table", { attributes: { role: "grid", "aria-label": "Which room sees which: rows see columns" } }, make("thead", {}, head), make("tbody", {}, ...rows));
    this.element.replaceChildren(table);
    const first = this.rows.get(this.rooms[0])?.get(this.rooms[1] ?? this.rooms[0]);
    if (first) first.tabIndex = 0;
    this.focused = first ?? null;
  }

  private refresh(): void {
    const { level } = this;
    if (!level) return;
    for (const [room, cells] of this.rows) {
      const seen = new Set(level.info.rooms[room]?.sees);
      for (const [other, cell] of cells) {
        cell.classList.remove("comes", "goes");
        cell.setAttribute("aria-selected", String(room === other || seen.has(other)));
      }
    }
  }

  // By the pointer

  private cellOf(target: EventTarget | null): Cell | null {
    return target instanceof Element ? target.closest<Cell>("td") : null;
  }

  private press(event: PointerEvent): void {
    const cell = this.cellOf(event.target);
    // A finger scrolls; its tap is a click.
    if (!cell || event.button !== 0 || event.pointerType === "touch" || !this.level) return;
    event.preventDefault();
    cell.focus({ preventScroll: true });
    const { room, other } = pairOf(cell);
    if (room === other) return;
    this.stroke = { visible: !sees(this.level, room, other), pairs: new Map() };
    this.mark(cell);
  }

  private over(event: PointerEvent): void {
    const cell = this.cellOf(event.target);
    this.cross(cell);
    if (cell && this.stroke) this.mark(cell);
  }

  private click(event: MouseEvent): void {
    const look = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-look]") : null;
    if (look) return this.events.look(Number(look.dataset["look"]));
    const cell = this.cellOf(event.target);
    if (cell && (event as PointerEvent).pointerType === "touch") this.toggle(cell);
  }

  /** Adds a cell to the stroke, and shows what would come of it. */
  private mark(cell: Cell): void {
    const { room, other } = pairOf(cell);
    if (!this.stroke || room === other) return;
    this.stroke.pairs.set(cell, { room, other, visible: this.stroke.visible });
    this.propose(this.changing([...this.stroke.pairs.values()]));
  }

  private changing(pairs: readonly Pair[]): Pair[] {
    const { level } = this;
    return level ? completed(pairs, this.both).filter(({ room, other, visible }) => sees(level, room, other) !== visible) : [];
  }

  private finish(): void {
    const { stroke } = this;
    this.stroke = null;
    if (stroke) this.events.change(this.changing([...stroke.pairs.values()]));
  }

  private toggle(cell: Cell): void {
    const { room, other } = pairOf(cell);
    if (!this.level || room === other) return;
    const pairs = this.changing([{ room, other, visible: !sees(this.level, room, other) }]);
    this.propose(pairs);
    this.events.change(pairs);
  }

  // By keys

  private onKey(event: KeyboardEvent): void {
    const cell = this.cellOf(event.target);
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    const { room, other } = pairOf(cell);
    const last = this.rooms.length - 1;
    let [y, x] = [this.rooms.indexOf(room), this.rooms.indexOf(other)];
    if (event.key === " " || event.key === "Enter") this.toggle(cell);
    else if (event.key === "ArrowRight") x++;
    else if (event.key === "ArrowLeft") x--;
    else if (event.key === "ArrowDown") y++;
    else if (event.key === "ArrowUp") y--;
    else if (event.key === "Home") x = 0;
    else if (event.key === "End") x = last;
    else if (event.key === "PageDown") y = Math.min(last, y + 10);
    else if (event.key === "PageUp") y = Math.max(0, y - 10);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.rows.get(this.rooms[y])?.get(this.rooms[x])?.focus();
  }

  private onFocus(event: FocusEvent): void {
    const cell = this.cellOf(event.target);
    if (!cell) return;
    if (this.focused) this.focused.tabIndex = -1;
    this.focused = cell;
    cell.tabIndex = 0;
    this.cross(cell);
  }

  /** Marks the row and the column of a cell, and its twin where both ways count. */
  private cross(cell: Cell | null): void {
    for (const one of this.crossed) one.classList.remove("incross", "twin");
    this.crossed = [];
    this.events.point(cell && pairOf(cell));
    if (!cell || !this.level) return;
    const { room, other } = pairOf(cell);
    const names = this.level.info.rooms;
    cell.setAttribute("aria-label", `${names[room].name} sees ${names[other].name}`);
    const heads = this.element.querySelectorAll(`[data-row="${room}"], [data-column="${other}"]`);
    const own = [...(this.rows.get(room)?.values() ?? []), ...this.rooms.flatMap((each) => this.rows.get(each)?.get(other) ?? [])];
    for (const one of [...heads, ...own]) one.classList.add("incross");
    const twin = this.both && room !== other ? this.rows.get(other)?.get(room) : null;
    twin?.classList.add("twin");
    this.crossed = [...heads, ...own, ...(twin ? [twin] : [])];
  }
}

function pairOf(cell: Cell): { room: number; other: number } {
  return { room: Number(cell.dataset["room"]), other: Number(cell.dataset["other"]) };
}

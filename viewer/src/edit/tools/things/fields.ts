/** Numbers for where things stand: of one thing its place, of several by how much they move. */

import type { Level, Point } from "../../../model/scene.ts";
import { make } from "../../../panels/dom.ts";
import type { Thing } from "../../selection.ts";
import { standOf } from "../../things.ts";
import { degreesOf, type Move } from "./edits.ts";

const NAMES = ["x", "y", "z", "bearing"] as const;
const LABELS = { x: "x", y: "y", z: "z", bearing: "Bearing °" };

export class PlaceFields {
  readonly element: HTMLElement;
  private readonly inputs: HTMLInputElement[];
  private readonly note = make("p", { className: "second" });
  private level: Level | null = null;
  private things: Thing[] = [];

  /** `changed` gets the moves; with `done` false they are only to be shown. */
  constructor(private readonly changed: (moves: Move[], done: boolean) => void) {
    this.inputs = NAMES.map((name) =>
      make("input", {
        type: "number",
        step: name === "bearing" ? "1" : "0.05",
        attributes: { "data-field": name, "aria-label": LABELS[name] },
        on: {
          input: () => this.tell(false),
          change: () => this.tell(true),
          keydown: (event) => this.onKey(event as KeyboardEvent),
        },
      }),
    );
    const labelled = this.inputs.map((input, i) => make("label", {}, LABELS[NAMES[i]], input));
    this.element = make("div", { className: "placefields", hidden: true }, ...labelled, this.note);
  }

  show(level: Level, things: Iterable<Thing>): void {
    this.level = level;
    this.things = [...things].filter((thing) => standOf(level, thing));
    this.element.hidden = !this.things.length;
    this.note.textContent = this.things.length > 1 ? "Several are selected: by how much all of them move and turn." : "";
    this.note.hidden = this.things.length < 2;
    this.fill();
  }

  private fill(): void {
    const shown = this.shown();
    this.inputs.forEach((input, i) => {
      const label = input.parentElement as HTMLElement;
      label.hidden = shown[i] === null;
      input.value = shown[i] === null ? "" : String(shown[i]);
      input.removeAttribute("aria-invalid");
    });
  }

  /** What stands in the fields, unedited; null for a field that means nothing here. */
  private shown(): (number | null)[] {
    const { level, things } = this;
    if (!level) return [null, null, null, null];
    const stands = things.map((thing) => standOf(level, thing));
    const turns = stands.some((stand) => stand && stand.bearing !== null);
    const high = things.some((thing) => !thing.startsWith("point:"));
    if (stands.length !== 1) return [0, 0, high ? 0 : null, turns ? 0 : null];
    const [stand] = stands;
    if (!stand) return [null, null, null, null];
    const [x, y, z] = stand.at.map((part) => Math.round(part * 1000) / 1000);
    return [x, y, high ? z : null, stand.bearing === null ? null : Math.round(degreesOf(stand.bearing) * 10) / 10];
  }

  private tell(done: boolean): void {
    const moves = this.moves();
    if (moves) this.changed(moves, done);
    if (done && this.things.length > 1) this.fill();
  }

  private moves(): Move[] | null {
    const { level, things } = this;
    const shown = this.shown();
    const typed = this.inputs.map((input, i) => (shown[i] === null ? 0 : input.value.trim() === "" ? NaN : Number(input.value)));
    const bad = typed.findIndex((value) => !Number.isFinite(value));
    this.inputs.forEach((input, i) => input.setAttribute("aria-invalid", String(i === bad)));
    if (!level || bad >= 0) return null;
    const changed = typed.map((value, i) => shown[i] !== null && value !== shown[i]);
    if (!changed.some(Boolean)) return [];
    return things.flatMap((thing) => {
      const stand = standOf(level, thing);
      if (!stand) return [];
      const one = things.length === 1;
      // What was not typed stays exactly as it is, and not as it was rounded for the eye.
      const at = stand.at.map((part, i) => (!changed[i] ? part : one ? typed[i] : part + typed[i])) as unknown as Point;
      const radians = (typed[3] * Math.PI) / 180;
      const bearing = changed[3] && stand.bearing !== null ? (one ? radians : stand.bearing + radians) : null;
      return [{ thing, at, bearing }];
    });
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.fill();
    this.changed([], false);
    (event.target as HTMLInputElement).blur();
  }
}

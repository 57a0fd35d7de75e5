/** A new door: a template, a doorway, a look at it, and then it is there. */

import type { Level, Point } from "../../../model/scene.ts";
import { number } from "../../../model/words.ts";
import { make } from "../../../panels/dom.ts";
import type { Editor } from "../../editor.ts";
import type { GhostPart } from "../../ghost.ts";
import { type Pointed, reachOf } from "../../pick.ts";
import { degreesOf } from "./edits.ts";
import { worded } from "../../../model/touch.ts";

export interface DoorTemplate {
  name: string;
  tag: string;
  model: string;
  /** Metres; null where it is not known. */
  width: number | null;
  reason: string;
}

export interface Doorway {
  place: Point;
  degrees: number;
  width: number;
  room: number;
  other: number;
  /** The number of the door that stands there; -1 for none. */
  door: number;
}

interface Reply {
  version: number;
  templates: DoorTemplate[];
  doorways: Doorway[];
  canAdd: boolean;
}

/** Metres that the frame of a door is shown high. */
const HIGH = 2.4;

/** Whether a door fits an opening, in words; null where it is not known. */
export function tellFit(width: number | null, opening: number): { fits: boolean | null; text: string } {
  const wide = `The doorway is ${number(opening, 2)} m wide`;
  if (width === null) return { fits: null, text: `${wide}; how wide this door is, is not known here.` };
  const gap = opening - width;
  if (gap < -0.1 * opening) return { fits: false, text: `${wide}, the door ${number(width, 2)} m: it is too wide and stands in the walls.` };
  if (gap > 0.15 * opening) return { fits: false, text: `${wide}, the door ${number(width, 2)} m: one can walk round it.` };
  return { fits: true, text: `${wide}, the door ${number(width, 2)} m: it fits.` };
}

export class DoorwayPart {
  readonly panel: HTMLElement;
  active = false;
  private reply: Reply | null = null;
  private chosen = -1;
  private hovered = -1;
  private turned = false;
  private asked = 0;
  private readonly toggle = make("button", { type: "button", id: "new-door", className: "wide", attributes: { "aria-pressed": "false" }, on: { click: () => (this.active ? this.stop() : void this.start()) } }, "Put a door into a doorway");
  private readonly body = make("div", { className: "newdoor", hidden: true });
  private readonly templates = make("div", { className: "templates", attributes: { role: "radiogroup", "aria-label": "Door template" } });
  private readonly template = make("input", {
    type: "text",
    id: "door-template",
    placeholder: "name of a template (UTD)",
    maxLength: 16,
    spellcheck: false,
    attributes: { "aria-label": "Template" },
    on: { input: () => this.refresh() },
  });
  private readonly places = make("select", { id: "doorway-list", attributes: { "aria-label": "Doorway" }, on: { change: () => this.choose(Number(this.places.value), true) } });
  private readonly fit = make("p", { className: "fit", attributes: { role: "status" } });
  private readonly round = make("button", { type: "button", title: "The other side to the front", on: { click: () => this.turnRound() } }, "Turn round");
  private readonly put = make("button", { type: "button", id: "put-door", className: "primary", on: { click: () => void this.place() } }, "Put the door here");

  constructor(private readonly editor: Editor) {
    this.body.append(
      make("label", { className: "stacked" }, "Template", this.template),
      this.templates,
      make("label", { className: "stacked" }, "Doorway", this.places),
      this.fit,
      make("div", { className: "actions" }, this.round, this.put),
    );
    this.panel = make("div", {}, make("h3", {}, "A new door"), this.toggle, this.body);
  }

  hint(): string {
    return this.chosen < 0 ? "Click one of the marked doorways to see the door there." : worded("Click the doorway again, or press Enter, to put the door there. Esc: another doorway.", "Tap the doorway again to put the door there.");
  }

  async start(): Promise<void> {
    this.active = true;
    this.chosen = -1;
    this.mark();
    await this.ask();
  }

  stop(): void {
    this.active = false;
    this.chosen = this.hovered = -1;
    this.editor.ghost.hide("doorways");
    this.mark();
  }

  onLevel(): void {
    if (this.active) void this.ask();
  }

  private async ask(): Promise<void> {
    const turn = ++this.asked;
    const reply = await this.editor.question<Reply>("doors");
    if (!reply || turn !== this.asked || !this.active) return;
    this.reply = reply;
    if (this.chosen >= reply.doorways.length) this.chosen = -1;
    this.fill();
  }

  private fill(): void {
    const { templates = [], doorways = [] } = this.reply ?? {};
    const { level } = this.editor;
    if (!this.template.value && templates.length) this.template.value = templates[0].name;
    this.templates.replaceChildren(
      ...templates.map((one) =>
        make(
          "button",
          { type: "button", title: one.reason || one.model, attributes: { role: "radio", "data-template": one.name }, on: { click: () => this.take(one.name) } },
          make("span", { className: "label" }, one.name),
          make("span", { className: "note" }, one.width === null ? "width not known" : `${number(one.width, 2)} m`),
        ),
      ),
    );
    this.places.replaceChildren(
      make("option", { value: "-1" }, doorways.length ? "Choose a doorway …" : "No doorways between rooms"),
      ...doorways.map((one, i) => make("option", { value: String(i) }, `${nameOfDoorway(level, one)}${one.door >= 0 ? " (has a door)" : ""}`)),
    );
    this.refresh();
  }

  private take(name: string): void {
    this.template.value = name;
    this.refresh();
  }

  private turnRound(): void {
    this.turned = !this.turned;
    this.refresh();
  }

  private choose(index: number, fly = false): void {
    this.chosen = this.reply?.doorways[index] ? index : -1;
    this.turned = false;
    this.refresh();
    const doorway = this.reply?.doorways[this.chosen];
    if (fly && doorway) this.editor.viewer.stage.rig.flyTo(doorway.place, 7);
  }

  private refresh(): void {
    const name = this.template.value.trim().toLowerCase();
    const template = this.reply?.templates.find((one) => one.name === name);
    const doorway = this.reply?.doorways[this.chosen];
    this.places.value = String(this.chosen);
    for (const button of this.templates.children) button.setAttribute("aria-checked", String((button as HTMLElement).dataset["template"] === name));
    const fit = doorway ? tellFit(template?.width ?? null, doorway.width) : null;
    const taken = doorway && doorway.door >= 0 ? " A door stands there already." : "";
    const none = this.reply && !this.reply.canAdd ? "This level has no GIT file, which lists what stands in it: no door can be added." : "";
    this.fit.textContent = none || (fit ? fit.text + taken : "");
    this.fit.classList.toggle("bad", Boolean(none || taken || fit?.fits === false));
    this.fit.classList.toggle("good", fit?.fits === true && !taken);
    this.put.disabled = !doorway || !name || !this.reply?.canAdd;
    this.round.disabled = !doorway;
    this.mark();
    this.draw(template?.width ?? null, fit?.fits ?? null);
  }

  private mark(): void {
    this.body.hidden = !this.active;
    this.toggle.setAttribute("aria-pressed", String(this.active));
    this.toggle.textContent = this.active ? "Stop putting doors" : "Put a door into a doorway";
    this.editor.refreshHint();
  }

  // On the picture

  hover(at: Pointed | null): void {
    if (!this.active) return;
    const now = at ? this.find(at) : -1;
    if (now === this.hovered) return;
    this.hovered = now;
    this.refresh();
  }

  click(at: Pointed): void {
    const found = this.find(at);
    if (found >= 0 && found === this.chosen) void this.place();
    else this.choose(found);
  }

  cancel(): boolean {
    if (!this.active) return false;
    if (this.chosen >= 0) this.choose(-1);
    else this.stop();
    return true;
  }

  onKey(name: string, event: KeyboardEvent): boolean {
    if (this.chosen < 0) return false;
    const onButton = (event.target as HTMLElement | null)?.closest?.("button, select");
    if (name === "Enter" && !onButton) void this.place();
    else if (name === "," || name === ".") this.turnRound();
    else return false;
    return true;
  }

  /** The doorway near the pointer; -1 for none. */
  private find(at: Pointed): number {
    const { rig } = this.editor.viewer.stage;
    let [best, found] = [2 * reachOf(at), -1];
    this.reply?.doorways.forEach((one, i) => {
      const [a, b] = endsOfDoorway(one, one.width).map((point) => rig.project(point));
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const length = dx * dx + dy * dy || 1;
      const part = Math.max(0, Math.min(1, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length));
      const far = Math.hypot(at.x - a.x - part * dx, at.y - a.y - part * dy);
      if (a.shown && b.shown && far < best) [best, found] = [far, i];
    });
    return found;
  }

  private draw(width: number | null, fits: boolean | null): void {
    const { ghost, viewer } = this.editor;
    if (!this.active) return;
    const { good, bad, accent, door } = viewer.palette;
    const parts: GhostPart[] = (this.reply?.doorways ?? []).map((one, i) => {
      const [a, b] = endsOfDoorway(one, one.width);
      const colour = one.door >= 0 ? door : good;
      return { colour, lines: [...a, ...b], width: i === this.hovered ? 8 : 5, points: [a, b], size: 8 };
    });
    const doorway = this.reply?.doorways[this.chosen];
    if (doorway) {
      const colour = fits === false ? bad : fits ? good : accent;
      const [[ax, ay, az], [bx, by, bz]] = endsOfDoorway(doorway, width ?? doorway.width);
      const [a, b, c, d]: Point[] = [[ax, ay, az], [bx, by, bz], [bx, by, bz + HIGH], [ax, ay, az + HIGH]];
      parts.push({ colour, triangles: [...a, ...b, ...c, ...a, ...c, ...d], opacity: 0.4 });
      const [x, y, z] = doorway.place;
      const across = this.bearing(doorway) - Math.PI / 2;
      const front: Point = [x + 0.8 * Math.cos(across), y + 0.8 * Math.sin(across), z];
      parts.push({ colour, lines: [...a, ...b, ...b, ...c, ...c, ...d, ...d, ...a, x, y, z, ...front], width: 3 });
    }
    ghost.show("doorways", parts);
  }

  private bearing(doorway: Doorway): number {
    return ((doorway.degrees + (this.turned ? 180 : 0)) * Math.PI) / 180;
  }

  private async place(): Promise<void> {
    const doorway = this.reply?.doorways[this.chosen];
    const template = this.template.value.trim().toLowerCase();
    if (!doorway || this.put.disabled) return;
    const edit = { op: "add-door", template, place: [...doorway.place], degrees: degreesOf(this.bearing(doorway)) };
    this.chosen = -1;
    await this.editor.do(() => [edit]);
    this.refresh();
  }
}

function endsOfDoorway({ place: [x, y, z], degrees }: Doorway, width: number): [Point, Point] {
  const turn = (degrees * Math.PI) / 180;
  const [dx, dy] = [(Math.cos(turn) * width) / 2, (Math.sin(turn) * width) / 2];
  return [[x - dx, y - dy, z], [x + dx, y + dy, z]];
}

function nameOfDoorway(level: Level, { room, other, width }: Doorway): string {
  const name = (index: number): string => level.info.rooms[index]?.name ?? `room ${index}`;
  return `${name(room)} – ${name(other)}, ${number(width, 1)} m`;
}

/** The options of the tool Rooms: the room that is chosen, what followed, all rooms in order, and kits. */

import type { RoomsTool } from "../../../edit/tools/rooms.ts";
import type { Point } from "../../../model/scene.ts";
import { make } from "../../dom.ts";
import { kitGrid } from "./kits.ts";
import { roomOrder } from "./order.ts";
import { keyed, pointed } from "../../../model/touch.ts";

export class RoomsPanel {
  readonly element: HTMLElement;
  private readonly chosen = make("div", { className: "chosenroom" });
  private readonly followed = make("div", { hidden: true });
  private readonly order = make("ol", { className: "list roomorder", attributes: { "aria-label": "Rooms in the order of the layout" } });
  private readonly kits = make("div", {});
  private toldOf = "";

  constructor(private readonly tool: RoomsTool) {
    this.element = make(
      "div",
      {},
      this.chosen,
      this.followed,
      make("h3", {}, "Add a room"),
      this.kits,
      make("h3", {}, "Rooms, in the layout's order"),
      this.order,
    );
    tool.editor.on("told", () => this.tellFollowed());
    this.refreshKits();
  }

  refresh(): void {
    if (!this.tool.editor.viewer.level) return;
    this.showChosen();
    const held = document.activeElement?.getAttribute("data-order");
    this.order.replaceChildren(...roomOrder(this.tool));
    // Who moves a room up by keyboard wants to press again.
    if (held) this.order.querySelector<HTMLElement>(`[data-order="${held}"]`)?.focus();
  }

  /** Anew only where it tells something else: what is being typed stays. */
  private showChosen(): void {
    const { room, level, editor } = this.tool;
    const { name, position } = room === null ? { name: null, position: null } : level.info.rooms[room];
    const told = JSON.stringify([room, name, position, editor.viewer.choices.value.top]);
    if (told === this.toldOf) return;
    this.toldOf = told;
    this.chosen.replaceChildren(...this.chosenParts());
  }

  refreshKits(): void {
    this.kits.replaceChildren(...kitGrid(this.tool));
  }

  /** What the last edit took along: links, sight, doors, things. */
  private tellFollowed(): void {
    const { editor } = this.tool;
    const { notes, bad } = editor.told;
    this.followed.hidden = bad || !notes.length || editor.tool !== this.tool;
    this.followed.replaceChildren(make("h3", {}, "What followed"), make("ul", { className: "notes" }, ...notes.map((note) => make("li", {}, note))));
  }

  private chosenParts(): Node[] {
    const { room, level, editor } = this.tool;
    const above = make(
      "button",
      { type: "button", className: "link", on: { click: () => editor.viewer.choices.change({ top: true }) } },
      keyed("Look from above", "T"),
    );
    const turned = editor.viewer.choices.value.top ? [] : [above];
    if (room === null) return [make("p", {}, pointed("Click a room in the picture or in the list, then drag it.")), ...turned];
    const { name, position } = level.info.rooms[room];
    return [
      make("h3", { className: "roomname" }, name),
      ...turned,
      this.fields(position),
      make(
        "div",
        { className: "actions", attributes: { role: "group", "aria-label": "Turn the room" } },
        ...([[90, "↺ 90°", "Shift+,"], [15, "↺ 15°", ","], [-15, "↻ 15°", "."], [-90, "↻ 90°", "Shift+."]] as const).map(([degrees, text, key]) =>
          this.turnButton(degrees, text, key),
        ),
      ),
      make("p", { className: "second" }, "The game does not turn models: a turned room needs its model made anew."),
      make(
        "div",
        { className: "actions" },
        make("button", { type: "button", title: "F2", on: { click: () => void this.tool.rename(room) } }, "Rename …"),
        make("button", { type: "button", className: "danger", title: "Delete", on: { click: () => void this.tool.remove(room) } }, "Remove …"),
      ),
    ];
  }

  /** Turns the room; before that, who points at it sees where to. */
  private turnButton(degrees: number, text: string, key: string): HTMLElement {
    const way = degrees > 0 ? "counter-clockwise" : "clockwise";
    const [show, hide] = [() => this.tool.showTurned(degrees), () => this.tool.showTurned(null)];
    return make(
      "button",
      {
        type: "button",
        title: `Turn it ${way} (${key})`,
        attributes: { "data-turn": String(degrees), "aria-label": `Turn by ${Math.abs(degrees)}° ${way}` },
        on: { click: () => void this.tool.turn(degrees), pointerenter: show, focus: show, pointerleave: hide, blur: hide },
      },
      text,
    );
  }

  /** Its place in the layout, to be typed. */
  private fields(position: Point): HTMLElement {
    const inputs = ["x", "y", "z"].map((axis, i) =>
      make("input", { type: "number", step: "any", value: String(Math.round(position[i] * 1e4) / 1e4), attributes: { "data-axis": axis, "aria-label": `${axis} in metres` } }),
    );
    const form = make(
      "form",
      { className: "placefields" },
      ...inputs.map((input, i) => make("label", {}, make("span", { className: "second" }, "xyz"[i]), input)),
      make("button", { type: "submit" }, "Move"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      // What was not typed over stays as exact as it is.
      const place = inputs.map((input, i) => (input.value === input.defaultValue || !Number.isFinite(input.valueAsNumber) ? position[i] : input.valueAsNumber));
      void this.tool.moveTo(place as unknown as Point);
    });
    return form;
  }
}

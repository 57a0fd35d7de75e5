/** "Check": which path points are off the floor, blocked or alone, marked and listed. */

import { placeOfPathPoint } from "../../../model/standing.ts";
import { count } from "../../../model/words.ts";
import { make } from "../../../panels/dom.ts";
import type { Editor } from "../../editor.ts";
import type { Thing } from "../../selection.ts";

interface Fault {
  kind: string;
  points: number[];
  text: string;
}

interface Reply {
  version: number;
  faults: Fault[];
  count: number;
  unknown: number;
}

const SHOWN = 60;

export class PointsCheck {
  readonly panel: HTMLElement;
  private on = false;
  private asked = 0;
  private readonly button = make("button", { type: "button", id: "check-points", attributes: { "aria-pressed": "false" }, on: { click: () => (this.on ? this.stop() : this.begin()) } }, "Check");
  private readonly told = make("p", { attributes: { role: "status" } });
  private readonly list = make("ol", { className: "list faults", hidden: true, attributes: { "aria-label": "What is wrong with the path points" } });

  constructor(
    private readonly editor: Editor,
    private readonly show: (thing: Thing) => void,
  ) {
    this.panel = make("div", { className: "checkpart" }, this.button, this.told, this.list);
  }

  private begin(): void {
    this.on = true;
    this.button.setAttribute("aria-pressed", "true");
    void this.ask();
  }

  stop(): void {
    this.on = false;
    this.asked++;
    this.button.setAttribute("aria-pressed", "false");
    this.told.textContent = "";
    this.list.replaceChildren();
    this.list.hidden = true;
    this.editor.ghost.hide("faults");
  }

  /** While it is on, every edit is checked. */
  onLevel(): void {
    if (this.on) void this.ask();
  }

  private async ask(): Promise<void> {
    const turn = ++this.asked;
    this.told.textContent = "Checking …";
    const reply = await this.editor.question<Reply>("points");
    if (turn !== this.asked || !this.on) return;
    this.told.textContent = reply ? tellFaults(reply) : "";
    this.list.replaceChildren(...(reply?.faults ?? []).slice(0, SHOWN).map((fault) => this.item(fault)));
    this.list.hidden = !reply?.faults.length;
    this.mark(reply?.faults ?? []);
  }

  private item(fault: Fault): HTMLElement {
    const act = (): void => {
      if (fault.points.length) this.show(`point:${fault.points[0]}`);
    };
    return make("li", {}, make("button", { type: "button", className: "item", on: { click: act } }, make("span", { className: "lines" }, make("span", { className: "second wraps" }, fault.text))));
  }

  private mark(faults: readonly Fault[]): void {
    const { ghost, level, viewer } = this.editor;
    const known = (point: number): boolean => Boolean(level.info.pathPoints?.points[point]);
    const points = [...new Set(faults.flatMap((fault) => (fault.kind === "blocked" ? [] : fault.points)))].filter(known);
    const blocked = faults.filter((fault) => fault.kind === "blocked" && fault.points.length === 2 && fault.points.every(known));
    const lines = blocked.flatMap(({ points: [a, b] }) => [...placeOfPathPoint(level, a), ...placeOfPathPoint(level, b)]);
    const { bad, warning } = viewer.palette;
    ghost.show("faults", [
      { colour: bad, points: points.map((point) => placeOfPathPoint(level, point)), size: 17 },
      { colour: warning, lines, width: 4, dashed: true },
    ]);
  }
}

function tellFaults({ count: all, unknown }: Reply): string {
  const open = unknown ? ` ${count(unknown, "point or connection", "points or connections")} may be over rooms that are not here.` : "";
  return (all ? `${count(all, "fault")}, marked in the picture.` : "All points stand on the floor, and every connection is free.") + open;
}

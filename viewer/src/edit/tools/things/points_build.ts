/** "Build anew": all path points from the floor, shown before they are taken. */

import type { Point } from "../../../model/scene.ts";
import { floorAt } from "../../../model/standing.ts";
import { count } from "../../../model/words.ts";
import type { EditReply } from "../../../app/api.ts";
import { make } from "../../../panels/dom.ts";
import type { Editor } from "../../editor.ts";

export class PointsBuilder {
  readonly panel: HTMLElement;
  active = false;
  private asked = 0;
  private readonly placeables = make("input", { type: "checkbox" });
  private readonly partial = make("input", { type: "checkbox" });
  private readonly begin = make("button", { type: "button", id: "build-points", className: "wide", on: { click: () => void this.show() } }, "Build anew …");
  private readonly told = make("p", { attributes: { role: "status" } });
  private readonly answers: HTMLElement;

  constructor(private readonly editor: Editor) {
    this.answers = make(
      "div",
      { className: "actions", hidden: true },
      make("button", { type: "button", id: "take-points", className: "primary", on: { click: () => void this.take() } }, "Take the new points"),
      make("button", { type: "button", on: { click: () => this.cancel() } }, "Leave as it is"),
    );
    this.panel = make(
      "div",
      {},
      make("h3", {}, "Made from the floor"),
      make("label", { className: "check" }, this.placeables, "Round placeables"),
      make("label", { className: "check" }, this.partial, "Even where rooms are missing"),
      this.begin,
      this.told,
      this.answers,
    );
  }

  private get edit(): { op: string; placeables: boolean; partial: boolean } {
    return { op: "build-path-points", placeables: this.placeables.checked, partial: this.partial.checked };
  }

  private async show(): Promise<void> {
    const turn = ++this.asked;
    this.told.textContent = "Looking for the best points …";
    const reply = await this.editor.question<EditReply>("preview", { edits: [this.edit] });
    if (turn !== this.asked) return;
    this.told.textContent = "";
    const graph = reply?.level?.info.pathPoints;
    if (!graph) return;
    const { level, viewer, ghost } = this.editor;
    const places = graph.points.map(([x, y]): Point => [x, y, floorAt(level, viewer.tree, x, y) ?? level.info.bounds.min[2]]);
    const lines = graph.connections.filter(([a, b]) => a < b).flatMap(([a, b]) => [...places[a], ...places[b]]);
    ghost.show("built", [{ colour: viewer.palette.good, points: places, size: 11, lines, width: 2 }]);
    const before = level.info.pathPoints?.points.length ?? 0;
    this.told.textContent = `${count(places.length, "point")} in place of ${before}: shown in green.`;
    this.set(true);
  }

  async take(): Promise<void> {
    if (!this.active) return;
    const { edit } = this;
    this.cancel();
    await this.editor.do(() => [edit]);
  }

  cancel(): boolean {
    const had = this.active || this.told.textContent !== "";
    this.asked++;
    this.told.textContent = "";
    this.editor.ghost.hide("built");
    if (this.active) this.set(false);
    return had;
  }

  onLevel(): void {
    this.cancel();
  }

  private set(active: boolean): void {
    this.active = active;
    this.answers.hidden = !active;
    this.begin.hidden = active;
    this.editor.refreshHint();
  }
}

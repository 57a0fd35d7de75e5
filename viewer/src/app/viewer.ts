/** The heart of the page: the level, what is chosen in it, and the picture of it. */

import { explainColours, type ColourInput, type LegendRow, paintFaces } from "../draw/colours.ts";
import { ALL } from "../draw/haste.ts";
import { extentOf } from "../draw/extent.ts";
import { rowsOfFinding, selectedEdges } from "../draw/found.ts";
import { explainMarks } from "../draw/legend_marks.ts";
import { collectMarks, type Mark, placeOfFinding } from "../draw/marks.ts";
import { edgesAround } from "../draw/lines.ts";
import { Overlay } from "../draw/overlay.ts";
import type { Palette } from "../draw/palette.ts";
import { Picture } from "../draw/picture.ts";
import type { Stage } from "../draw/stage.ts";
import { outlineOfThing } from "../draw/thing_marks.ts";
import { ballAround, ballAroundVertices, measureFaces, middle, type Shapes } from "../model/geometry.ts";
import { nameOfPoint } from "../model/measure.ts";
import { largestStart } from "../model/rooms.ts";
import { followFinding, followSelection } from "../edit/follow.ts";
import type { Selected } from "../edit/selection.ts";
import { corner, type FindingInfo, hasTree, type Level, type Point, type StopInfo } from "../model/scene.ts";
import { standPathPoints } from "../model/standing.ts";
import { FaceTree, type Hit } from "../model/tree.ts";
import type { Answer, Spot } from "../walk/answers.ts";
import { reachFrom } from "../walk/reach.ts";
import { noteOnStops, roomsOfFlags } from "../walk/stops.ts";
import type { ChoiceStore, Choices, LayerName } from "./choices.ts";
import type { Theme } from "./theme.ts";

/** What the details panel tells about. */
export type Selection =
  | { kind: "face"; row: number; at: Point }
  | { kind: "finding"; finding: FindingInfo }
  | { kind: "door"; index: number }
  | { kind: "placeable"; index: number }
  | { kind: "listed"; index: number }
  | { kind: "room"; index: number }
  | { kind: "group"; marks: readonly Mark[] };

export interface Reach {
  from: Point | null;
  label: string;
  flags: Uint8Array | null;
  /** What must be done before this holds in the game; may be empty. */
  note: string;
}

type Event = "level" | "findings" | "selection" | "measure" | "colours" | "notice";

const BRIEF_MS = 4000;
const NOWHERE: Reach = { from: null, label: "", flags: null, note: "" };

export class Viewer {
  level!: Level;
  shapes!: Shapes;
  tree!: FaceTree;
  picture!: Picture;
  selection: Selection | null = null;
  answer: Answer | null = null;
  /** The first of two clicked points, and the second. */
  ends: Spot[] = [];
  reach: Reach = NOWHERE;
  notice = "";
  private chosen: Selected | null = null;
  private needsEdges = false;
  /** What can be done about a finding, while the level is edited. */
  aboutFinding: (finding: FindingInfo) => Node[] = () => [];
  /** Takes clicks on the picture while the level is edited; true where that is all. */
  clicked: ((x: number, y: number, event: MouseEvent | KeyboardEvent | null) => boolean) | null = null;
  /** Takes a click at a pixel before the tools do; true if it did. */
  beforeClick: (x: number, y: number) => boolean = () => false;
  readonly overlay: Overlay;
  private readonly listeners = new Map<Event, (() => void)[]>();

  constructor(
    readonly stage: Stage,
    overlayCanvas: HTMLCanvasElement,
    readonly choices: ChoiceStore,
    readonly theme: Theme,
  ) {
    this.overlay = new Overlay(overlayCanvas, stage.rig);
    stage.after((detail) => {
      if (detail !== ALL) this.overlay.drawByProcessor();
      if (detail.marks) this.overlay.draw(stage.width, stage.height, this.palette);
      else this.overlay.drawUnlessMoved(stage.width, stage.height, this.palette);
    });
  }

  get palette(): Palette {
    return this.theme.palette;
  }

  on(event: Event, listener: () => void): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  private emit(event: Event): void {
    for (const listener of this.listeners.get(event) ?? []) listener();
  }

  /** Puts a level on the stage. A second one replaces the first, and the camera stays. */
  open(level: Level): void {
    const again = Boolean(this.picture);
    if (again) this.picture.dispose();
    this.level = level;
    this.shapes = measureFaces(level);
    this.tree = new FaceTree(level);
    standPathPoints(level, this.tree);
    this.picture = new Picture(level);
    this.stage.scene.add(this.picture.group);
    const { min, max } = level.info.bounds;
    this.stage.rig.setLevel(ballAround([min, max]) ?? { center: [0, 0, 0], radius: 10 }, extentOf(level));
    this.selection = null;
    this.answer = null;
    this.ends = [];
    this.reach = this.firstReach();
    const kept = this.choices.value.doorStates;
    const doors = level.info.doors;
    this.choices.change({
      doorStates: doors.map((door, i) => (again && kept.length === doors.length ? kept[i] : door.state)),
      seenFrom: again ? this.choices.value.seenFrom : null,
      treeLevel: hasTree(level) ? Math.min(this.choices.value.treeLevel, level.info.treeDepth) : this.choices.value.treeLevel,
    });
    this.emit("level");
    this.emit("selection");
    this.emit("measure");
    this.redraw();
    // Last, because the cards are there now: what is shown must not lie behind them.
    if (!again) this.stage.rig.fit(false);
  }

  /** The same level after an edit: the camera and what is selected stay, as far as it is still there. */
  replace(level: Level): void {
    const { selection, ends, answer, level: before } = this;
    // Until they have been checked again, what was found before is shown where it was.
    level.info.findings = before.info.findings.map((one) => followFinding(before, level, one));
    level.info.stops = before.info.stops ?? [];
    this.open(level);
    this.selection = selection && followSelection(before, level, selection);
    this.ends = ends;
    // What was measured between places holds for any level; a path has to be asked for again.
    if (answer?.kind === "measure") this.answer = answer;
    this.picture.measure(this.answer, ends, this.palette);
    this.highlight();
    this.mark();
    this.emit("selection");
    this.emit("measure");
  }

  /** The findings of the level that is shown. */
  showFindings(findings: FindingInfo[], stops: StopInfo[]): void {
    this.level.info.findings = findings;
    this.level.info.stops = stops;
    if (this.selection?.kind === "finding") {
      const { rule, text } = this.selection.finding;
      const same = findings.find((one) => one.rule === rule && one.text === text);
      this.selection = same ? { kind: "finding", finding: same } : null;
      this.highlight();
      this.emit("selection");
    }
    this.picture.show(this.choices.value, this.palette, ["findings"]);
    this.emit("findings");
    this.mark();
  }

  /** Marks what is selected for editing; null for nothing. */
  showChosen(chosen: Selected | null): void {
    this.chosen = chosen;
    this.highlight();
    this.stage.draw();
  }

  /** Follows choices and theme from now on. */
  follow(): void {
    this.choices.watch(["layers"], () => {
      this.showLayers(["boundary"]);
      this.mark();
    });
    this.choices.watch(["treeLevel"], () => {
      this.showLayers(["tree"]);
      this.stage.draw();
    });
    this.choices.watch(["doorStates"], (now) => {
      this.picture.faces.setDoors(now.doorStates);
      this.showLayers(["doors"]);
      this.mark();
    });
    this.choices.watch(["colouring", "seenFrom"], () => this.redraw());
    this.choices.watch(["top"], (now) => this.stage.rig.setTop(now.top));
    this.theme.changed(() => this.redraw());
  }

  /** Shows the edges of all faces as long as a tool needs them, whatever their layer says. */
  showEdges(on: boolean): void {
    if (on === this.needsEdges) return;
    this.needsEdges = on;
    this.showLayers();
    this.stage.draw();
  }

  private showLayers(anew: readonly (LayerName | "all")[] = []): void {
    const { value } = this.choices;
    const wireframe = value.layers.wireframe || this.needsEdges;
    this.picture.show({ ...value, layers: { ...value.layers, wireframe } }, this.palette, anew);
  }

  /** Everything anew in the present colours. */
  redraw(): void {
    if (!this.level) return;
    this.stage.setBackground(this.palette.background);
    this.picture.faces.setDoors(this.choices.value.doorStates);
    this.showLayers(["all"]);
    this.picture.faces.paint(paintFaces(this.colourInput()));
    this.highlight();
    this.picture.measure(this.answer, this.ends, this.palette);
    this.mark();
    this.emit("colours");
  }

  get legend(): LegendRow[] {
    return [...explainColours(this.colourInput()), ...explainMarks(this.level, this.choices.value, this.palette)];
  }

  /** Rooms shown in full; null for all. */
  get seen(): ReadonlySet<number> | null {
    const room = this.level.info.rooms[this.choices.value.seenFrom ?? -1];
    return room ? new Set([room.index, ...room.sees]) : null;
  }

  /** The face under a pixel, as it is drawn. */
  pick(x: number, y: number): Hit | null {
    const { origin, direction } = this.stage.rig.ray(x, y);
    const { normals } = this.shapes;
    return this.tree.cast(origin, direction, (row) => {
      const facing =
        normals[3 * row] * direction[0] + normals[3 * row + 1] * direction[1] + normals[3 * row + 2] * direction[2];
      return this.picture.faces.visible(row, facing);
    });
  }

  select(selection: Selection | null): void {
    this.selection = selection;
    this.highlight();
    this.mark();
    this.emit("selection");
  }

  /** Selects a face of a room and brings it into the picture. */
  showFace(row: number): void {
    this.select({ kind: "face", row, at: middle(this.level, row) });
    const around = ballAround([0, 1, 2].map((number) => corner(this.level, row, number)));
    if (around) this.stage.rig.flyTo(around.center, Math.max(4, 3 * around.radius));
  }

  showFinding(finding: FindingInfo): void {
    this.select({ kind: "finding", finding });
    const at = placeOfFinding(this.level, finding);
    if (at) this.stage.rig.flyTo(at, finding.at || finding.faces.length || finding.edges.length ? 6 : 14);
  }

  showRoom(index: number): void {
    const room = this.level.info.rooms[index];
    if (!room) return;
    this.select({ kind: "room", index });
    const around = ballAroundVertices(this.level, ...room.vertices);
    if (around) this.stage.rig.flyTo(around.center, 1.1 * around.radius);
    else this.stage.rig.flyTo(room.position, 8);
  }

  showDoor(index: number): void {
    this.select({ kind: "door", index });
    this.stage.rig.flyTo(this.level.info.doors[index].position, 5);
  }

  showPlaceable(index: number): void {
    this.select({ kind: "placeable", index });
    this.stage.rig.flyTo(this.level.info.placeables[index].position, 5);
  }

  /** Selects one of the scene's things and brings it into the picture. */
  showListed(index: number): void {
    const one = this.level.info.things?.[index];
    if (!one) return;
    this.select({ kind: "listed", index });
    this.stage.rig.flyTo(one.at, 5);
  }

  /** Shows the ends of a measurement and, once it is known, its answer. */
  showMeasure(ends: Spot[], answer: Answer | null): void {
    this.ends = ends;
    this.answer = answer;
    this.picture.measure(answer, ends, this.palette);
    this.mark();
    this.emit("measure");
    // Points are measured one by one, near by: those before may be out of the picture.
    const shown = this.choices.value.tool === "measure" ? ends.slice(-1) : ends;
    this.stage.rig.reveal(shown.map((spot) => spot.point));
  }

  showReach(reach: Reach): void {
    this.reach = reach;
    this.choices.change({ colouring: "reach" });
    this.redraw();
    if (reach.from) this.stage.rig.reveal([reach.from]);
  }

  /** A line of text for the user; empty takes it away. */
  say(text: string): void {
    this.notice = text;
    this.emit("notice");
  }

  /** The same, taken away after some seconds. */
  sayBriefly(text: string): void {
    this.say(text);
    setTimeout(() => {
      if (this.notice === text) this.say("");
    }, BRIEF_MS);
  }

  private firstReach(): Reach {
    const { entry, entryKnown, start } = this.level.info;
    if (start === null || start === undefined) return NOWHERE;
    return entryKnown ? this.reachOf(start, entry, "the entry") : this.reachOf(start, null, largestStart(this.level.info));
  }

  private reachOf(row: number, from: Point | null, label: string): Reach {
    const flags = reachFrom(this.level, row);
    return { from, label, flags, note: noteOnStops(this.level, roomsOfFlags(this.level, flags)) };
  }

  private colourInput(): ColourInput {
    return {
      level: this.level,
      shapes: this.shapes,
      colouring: this.choices.value.colouring,
      reached: this.reach.flags,
      seen: this.seen,
      ground: this.palette.ground,
      door: this.palette.door,
      placeable: this.palette.placeable,
    };
  }

  private highlight(): void {
    if (!this.level) return;
    const outline = this.selection?.kind === "room" ? edgesAround(this.level, this.selection.index) : [];
    const finding = this.selection?.kind === "finding" ? this.selection.finding : null;
    const colour = finding ? this.palette[finding.severity] : this.palette.selection;
    const thing = this.selection?.kind === "listed" ? this.level.info.things?.[this.selection.index] : undefined;
    const edges = finding ? selectedEdges(this.level, finding, this.palette) : outlineOfThing(thing, this.palette);
    this.picture.highlight(this.chosenRows(), outline, colour, edges);
    this.picture.highlightChosen(this.chosen, this.palette);
  }

  private chosenRows(): number[] {
    if (this.selection?.kind === "face") return this.chosen ? [] : [this.selection.row];
    if (this.selection?.kind === "finding") {
      return rowsOfFinding(this.level, this.selection.finding);
    }
    return [];
  }

  private mark(): void {
    const choices: Choices = this.choices.value;
    const chosen = this.selection;
    const named = chosen?.kind === "listed" ? [chosen.index] : chosen?.kind === "finding" ? (chosen.finding.things ?? []) : [];
    const marks: Mark[] = collectMarks(this.level, choices, this.palette, this.seen, new Set(named));
    for (const one of marks) {
      if (chosen?.kind === "finding" && one.finding === chosen.finding.number) one.rank = 99;
      if (chosen?.kind === "room" && one.room === chosen.index) one.rank = 98;
    }
    this.ends.forEach((spot, i) => {
      const colour = i && choices.tool !== "measure" ? this.palette.path : this.palette.accent;
      marks.push({ at: spot.point, shape: "pin", colour, inside: nameOfPoint(i), text: "", rank: 100 });
    });
    if (this.reach.from && choices.colouring === "reach") {
      const { good } = this.palette;
      marks.push({ at: this.reach.from, shape: "pin", colour: good, inside: "", text: "From here", rank: 97 });
    }
    if (this.answer?.stop) {
      marks.push({ at: this.answer.stop, shape: "dot", colour: this.palette.bad, inside: "", text: "blocked here", rank: 96 });
    }
    this.overlay.marks = marks;
    this.stage.draw();
  }
}

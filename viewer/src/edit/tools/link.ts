/** Link: two edges of different rooms lead to each other; or no longer. */

import { edgeSegments } from "../../draw/lines.ts";
import type { Level } from "../../model/scene.ts";
import { byId } from "../../panels/dom.ts";
import { type LinkActions, LinkPanel } from "../../panels/edit/link_panel.ts";
import type { Edit, Editor } from "../editor.ts";
import type { GhostPart } from "../ghost.ts";
import { boundaryOf, edgeWords, ownEdge, roomKey } from "../links/edges.ts";
import { distance, endsOfEdge, type Fit, middleOfEdge, whyNot } from "../links/fit.ts";
import { pickEdge, type Pointed } from "../pick.ts";
import { findEdge, type Placed, placeOfEdge } from "../places.ts";
import { Tip } from "../tip.ts";
import type { EditTool } from "../tool.ts";
import { pointed, worded } from "../../model/touch.ts";

export class LinkTool implements EditTool, LinkActions {
  readonly name = "link";
  readonly title = "Link rooms: two edges lead to each other (J)";
  readonly key = "j";
  readonly panel: HTMLElement;
  /** The edge that was clicked first, by its place: it stays through other edits. */
  private chosen: Placed | null = null;
  /** A second one that does not fit, as long as what can be done about it is shown. */
  private wanted: Placed | null = null;
  private hovered: number | null = null;
  private readonly tip = new Tip();
  private readonly shown: LinkPanel;

  constructor(private readonly editor: Editor) {
    this.shown = new LinkPanel(this);
    this.panel = this.shown.element;
  }

  get level(): Level {
    return this.editor.level;
  }

  /** The edges that are chosen, in the level as it is now. */
  get first(): number | null {
    return this.chosen && findEdge(this.level, this.chosen);
  }

  get second(): number | null {
    return this.wanted && findEdge(this.level, this.wanted);
  }

  hint(): string {
    const { first } = this;
    const act = worded("Click", "Tap");
    if (first === null) return `${act} the edge of a room's floor, then the edge of another room that it shall lead to.`;
    const room = this.level.info.rooms[boundaryOf(this.level).roomOf(first)]?.name;
    if (this.isWhole(first)) return `This edge of ${room} is linked. ${worded("Delete unlinks it; Esc lets it go.", "The button at the side unlinks it.")}`;
    return `${act} the edge of another room that this one of ${room} shall lead to; those that fit are green.${worded(" Esc lets it go.", "")}`;
  }

  start(): void {
    this.refresh();
  }

  stop(): void {
    this.tip.hide();
    for (const name of ["edge", "pair"]) this.editor.ghost.hide(name);
  }

  onLevel(): void {
    if (this.first === null) this.chosen = null;
    if (this.second === null) this.wanted = null;
    this.hover(null);
    this.refresh();
  }

  cancel(): boolean {
    const had = Boolean(this.chosen || this.wanted);
    if (this.wanted) this.wanted = null;
    else this.chosen = null;
    this.refresh();
    return had;
  }

  onKey(name: string): boolean {
    if ((name === "Delete" || name === "Backspace") && this.first !== null) {
      this.unlink();
      return true;
    }
    return false;
  }

  // What is under the pointer

  hover(at: Pointed | null): void {
    const edge = at && this.edgeAt(at);
    if (edge !== null && at) {
      const room = this.level.info.rooms[boundaryOf(this.level).roomOf(edge)];
      this.tip.show(at, `${room.name}: ${this.tipFor(edge)}`);
    } else this.tip.hide();
    if (edge === this.hovered) return;
    this.hovered = edge;
    const { palette } = this.editor.viewer;
    this.editor.ghost.show("edge", edge === null ? [] : [{ colour: palette.accent, lines: edgeSegments(this.level, [edge]), width: 7 }]);
  }

  private tipFor(edge: number): string {
    const { first } = this;
    if (first === null || first === edge || this.isWhole(first)) return edgeWords(this.level, edge);
    const fit = boundaryOf(this.level).fit(first, edge);
    return fit.kind === "meets" ? pointed("fits: click to link") : whyNot(fit);
  }

  /** The boundary edge at the pointer; of two that lie on each other the one of another room than the first. */
  private edgeAt(at: Pointed): number | null {
    const { viewer } = this.editor;
    const boundary = boundaryOf(this.level);
    const { first } = this;
    const waits = first !== null && !this.isWhole(first);
    const nearest = pickEdge(viewer, at, (edge) => boundary.has(edge));
    if (!waits || nearest === null || boundary.roomOf(nearest) !== boundary.roomOf(first)) return nearest;
    const across = boundary.near(nearest).find(({ fit }) => fit.apart < 0.15);
    return nearest === first && across ? across.edge : nearest;
  }

  click(at: Pointed): void {
    const edge = this.edgeAt(at);
    if (edge === null) return this.missed(at);
    const { first } = this;
    if (first === null || first === edge || this.isWhole(first)) this.choose(edge);
    else this.pair(edge);
  }

  private missed(at: Pointed): void {
    if (!at.hit) return;
    const inner = pickEdge(this.editor.viewer, at);
    const text = inner === null
      ? "Click nearer to an edge of the floor: a link lies on an edge, not on a face."
      : "This is not the edge of a floor: the floor goes on behind it. Links lie where a room's floor ends.";
    this.editor.tell(text, [], true);
  }

  // What can be done

  choose(edge: number): void {
    this.chosen = placeOfEdge(this.level, edge);
    this.wanted = null;
    this.refresh();
  }

  /** Shows an edge that the list names, and chooses it. */
  goTo(edge: number): void {
    this.choose(edge);
    const long = distance(...endsOfEdge(this.level, edge));
    this.editor.viewer.stage.rig.flyTo(middleOfEdge(this.level, edge), Math.max(7, long));
  }

  /** Links the first edge with this one; what does not fit is explained, with what can be done. */
  pair(edge: number): void {
    const { first } = this;
    if (first === null) return this.choose(edge);
    const fit = boundaryOf(this.level).fit(first, edge);
    if (fit.kind === "meets") return this.linkPair(first, edge);
    if (fit.kind === "same room") {
      this.editor.tell(`${whyNot(fit)} This one is chosen instead: click one of another room.`, [], true);
      return this.choose(edge);
    }
    this.wanted = placeOfEdge(this.level, edge);
    this.refresh();
    byId("tab-edit").click();
  }

  /** Links both edges, whether they meet or not. */
  linkPair(one: number, other: number): void {
    const places = [one, other].map((edge) => placeOfEdge(this.level, edge));
    this.wanted = null;
    void this.editor.do((level) => {
      const edges = places.map((place) => place && findEdge(level, place));
      return edges.some((edge) => edge === null) ? null : [linkEdit(level, edges as number[])];
    });
  }

  unlink(): void {
    const place = this.chosen;
    const edge = this.first;
    if (!place || edge === null) return;
    if (!this.leads(edge)) return this.editor.tell("This edge leads nowhere: there is nothing to unlink", [], true);
    void this.editor.do((level) => {
      const now = findEdge(level, place);
      return now === null ? null : [{ op: "unlink", room: roomKey(level, level.faceRoom[Math.floor(now / 3)]), edge: ownEdge(level, now) }];
    });
  }

  /** Links some rooms, or all, wherever they meet. */
  relink(options: { rooms?: readonly number[]; snap?: number; split?: boolean; clear?: boolean }): void {
    const edit = relinkEdit(this.level, options);
    this.wanted = null;
    void this.editor.do(() => [edit]);
  }

  /** What that would come to, in words; null where it cannot be done. */
  async preview(options: { rooms?: readonly number[]; snap?: number; split?: boolean }): Promise<string | null> {
    const reply = await this.editor.preview([relinkEdit(this.level, options)]);
    return reply && [reply.text ?? "", ...(reply.notes ?? [])].filter(Boolean).join("; ");
  }

  leads(edge: number): boolean {
    const boundary = boundaryOf(this.level);
    const other = boundary.across(edge);
    return Boolean(boundary.linkOf(edge)) || (other !== null && boundary.linkOf(other)?.to === boundary.roomOf(edge));
  }

  private isWhole(edge: number): boolean {
    return boundaryOf(this.level).linkOf(edge)?.state === "ok";
  }

  // What is shown

  private refresh(): void {
    this.shown.refresh();
    this.editor.refreshHint();
    this.showPair();
  }

  private showPair(): void {
    const { ghost, viewer } = this.editor;
    const { first, second, level } = this;
    const { accent, good, warning, bad } = viewer.palette;
    if (first === null) return ghost.hide("pair");
    const boundary = boundaryOf(level);
    const parts: GhostPart[] = [];
    const other = second ?? (this.leads(first) ? boundary.across(first) : null);
    if (other === null) {
      const near = boundary.near(first).slice(0, 12);
      const lines = (wanted: (fit: Fit) => boolean): Float32Array =>
        edgeSegments(level, near.filter(({ fit }) => wanted(fit)).map((one) => one.edge));
      parts.push({ colour: warning, lines: lines((fit) => fit.kind !== "meets"), width: 6, dashed: true });
      parts.push({ colour: good, lines: lines((fit) => fit.kind === "meets"), width: 11 });
    } else {
      const colour = second !== null ? bad : this.isWhole(first) ? good : warning;
      const [a, b] = [middleOfEdge(level, first), middleOfEdge(level, other)];
      parts.push({ colour, lines: edgeSegments(level, [other]), width: 11 });
      parts.push({ colour, lines: [...inward(level, first, a), ...inward(level, other, b)], width: 3, points: [a, b], size: 10 });
      parts.push({ colour, lines: [...a, ...b], width: 3, dashed: second !== null });
    }
    parts.push({ colour: accent, lines: edgeSegments(level, [first]), width: 6 });
    ghost.show("pair", parts);
  }
}

/** A short line from the middle of an edge into its floor: which side a link's end is on. */
function inward(level: Level, edge: number, at: readonly [number, number, number]): number[] {
  const row = Math.floor(edge / 3);
  const far = 3 * level.faces[3 * row + ((edge + 2) % 3)];
  const way = [0, 1, 2].map((axis) => level.vertices[far + axis] - at[axis]);
  const long = Math.hypot(...way) || 1;
  const part = Math.min(0.8, long) / long;
  return [...at, ...way.map((value, axis) => at[axis] + part * value)];
}

function linkEdit(level: Level, [one, other]: number[]): Edit {
  const room = (edge: number): string | number => roomKey(level, level.faceRoom[Math.floor(edge / 3)]);
  return { op: "link", room: room(one), edge: ownEdge(level, one), other: room(other), other_edge: ownEdge(level, other) };
}

function relinkEdit(level: Level, options: { rooms?: readonly number[]; snap?: number; split?: boolean; clear?: boolean }): Edit {
  const { rooms, ...more } = options;
  return { op: "relink", ...more, ...(rooms ? { rooms: rooms.map((index) => level.info.rooms[index].name) } : {}) };
}

/** The editor: the tools, what is selected, and what the server is asked to do with it. */

import { type CheckReply, type EditReply, type EditStatus, Refusal, type Server, type ServerStatus } from "../app/api.ts";
import { loadFromServer } from "../app/load.ts";
import type { Viewer } from "../app/viewer.ts";
import { hasTree, type Level } from "../model/scene.ts";
import { sentence } from "../model/words.ts";
import { Ghost } from "./ghost.ts";
import { Selected } from "./selection.ts";
import type { EditTool, EditToolName } from "./tool.ts";
import { pointed } from "../model/touch.ts";

/** An edit as the server takes it: see docs/edits.md. */
export type Edit = { op: string } & Record<string, unknown>;

export interface Surface {
  id: number;
  label: string;
  color: string;
  walkable: boolean;
}

/** What the last check said of the level as it is now. */
export interface Health {
  errors: number;
  warnings: number;
  reached: string[];
}

type Event = "status" | "tool" | "hint" | "selection" | "health" | "busy" | "told";

const ALONE = "This is one walkmesh without its level: edit the level's folder for rooms, doors, path points and visibility.";
/** The status of a reply to what is no question or edit at all. */
const NOT_UNDERSTOOD = 400;

export class Editor {
  /** null while the level is only looked at. */
  status: EditStatus | null = null;
  /** Whether the level is on the disk, so that editing can begin. */
  editable = false;
  surfaces: Surface[] = [];
  health: Health | null = null;
  /** What the last edit did, and what came of it. */
  told: { text: string; notes: string[]; bad: boolean } = { text: "", notes: [], bad: false };
  tool: EditTool | null = null;
  version = 0;
  busy = 0;
  paused = false;
  /** Whether the tool comes back after a pause, which nobody has asked for. */
  resuming = false;
  private before: EditToolName | null = null;
  private asideFor: EditToolName | null = null;
  readonly selected = new Selected();
  readonly ghost: Ghost;
  readonly tools = new Map<EditToolName, EditTool>();
  private turn = 0;
  private asksForTree = false;
  private last: Promise<unknown> = Promise.resolve();
  private readonly listeners = new Map<Event, (() => void)[]>();

  constructor(
    readonly viewer: Viewer,
    readonly server: Server,
  ) {
    this.ghost = new Ghost(viewer.stage);
    // Asking for a path, say, puts the tools of the editor away; they come back after it.
    viewer.choices.watch(["tool"], ({ tool }) => {
      if (tool !== "select" && this.tool) {
        this.asideFor = this.tool.name;
        this.choose(null);
      } else if (tool === "select" && this.asideFor && !this.tool && !this.paused) this.resume(this.asideFor);
    });
    viewer.choices.watch(["layers"], () => void this.fetchTree());
  }

  on(event: Event, listener: () => void): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  private emit(event: Event): void {
    for (const listener of this.listeners.get(event) ?? []) listener();
  }

  get level(): Level {
    return this.viewer.level;
  }

  /** Whether this page may edit now. */
  get active(): boolean {
    return this.status?.role === "owner";
  }

  /** Whether one walkmesh is edited without its level. */
  get alone(): boolean {
    return Boolean(this.status?.alone);
  }

  // Beginning and ending

  add(tool: EditTool): void {
    this.tools.set(tool.name, tool);
  }

  /** Begins to edit; `force` takes it over from another window. */
  async begin(force = false): Promise<void> {
    try {
      const started = this.status ? "claim" : "start";
      const reply = await this.server.edit<EditReply & { surfaces?: Surface[] }>(started, { force });
      this.turn = reply.turn ?? 0;
      this.surfaces = reply.surfaces ?? this.surfaces;
      if (this.told.bad) this.tell("", []); // why it could not begin before
      this.take(reply.edit);
      if (this.active) this.choose("select");
      if (this.version !== reply.version) await this.reload();
      void this.check();
    } catch (error) {
      this.fail(error);
    }
  }

  /** The status that the server sends every second. */
  hear(status: ServerStatus): void {
    this.editable = status.editable ?? Boolean(status.edit);
    const before = this.active;
    if (status.edit || this.status) this.take(status.edit ?? null);
    if (before && !this.active) this.choose(null);
    if (!this.active && status.edit && status.checked === this.version && this.checkedVersion !== this.version) void this.check();
    this.emit("status");
  }

  private take(status: EditStatus | null): void {
    this.status = status;
    this.emit("status");
  }

  // Tools

  choose(name: EditToolName | null): void {
    const tool = name && this.active ? (this.tools.get(name) ?? null) : null;
    if (tool?.needsLevel && this.alone) return this.tell(ALONE, [], true);
    this.tool?.stop?.();
    this.ghost.clear();
    this.tool = tool;
    if (this.tool) this.asideFor = null;
    if (this.tool) this.viewer.choices.change({ tool: "select" });
    if (this.tool && name !== "select") this.viewer.select(null); // its card would lie over what is edited
    this.tool?.start?.();
    this.emit("tool");
    this.showSelected();
  }

  /** Puts the tools away while something else needs clicks and keys, such as walking. */
  pause(on: boolean): void {
    if (on === this.paused) return;
    if (on) this.before = this.tool?.name ?? null;
    this.paused = on;
    if (on) this.choose(null);
    else this.resume(this.before);
  }

  private resume(name: EditToolName | null): void {
    this.resuming = true;
    this.choose(name);
    this.resuming = false;
  }

  /** Says that what a click does has changed. */
  refreshHint(): void {
    this.emit("hint");
  }

  /** Says that what is selected has changed. */
  selectionChanged(): void {
    this.showSelected();
    this.tool?.onSelection?.();
    this.emit("selection");
  }

  private showSelected(): void {
    this.viewer.showEdges(this.tool?.showsEdges ?? false);
    this.viewer.showChosen(this.active ? this.selected : null);
  }

  // Edits

  /**
   * Does edits as one step. They are made when their turn comes, of the level as it is then;
   * null or none leaves it as it is. True where they were done.
   */
  do(make: (level: Level) => Edit[] | null): Promise<boolean> {
    return this.inTurn(async () => {
      const edits = make(this.level);
      if (!edits?.length) return false;
      return this.change("do", { edits });
    });
  }

  /** The level after some edits, which are not done; null where they cannot be. */
  preview(edits: Edit[]): Promise<EditReply | null> {
    return this.inTurn(async () => {
      try {
        return await this.server.edit("preview", { edits });
      } catch (error) {
        this.fail(error);
        return null;
      }
    });
  }

  undo(): Promise<boolean> {
    return this.inTurn(async () => Boolean(this.status?.undo) && this.change("undo"));
  }

  redo(): Promise<boolean> {
    return this.inTurn(async () => Boolean(this.status?.redo) && this.change("redo"));
  }

  /** Goes to where so many steps are done. */
  goTo(position: number): Promise<boolean> {
    return this.inTurn(async () => position !== this.status?.position && this.change("go", { position }));
  }

  recover(): Promise<boolean> {
    return this.inTurn(() => this.change("recover"));
  }

  forget(): Promise<boolean> {
    return this.inTurn(() => this.change("forget"));
  }

  readAnew(): Promise<boolean> {
    return this.inTurn(() => this.change("reload"));
  }

  /** Saves all; "force" where files have changed on the disk and the user must say what to do. */
  save(force = false): Promise<"saved" | "force" | "failed"> {
    return this.inTurn(async () => {
      try {
        const reply = await this.ask("save", { force });
        this.take(reply.edit);
        const names = reply.saved ?? [];
        this.tell(names.length ? `Saved: ${names.join(", ")}` : "Saved: no file had to change", []);
        void this.check(); // files that an undone edit had made are gone
        return "saved";
      } catch (error) {
        if (error instanceof Refusal && error.more["asks"] === "force") return "force";
        this.fail(error);
        return "failed";
      }
    });
  }

  /** Asks the server something below api/edit that changes nothing, such as "history"; null where it fails. */
  async question<T>(name: string, question: object = {}): Promise<T | null> {
    try {
      return await this.server.edit<T>(name, question);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  tell(text: string, notes: string[], bad = false): void {
    this.told = { text: bad ? pointed(sentence(text)) : sentence(text), notes, bad };
    this.emit("told");
  }

  private async ask(name: string, question: object = {}): Promise<EditReply> {
    const turn = this.turn + 1;
    try {
      const reply = await this.server.edit(name, { turn, ...question });
      this.turn = turn;
      return reply;
    } catch (error) {
      // What is refused in words has taken its turn all the same; what was not understood has not.
      if (error instanceof Refusal) {
        const known = error.more["turn"];
        const isKept = Boolean(error.more["role"]) || error.status === NOT_UNDERSTOOD;
        this.turn = typeof known === "number" ? known : isKept ? this.turn : turn;
      }
      throw error;
    }
  }

  private async change(name: string, question: object = {}): Promise<boolean> {
    try {
      const reply = await this.ask(name, question);
      if (reply.level) this.show(reply.level, reply.version);
      this.take(reply.edit);
      if (reply.text) this.tell(reply.text, reply.notes ?? []);
      void this.check();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** Puts another level on the stage; what was selected stays selected where it still is. */
  show(level: Level, version: number): void {
    const before = this.level;
    this.version = version;
    this.selected.follow(before, level);
    this.viewer.replace(level);
    this.tool?.onLevel?.();
    this.selectionChanged();
    void this.fetchTree();
  }

  /** Asks for the boxes of the trees where they are to be shown and are not there. */
  private async fetchTree(): Promise<void> {
    if (this.asksForTree || !this.status || !this.level || hasTree(this.level) || !this.viewer.choices.value.layers.tree) return;
    this.asksForTree = true;
    await this.inTurn(async () => {
      const reply = await this.question<EditReply>("tree");
      if (reply?.level) this.show(reply.level, reply.version);
    });
    this.asksForTree = false;
  }

  private async reload(): Promise<void> {
    const [level, version] = await loadFromServer(this.server);
    this.show(level, version);
  }

  /** Keeps other levels from being shown, while something is compared with this one; -1 ends it. */
  hold(by: 1 | -1): void {
    this.busy += by;
    this.emit("busy");
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.busy++;
    this.emit("busy");
    const mine = this.last.then(work, work).finally(() => {
      this.busy--;
      this.emit("busy");
    });
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private fail(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.tell(text, [], true);
  }

  // Checking

  /** The version that the findings on the page are of. */
  checkedVersion = -1;

  /** Asks for the findings of the level as it is now. */
  async check(): Promise<void> {
    const { version } = this;
    try {
      const reply = await this.server.edit<CheckReply>("check");
      if (reply.version !== this.version) {
        if (this.version === version) setTimeout(() => void this.check(), 50);
        return;
      }
      this.checkedVersion = reply.version;
      this.health = { errors: reply.errors, warnings: reply.warnings, reached: reply.reached };
      this.viewer.showFindings(reply.findings, reply.stops);
      this.emit("health");
    } catch (error) {
      this.fail(error);
    }
  }
}

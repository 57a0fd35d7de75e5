/** The layer of room models: loaded after the level, shown behind it, limited to what is looked at. */

import { ModelMeshes } from "../draw/models.ts";
import type { Pace } from "../draw/stage.ts";
import { pointsOfFinding } from "../draw/found.ts";
import { placeOfFinding } from "../draw/marks.ts";
import { type Ball, ballAround, ballAroundVertices } from "../model/geometry.ts";
import { aboutFailed, type Models, whyNoModels } from "../model/models.ts";
import { corner, type Level, type Point } from "../model/scene.ts";
import type { Server } from "./api.ts";
import { loadModels } from "./load.ts";
import type { Selection, Viewer } from "./viewer.ts";

/** Metres around what is selected that are shown, at least. */
const NEAR = 6;
/** Metres: the most around a finding; what is all over a room is shown at its place. */
const WIDEST = 12;
/** Milliseconds after the last movement until everything is drawn as fine as it is. */
const REST = 250;

export class ModelLayer {
  /** Why there are none to be shown; empty where there are. */
  reason = "";
  /** What else is to be known: which cannot be read. */
  note = "";
  meshes: ModelMeshes | null = null;
  private changed: () => void = () => {};
  private shownLevel: Level | null = null;
  /** Which models they are, while the level is edited. */
  private key = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly viewer: Viewer,
    private readonly server: Server | null,
  ) {
    viewer.on("level", () => this.begin());
    viewer.on("selection", () => this.limit());
    viewer.on("colours", () => this.follow());
    viewer.choices.watch(["layers", "modelsNear"], () => this.follow());
    viewer.stage.before((pace) => this.prepare(pace));
  }

  /** Calls `listener` when reason or note may have changed. */
  onChange(listener: () => void): void {
    this.changed = listener;
  }

  /** Asks the server for the models of the present level, if they are wanted and not there yet. */
  load(): void {
    const { level } = this.viewer;
    if (!this.server || this.reason || this.shownLevel === level || !this.wanted) return;
    this.shownLevel = level;
    loadModels(this.server)
      .then((models) => {
        if (models && this.viewer.level === level) this.show(models);
      })
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        this.viewer.sayBriefly(`The models could not be loaded: ${why}`);
      });
  }

  private get wanted(): boolean {
    return this.viewer.choices.value.layers.models;
  }

  private begin(): void {
    const { level } = this.viewer;
    const key = level.info.models?.key ?? 0;
    if (key && key === this.key && this.meshes) {
      this.shownLevel = level;
      this.viewer.picture.faces.setBehindModels(this.wanted);
      return;
    }
    this.key = key;
    this.reason = whyNoModels(level.info.models, Boolean(this.server));
    this.note = "";
    if (level.models) this.show(level.models);
    else if (!this.server || this.reason || !this.wanted) this.drop();
    // The old ones stay until the new ones are there.
    else if (this.shownLevel) this.load();
    this.changed();
  }

  private show(models: Models): void {
    this.drop();
    const names = this.viewer.level.info.rooms.map((room) => room.name);
    this.note = aboutFailed(models, names);
    if (this.note) this.viewer.sayBriefly(this.note);
    if (!models.rooms.length) this.reason = this.note || "The models have nothing to draw here.";
    this.meshes = new ModelMeshes(models);
    this.viewer.stage.scene.add(this.meshes.group);
    this.follow();
    this.changed();
  }

  private drop(): void {
    this.meshes?.dispose();
    this.meshes = null;
  }

  private follow(): void {
    if (!this.viewer.level) return;
    if (this.meshes) {
      this.meshes.group.visible = this.wanted;
      this.meshes.paint(this.viewer.palette);
    } else if (this.viewer.stage.frames) this.load();
    this.viewer.picture.faces.setBehindModels(Boolean(this.meshes && this.wanted));
    this.limit();
  }

  private limit(): void {
    const { viewer } = this;
    const near = viewer.choices.value.modelsNear && viewer.selection ? around(viewer.level, viewer.selection) : null;
    this.meshes?.limit(viewer.level ? viewer.seen : null, near);
    viewer.stage.draw();
  }

  private prepare(pace: Pace): void {
    if (!this.meshes?.group.visible) return;
    const { rig, height } = this.viewer.stage;
    clearTimeout(this.waiting);
    if (this.meshes.prepare(rig.camera, rig.controls.target, height, pace)) {
      this.waiting = setTimeout(() => this.viewer.stage.draw(), REST);
    }
  }
}

/** A ball around what is selected, with some metres to spare; null where it has no place. */
export function around(level: Level, selection: Selection): Ball | null {
  const ball = ballOf(level, selection);
  return ball && { center: ball.center, radius: Math.max(NEAR, ball.radius + NEAR / 2) };
}

function ballOf(level: Level, selection: Selection): Ball | null {
  const corners = (rows: readonly number[]): Point[] => rows.flatMap((row) => [0, 1, 2].map((side) => corner(level, row, side)));
  switch (selection.kind) {
    case "face":
      return ballAround(corners([selection.row]));
    case "finding": {
      const center = placeOfFinding(level, selection.finding);
      const points = pointsOfFinding(level, selection.finding);
      return center && { center, radius: Math.min(WIDEST, ballAround(points)?.radius ?? 0) };
    }
    case "room":
      return ballAroundVertices(level, ...level.info.rooms[selection.index].vertices);
    case "door":
      return { center: level.info.doors[selection.index].position, radius: 0 };
    case "placeable":
      return { center: level.info.placeables[selection.index].position, radius: 0 };
    case "listed": {
      const center = level.info.things?.[selection.index]?.at;
      return center ? { center, radius: 0 } : null;
    }
    case "group":
      return ballAround(selection.marks.map((one) => one.at));
  }
}

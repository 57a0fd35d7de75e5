/** What is seen while walking: models as they are, rooms as VIS has them, and what is near. */

import type { Mark } from "../draw/marks.ts";
import type { ModelMeshes } from "../draw/models.ts";
import type { Feet } from "../walk/step.ts";
import type { LayerName } from "./choices.ts";
import type { ModelLayer } from "./model_layer.ts";
import type { Viewer } from "./viewer.ts";

/** Metres around the eye in which doors and findings are marked. */
const MARKED = 14;
/** What would be in the way of who looks from inside. */
const OFF: readonly LayerName[] = ["labels", "tree", "hooks"];
/** Lines of the walkmesh that would float in models. */
const OFF_IN_MODELS: readonly LayerName[] = ["boundary", "links", "wireframe"];

export class Scenery {
  private on = false;
  private room = -1;
  private seesOnly = false;
  /** The models that are shown as they are, and whether any of them is in the picture. */
  private bright: ModelMeshes | null = null;
  private drawn = false;
  // What the user had chosen.
  private readonly layers: Partial<Record<LayerName, boolean>> = {};
  private seenFrom: number | null = null;

  constructor(
    private readonly viewer: Viewer,
    private readonly models: ModelLayer,
  ) {}

  /** For who stands in a room; `seesOnly`: only what VIS shows from there. */
  begin(room: number, seesOnly: boolean, feet: Feet): void {
    const { viewer } = this;
    if (!this.on) this.seenFrom = viewer.choices.value.seenFrom;
    this.on = true;
    viewer.overlay.only = (mark) => isMarked(mark, feet);
    this.stand(true);
    this.hide(OFF);
    this.room = room;
    this.seesOnly = seesOnly;
    this.dress(true);
  }

  /** Everything as it was. */
  end(): void {
    const { viewer, layers, seenFrom } = this;
    this.on = false;
    viewer.overlay.only = null;
    this.stand(false);
    viewer.picture.faces.limit(null);
    this.brighten(null);
    viewer.choices.change({ seenFrom, layers: { ...viewer.choices.value.layers, ...layers } });
    for (const name of Object.keys(layers) as LayerName[]) delete layers[name];
  }

  /** From inside, doors are not seen through walls. */
  private stand(inside: boolean): void {
    const { picture, choices, palette } = this.viewer;
    if (picture.inside === inside) return;
    picture.inside = inside;
    picture.show(choices.value, palette, ["doors"]);
  }

  /** Takes note of the room one is in, and whether only what it sees is shown. */
  limitTo(room: number, seesOnly: boolean): void {
    const matters = seesOnly || this.seesOnly;
    this.room = room;
    this.seesOnly = seesOnly;
    if (matters) this.showRooms();
  }

  /** Before every picture: models may have come meanwhile, or wait until one stands still. */
  dress(anew = false): void {
    const meshes = this.models.meshes?.group.visible ? this.models.meshes : null;
    const drawn = Boolean(meshes && meshes.drawn > 0);
    if (!anew && meshes === this.bright && drawn === this.drawn) return;
    this.drawn = drawn;
    this.brighten(meshes);
    if (meshes) this.hide(OFF_IN_MODELS);
    this.showRooms();
  }

  /** Rooms that VIS shows from here, or all; of those with a model only the model. */
  private showRooms(): void {
    const { viewer, bright, drawn, seesOnly } = this;
    const seenFrom = seesOnly && this.room >= 0 ? this.room : this.seenFrom;
    if (viewer.choices.value.seenFrom !== seenFrom) viewer.choices.change({ seenFrom });
    const seen = seesOnly ? viewer.seen : null;
    viewer.picture.faces.limit((room) => (!seen || seen.has(room)) && !(drawn && bright?.has(room)));
  }

  private hide(names: readonly LayerName[]): void {
    const { choices } = this.viewer;
    const shown = names.filter((name) => choices.value.layers[name]);
    if (!shown.length) return;
    const layers = { ...choices.value.layers };
    for (const name of shown) {
      this.layers[name] = true;
      layers[name] = false;
    }
    choices.change({ layers });
  }

  private brighten(meshes: ModelMeshes | null): void {
    const old = this.bright;
    this.bright = meshes;
    for (const one of [old, meshes]) {
      if (!one) continue;
      one.bright = one === meshes;
      one.paint(this.viewer.palette);
    }
  }
}

function isMarked(mark: Mark, feet: Feet): boolean {
  if (mark.finding === undefined && mark.door === undefined) return false;
  return Math.hypot(mark.at[0] - feet.x, mark.at[1] - feet.y, mark.at[2] - feet.z) < MARKED;
}

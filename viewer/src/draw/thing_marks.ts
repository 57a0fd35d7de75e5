/** Creatures, waypoints, triggers and what else the GIT places: their marks, outlines and legend. */

import type { Choices, LayerName } from "../app/choices.ts";
import type { Level, Point, ThingInfo, ThingKind } from "../model/scene.ts";
import type { Object3D } from "three";
import type { LegendRow } from "./colours.ts";
import type { Shape } from "./glyphs.ts";
import { wideOrPlainLines } from "./lines.ts";
import type { Mark } from "./marks.ts";
import type { Palette } from "./palette.ts";

interface Look {
  layer: LayerName;
  shape: Shape;
  colour: keyof Palette & ("path" | "pathPoint" | "tree" | "hook" | "placeable");
  label: string;
}

/** How each kind looks, in the order of the legend. */
const LOOKS: Readonly<Record<ThingKind, Look>> = {
  creature: { layer: "creatures", shape: "person", colour: "path", label: "Creature" },
  encounter: { layer: "creatures", shape: "people", colour: "path", label: "Encounter" },
  "spawn point": { layer: "creatures", shape: "dot", colour: "path", label: "Spawn point" },
  waypoint: { layer: "waypoints", shape: "flag", colour: "pathPoint", label: "Waypoint" },
  trigger: { layer: "triggers", shape: "zone", colour: "tree", label: "Trigger" },
  store: { layer: "others", shape: "coin", colour: "placeable", label: "Store" },
  sound: { layer: "others", shape: "speaker", colour: "hook", label: "Sound" },
  camera: { layer: "others", shape: "camera", colour: "hook", label: "Camera" },
  item: { layer: "others", shape: "dot", colour: "placeable", label: "Item" },
};
const KINDS = Object.keys(LOOKS) as ThingKind[];

/** What people call a kind. */
export function nameOfKind(kind: ThingKind): string {
  return LOOKS[kind].label;
}

/** Whether a level has things of this layer. */
export function hasThings(level: Level["info"], layer: LayerName): boolean {
  return level.things?.some((one) => LOOKS[one.kind].layer === layer) ?? false;
}

/** A mark for each thing of the layers that are shown, and for those `chosen`, whatever is shown. */
export function thingMarks(level: Level, choices: Choices, palette: Palette, chosen: ReadonlySet<number>): Mark[] {
  const { layers } = choices;
  return (level.info.things ?? []).flatMap((one, row): Mark[] => {
    const look = LOOKS[one.kind];
    const isChosen = chosen.has(row);
    if (!layers[look.layer] && !isChosen) return [];
    return [
      {
        at: one.at,
        shape: look.shape,
        colour: isChosen ? palette.selection : palette[look.colour],
        inside: "",
        text: layers.labels ? one.tag || one.template : "",
        rank: isChosen ? 96 : one.kind === "creature" ? 30 : 4,
        always: isChosen,
        listed: row,
      },
    ];
  });
}

/** The outlines of triggers, or with `encounters` of the areas where creatures come. */
export function outlinesOf(level: Level, layer: LayerName, palette: Palette): Object3D | null {
  const shown = (level.info.things ?? []).filter((one) => LOOKS[one.kind].layer === layer && one.outline.length > 1);
  if (!shown.length) return null;
  const colour = palette[LOOKS[shown[0].kind].colour];
  return wideOrPlainLines(shown.flatMap((one) => ring(one.outline)), { width: 1.8, colour, raised: true });
}

/** The outline of one thing, as it is drawn when it is selected; null for what has none. */
export function outlineOfThing(one: ThingInfo | undefined, palette: Palette): Object3D | null {
  return one && one.outline.length > 1 ? wideOrPlainLines(ring(one.outline), { width: 3, colour: palette.selection, onTop: true }) : null;
}

function ring(points: readonly Point[]): number[] {
  return points.flatMap((point, i) => [...point, ...points[(i + 1) % points.length]]);
}

/** A row for each kind that the choices show. */
export function explainThings(level: Level, choices: Choices, palette: Palette): LegendRow[] {
  const here = new Set((level.info.things ?? []).map((one) => one.kind));
  return KINDS.filter((kind) => here.has(kind) && choices.layers[LOOKS[kind].layer]).map((kind) => {
    const { shape, colour, label } = LOOKS[kind];
    return { shape, colour: palette[colour], label, note: "" };
  });
}

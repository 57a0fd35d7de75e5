/** What can be done with what is selected: weld, delete, flip up, cut open, raise to the model. */

import type { Level } from "../../../model/scene.ts";
import type { Edit } from "../../editor.ts";
import { findEdge, findFace, placeOfEdge, placeOfFace } from "../../places.ts";
import { byRoom, distinctPlaces, nameOf, ownVertex, weldEdits } from "./edits.ts";
import { verticesAt, verticesByRoom, weldGroup } from "./groups.ts";
import type { Shaping } from "./shaping.ts";
import { pointed, worded } from "../../../model/touch.ts";

export interface Action {
  name: "weld" | "delete" | "flip" | "open" | "raise";
  text: string;
  title: string;
  /** Why it cannot be done now; empty where it can. */
  why(shaping: Shaping): string;
  run(shaping: Shaping): Promise<boolean>;
}

const FACES_FIRST = pointed("Select faces first: click them.");

export const ACTIONS: readonly Action[] = [
  {
    name: "weld",
    text: "Weld",
    title: "The selected corners become one, in their middle (J)",
    why: ({ selected, level }) => {
      if (selected.kind !== "vertex" || !selected.size) return worded("Select corners first: click one, and more with Shift.", "Select corners first: tap them.");
      const most = Math.max(...[...verticesByRoom(level, weldGroup(level, selected.items, false)).values()].map((rows) => rows.length));
      const several = distinctPlaces(level, selected.items).length > 1;
      return most > 1 || several ? "" : "One corner is one already: select another one with Shift.";
    },
    run: weld,
  },
  {
    name: "delete",
    text: "Delete",
    title: "The selected faces go (Delete)",
    why: ({ selected }) => (selected.kind === "face" && selected.size ? "" : FACES_FIRST),
    run: ({ editor, selected, level }) =>
      onFaces(editor.level, [...selected.items], (faces) => editor.do(faces((room, own) => ({ op: "delete-faces", room, faces: own }))), level),
  },
  {
    name: "flip",
    text: "Flip up",
    title: "Selected faces that look down are turned over (U)",
    why: ({ selected, editor }) => {
      if (selected.kind !== "face" || !selected.size) return FACES_FIRST;
      return [...selected.items].some((row) => editor.viewer.shapes.slopes[row] > 90) ? "" : "None of the selected faces looks down.";
    },
    run: ({ editor, selected, level }) =>
      onFaces(editor.level, [...selected.items], (faces) => editor.do(faces((room, own) => ({ op: "flip-faces", room, faces: own, up: true }))), level),
  },
  {
    name: "open",
    text: "Cut open",
    title: "The faces on both sides of the selected edges share them no more (Q)",
    why: ({ selected }) => (selected.kind === "edge" && selected.size ? "" : pointed("Select edges first: click them.")),
    run: ({ editor, selected, level }) => {
      const places = [...selected.items].map((edge) => placeOfEdge(level, edge)).filter((one) => one !== null);
      return editor.do((now) => {
        const edges = places.map((placed) => findEdge(now, placed)).filter((edge) => edge !== null);
        return byRoom(now, edges, 3, (room, own) => ({ op: "split-edges", room, edges: own }));
      });
    },
  },
  {
    name: "raise",
    text: "Raise to the model",
    title: "The selected floor goes up or down to the floor that the room's model shows (Y)",
    why: ({ selected }) => (selected.size && selected.kind !== "thing" ? "" : "Select corners, edges or faces of the floor first."),
    run: raise,
  },
];

type Faces = (make: (room: string, own: number[]) => Edit) => (now: Level) => Edit[];

/** Does something with faces, which are named by where they are until their turn comes. */
function onFaces(level: Level, rows: number[], act: (faces: Faces) => Promise<boolean>, before: Level): Promise<boolean> {
  const places = rows.map((row) => placeOfFace(before, row)).filter((one) => one !== null);
  return act((make) => (now) => {
    const found = now === level ? rows : places.map((placed) => findFace(now, placed)).filter((row) => row !== null);
    return byRoom(now, found, 1, make);
  });
}

async function weld(shaping: Shaping): Promise<boolean> {
  const { editor, selected, level, options } = shaping;
  const group = weldGroup(level, selected.items, options.beside);
  const edits = weldEdits(level, group);
  const [goal] = edits.map((edit) => edit["place"] as [number, number, number]);
  const done = await editor.do((now) => (now === level ? edits : null));
  if (!done) return false;
  selected.take(verticesAt(editor.level, goal).slice(0, 1), "set");
  editor.selectionChanged();
  return true;
}

async function raise(shaping: Shaping): Promise<boolean> {
  const { editor, selected, level, options } = shaping;
  const { beside } = options;
  const group = weldGroup(level, selected.vertices(level), false);
  const [kind, items] = [selected.kind, new Set(selected.items)];
  const done = await editor.do((now) => {
    if (now !== level) return null;
    // A room beside it may have no model: its corners go where those of the selection went.
    return [...verticesByRoom(now, group)].map(([room, rows]) => {
      const vertices = rows.map((row) => ownVertex(now, row));
      return { op: "drop-to-model", room: nameOf(now, room), vertices, beside };
    });
  });
  if (!done) return false;
  // Numbers stay as they are: nothing was added, and heights alone have changed.
  if (selected.kind === kind && editor.level.faces.length === level.faces.length) {
    selected.items = items;
    editor.selectionChanged();
  }
  return true;
}


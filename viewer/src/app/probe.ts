/** `window.kotorlevel`: a small way in for tests and for the curious at the console. */

import { faceName, type Point } from "../model/scene.ts";
import type { Answer } from "../walk/answers.ts";
import type { Editor } from "../edit/editor.ts";
import type { Asking } from "./asking.ts";
import type { LayerName } from "./choices.ts";
import type { ModelLayer } from "./model_layer.ts";
import type { Viewer } from "./viewer.ts";
import type { Walking } from "./walking.ts";

export interface Probe {
  /** Fulfilled once the first picture is drawn. */
  ready: Promise<void>;
  /** Milliseconds from the start of loading to the first picture. */
  firstPicture(): number;
  camera(): { target: Point; position: Point; top: boolean; moving: boolean; height: number };
  /** Looks as another viewer's camera() says that it does. */
  lookAs(camera: { target: Point; position: Point; height: number }): void;
  pick(x: number, y: number): { room: string; face: number; row: number; point: Point } | null;
  select(room: number, face: number): void;
  /** Flies to a finding by its number. */
  showFinding(number: number): void;
  project(point: Point): { x: number; y: number };
  layers(): Record<LayerName, boolean>;
  setLayer(name: LayerName, on: boolean): void;
  /** The texts over the picture that there was room for. */
  labels(): string[];
  /** The marks over the picture, and how many each of them stands for. */
  marks(): { shape: string; inside: string; colour: string; x: number; y: number; count: number }[];
  frames(): number;
  rests(): boolean;
  /** Faces of models in the last picture; -1 while there are none. */
  modelFaces(): number;
  lastPath(): Answer | null;
  ask(a: [Point, number], b: [Point, number]): Promise<void>;
  /** The editor of a live page. */
  editor: Editor | null;
  viewer: Viewer;
  /** Where someone walks and looks (radians from east), and what was in the way; null if nobody does. */
  walker(): { room: string; face: number; at: Point; bearing: number; told: string; clearance: number } | null;
  /** Stands somewhere else, and looks along a bearing. */
  stand(row: number, x: number, y: number, bearing: number): void;
}

/** The parts of a page. */
export interface Parts {
  viewer: Viewer;
  asking: Asking;
  models: ModelLayer;
  editor: Editor | null;
  walking: Walking;
}

export function makeProbe({ viewer, asking, models, editor, walking }: Parts, ready: Promise<void>, first: () => number): Probe {
  const { stage } = viewer;
  return {
    ready,
    editor,
    viewer,
    firstPicture: first,
    camera: () => ({
      target: stage.rig.target,
      position: stage.rig.camera.position.toArray() as unknown as Point,
      top: stage.rig.top,
      moving: stage.rig.moving,
      height: stage.rig.metresPerPixel * stage.height,
    }),
    lookAs: ({ target, position, height }) => stage.rig.lookFrom(target, position, height),
    pick: (x, y) => {
      const hit = viewer.pick(x, y);
      const room = hit && viewer.level.info.rooms[viewer.level.faceRoom[hit.row] ?? -1];
      return hit && room ? { room: room.name, face: hit.row - room.faces[0], row: hit.row, point: hit.point } : null;
    },
    select: (room, face) => viewer.showFace(viewer.level.info.rooms[room].faces[0] + face),
    showFinding: (number) => {
      const finding = viewer.level.info.findings.find((one) => one.number === number);
      if (finding) viewer.showFinding(finding);
    },
    project: (point) => {
      const frame = document.getElementById("touch")?.getBoundingClientRect();
      const { x, y } = stage.rig.project(point);
      return { x: x + (frame?.left ?? 0), y: y + (frame?.top ?? 0) };
    },
    layers: () => ({ ...viewer.choices.value.layers }),
    setLayer: (name, on) => viewer.choices.showLayer(name, on),
    labels: () => [...viewer.overlay.written],
    marks: () =>
      viewer.overlay.shown.map(({ mark, x, y }) => {
        const frame = document.getElementById("touch")?.getBoundingClientRect();
        const { shape, inside, colour, members } = mark;
        return { shape, inside, colour, x: x + (frame?.left ?? 0), y: y + (frame?.top ?? 0), count: members?.length ?? 1 };
      }),
    frames: () => stage.frames,
    rests: () => stage.rests,
    modelFaces: () => (models.meshes?.group.visible ? models.meshes.drawn : -1),
    lastPath: () => viewer.answer,
    walker: () => {
      const { body, bearing, told } = walking;
      const name = body && faceName(viewer.level, body.feet.row);
      if (!body || !name) return null;
      const at: Point = [body.feet.x, body.feet.y, body.feet.z];
      return { room: name.room.name, face: name.face, at, bearing, told, clearance: body.clearance };
    },
    stand: (row, x, y, bearing) => walking.stand(row, x, y, bearing),
    ask: (a, b) => asking.between([a, b].map(([point, row]) => ({ point, row }))),
  };
}

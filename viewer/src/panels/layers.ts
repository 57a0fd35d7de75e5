/** Layers on and off, the depth of tree boxes, and the colouring. */

import { COLOURINGS, type Colouring, LAYER_NAMES, type LayerName, LAYERS } from "../app/choices.ts";
import type { ModelLayer } from "../app/model_layer.ts";
import type { Viewer } from "../app/viewer.ts";
import { hasThings } from "../draw/thing_marks.ts";
import type { SceneDocument } from "../model/scene.ts";
import { make } from "./dom.ts";

/** Layers of things that this level has none of. */
export function emptyLayers(info: SceneDocument): Set<LayerName> {
  const counts: Partial<Record<LayerName, number>> = {
    links: info.links.length,
    findings: info.findings.length,
    doors: info.doors.length,
    placeables: info.placeables.length,
    hooks: info.hooks.length,
    pathPoints: info.pathPoints?.points.length ?? 0,
    paths: info.paths.length,
    tree: info.buffers["treeDepths"]?.count ?? 1, // left out until it is shown
    islands: info.islands.length,
    gameMap: info.gameMap?.here ? 1 : 0,
  };
  const ofThings: readonly LayerName[] = ["creatures", "waypoints", "triggers", "others"];
  for (const name of ofThings) counts[name] = Number(hasThings(info, name));
  return new Set(LAYER_NAMES.filter((name) => counts[name] === 0));
}

function whyEmpty(info: SceneDocument, name: LayerName): string {
  return (name === "gameMap" && info.gameMap?.reason) || "This level has none";
}

export function layersPanel(viewer: Viewer, models: ModelLayer): HTMLElement {
  const { choices } = viewer;
  const boxes = new Map<LayerName, HTMLInputElement>();
  const rows = LAYER_NAMES.map((name) => {
    const box = make("input", {
      type: "checkbox",
      id: `layer-${name}`,
      on: { change: () => choices.showLayer(name, box.checked) },
    });
    boxes.set(name, box);
    return make("label", { className: "check" }, box, make("span", {}, LAYERS[name]));
  });
  const depth = make("input", {
    type: "range",
    min: "0",
    id: "tree-depth",
    on: { input: () => choices.change({ treeLevel: Number(depth.value) }) },
  });
  const depthText = make("output", {});
  const slider = make("label", { className: "slider" }, "Depth", depth, depthText);
  const near = make("input", {
    type: "checkbox",
    id: "models-near",
    on: { change: () => choices.change({ modelsNear: near.checked }) },
  });
  const nearRow = make("label", { className: "check below" }, near, make("span", {}, "Only near what is selected"));
  const aboutModels = make("p", { className: "second below" });
  const list = make("div", { className: "checks" }, ...rows);
  rows[LAYER_NAMES.indexOf("tree")].after(slider);
  rows[LAYER_NAMES.indexOf("models")].after(nearRow, aboutModels);
  const disable = (name: LayerName, why: string): void => {
    const box = boxes.get(name) as HTMLInputElement;
    box.disabled = Boolean(why);
    box.parentElement?.classList.toggle("off", box.disabled);
    box.parentElement?.setAttribute("title", why);
  };
  const tellModels = (): void => {
    disable("models", models.reason);
    nearRow.hidden = Boolean(models.reason) || !choices.value.layers.models;
    aboutModels.textContent = models.reason ? "" : models.note;
    aboutModels.hidden = !aboutModels.textContent;
  };
  models.onChange(tellModels);

  viewer.on("level", () => {
    const empty = emptyLayers(viewer.level.info);
    for (const name of boxes.keys()) disable(name, empty.has(name) ? whyEmpty(viewer.level.info, name) : "");
    tellModels();
    depth.max = String(viewer.level.info.treeDepth);
    depth.value = String(choices.value.treeLevel);
  });
  choices.watch(["layers", "treeLevel", "modelsNear"], (now) => {
    for (const [name, box] of boxes) box.checked = now.layers[name];
    slider.hidden = !now.layers.tree;
    near.checked = now.modelsNear;
    tellModels();
    depth.value = String(now.treeLevel);
    depthText.value = String(now.treeLevel);
  });
  return make("div", {}, colouringChoice(viewer), make("h3", {}, "Layers"), list);
}

function colouringChoice(viewer: Viewer): HTMLElement {
  const buttons = (Object.keys(COLOURINGS) as Colouring[]).map((name) =>
    make(
      "button",
      {
        type: "button",
        attributes: { "data-colouring": name },
        on: { click: () => viewer.choices.change({ colouring: name }) },
      },
      COLOURINGS[name],
    ),
  );
  viewer.choices.watch(["colouring"], (now) => {
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset["colouring"] === now.colouring));
    }
  });
  return make(
    "div",
    { className: "colouring" },
    make("h3", {}, "Colour faces by"),
    make("div", { className: "pills" }, ...buttons),
  );
}

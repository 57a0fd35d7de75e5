/** Starts the page. */

import { Server } from "./app/api.ts";
import { Asking } from "./app/asking.ts";
import { ChoiceStore, USUAL_BODY } from "./app/choices.ts";
import { listenToKeys } from "./app/keys.ts";
import { watchServer } from "./app/live.ts";
import { loadFromPage, loadFromServer } from "./app/load.ts";
import { ModelLayer } from "./app/model_layer.ts";
import { listenToPointer } from "./app/pointer.ts";
import { makeProbe, type Probe } from "./app/probe.ts";
import { Theme } from "./app/theme.ts";
import { Viewer } from "./app/viewer.ts";
import type { Box } from "./draw/framing.ts";
import { Stage } from "./draw/stage.ts";
import { detailsCard } from "./panels/details.ts";
import { byId, make, prose } from "./panels/dom.ts";
import { doorsPanel } from "./panels/doors.ts";
import { findingsPanel } from "./panels/findings.ts";
import { fillHelp } from "./panels/help.ts";
import { layersPanel } from "./panels/layers.ts";
import { legendCard } from "./panels/legend.ts";
import { measureCard } from "./panels/measure.ts";
import { roomsPanel } from "./panels/rooms.ts";
import { searchBox } from "./panels/searchbox.ts";
import { Tabs } from "./panels/tabs.ts";
import { toolbar } from "./panels/toolbar.ts";

declare global {
  interface Window {
    kotorlevel?: Probe;
  }
}

/** A stage, or null with a message on the page where the browser cannot draw. */
function makeStage(): Stage | null {
  try {
    return new Stage(byId<HTMLCanvasElement>("picture"), byId("touch"));
  } catch {
    fail(
      "This browser cannot draw in three dimensions",
      "The viewer needs WebGL 2. Turn on hardware acceleration in the browser's settings, or open this page in a current Firefox, Chrome, Edge or Safari. `kotorlevel map` draws a picture without it.",
    );
    return null;
  }
}

function fail(title: string, text: string): void {
  const box = byId("failure");
  box.hidden = false;
  box.replaceChildren(make("h2", {}, title), prose(text));
}

/** The boxes of the cards that lie over the picture, in its pixels. */
function cardsOverPicture(): Box[] {
  const stage = byId("stage").getBoundingClientRect();
  return ["legend", "details", "measure"].map(byId).filter((card) => !card.hidden).map((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return { left: left - stage.left, right: right - stage.left, top: top - stage.top, bottom: bottom - stage.top };
  });
}

function addPanels(viewer: Viewer, asking: Asking, models: ModelLayer, live: boolean): void {
  toolbar(viewer);
  searchBox(viewer);
  const tabs = new Tabs([
    {
      id: "findings",
      title: () => (viewer.level?.info.changes ? "Changes" : "Findings"),
      content: findingsPanel(viewer),
      badge: () => (viewer.level ? String(viewer.level.info.findings.filter((one) => one.cause === null).length) : ""),
    },
    { id: "rooms", title: "Rooms", content: roomsPanel(viewer) },
    { id: "layers", title: "Layers", content: layersPanel(viewer, models) },
    { id: "doors", title: "Doors", content: doorsPanel(viewer) },
  ]);
  detailsCard(viewer);
  measureCard(viewer, asking, live);
  legendCard(viewer);
  fillHelp();
  const notice = byId("notice");
  viewer.on("notice", () => {
    notice.textContent = viewer.notice;
    notice.hidden = !viewer.notice;
  });
  viewer.on("level", () => tabs.refresh());
  viewer.on("selection", () => {
    if (viewer.selection) tabs.close();
  });
  viewer.stage.rig.covered = cardsOverPicture;
}

async function start(): Promise<void> {
  const began = performance.now();
  const live = document.documentElement.dataset["mode"] === "live";
  const token = document.querySelector<HTMLMetaElement>('meta[name="kotorlevel-token"]')?.content ?? "";
  const server = live ? new Server(token) : null;
  const choices = new ChoiceStore();
  if (live) choices.change({ bodyRadius: USUAL_BODY });
  const theme = new Theme(choices);
  const stage = makeStage();
  if (!stage) return;
  const viewer = new Viewer(stage, byId<HTMLCanvasElement>("marks"), choices, theme);
  const asking = new Asking(viewer, server);
  const models = new ModelLayer(viewer, server);
  let took = NaN;
  const ready = firstPicture(viewer, asking, models, server).then(() => void (took = performance.now() - began));
  window.kotorlevel = makeProbe(viewer, asking, models, ready, () => took);
  try {
    await ready;
    models.load();
  } catch (error) {
    fail("The level could not be shown", error instanceof Error ? error.message : String(error));
  }
}

async function firstPicture(viewer: Viewer, asking: Asking, models: ModelLayer, server: Server | null): Promise<void> {
  addPanels(viewer, asking, models, Boolean(server));
  const [level, version] = server ? await loadFromServer(server) : [await loadFromPage(), 0];
  viewer.open(level);
  viewer.follow();
  listenToKeys(viewer, asking);
  listenToPointer(viewer, asking);
  const before = viewer.stage.frames;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (viewer.stage.frames > before) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
  if (server) watchServer(viewer, server, version);
}

void start();

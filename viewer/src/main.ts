/** Starts the page. */

import { Server } from "./app/api.ts";
import { AddressBar } from "./app/address_bar.ts";
import { Asking } from "./app/asking.ts";
import { ChoiceStore, USUAL_BODY } from "./app/choices.ts";
import { listenToCopy } from "./app/copy_keys.ts";
import { listenToKeys } from "./app/keys.ts";
import { watchServer } from "./app/live.ts";
import { loadFromPage, loadFromServer } from "./app/load.ts";
import { ModelLayer } from "./app/model_layer.ts";
import { listenToPointer } from "./app/pointer.ts";
import { makeProbe, type Parts, type Probe } from "./app/probe.ts";
import { Theme } from "./app/theme.ts";
import { Viewer } from "./app/viewer.ts";
import { listenToWalker } from "./app/walk_input.ts";
import { Walking } from "./app/walking.ts";
import type { Box } from "./draw/framing.ts";
import { Stage } from "./draw/stage.ts";
import { makeEditor } from "./edit/start.ts";
import { showLevels } from "./model/levels.ts";
import type { Level } from "./model/scene.ts";
import { detailsCard } from "./panels/details.ts";
import { byId, make, prose } from "./panels/dom.ts";
import { editButton } from "./panels/edit/begin.ts";
import { mending } from "./panels/edit/mend.ts";
import { editPanel } from "./panels/edit/panel.ts";
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
import { walkingPanel } from "./panels/walking.ts";

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
  return [...document.querySelectorAll<HTMLElement>(".stage > .card:not([hidden], .vislarge, .walk-card)")].map((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return { left: left - stage.left, right: right - stage.left, top: top - stage.top, bottom: bottom - stage.top };
  });
}

function addPanels({ viewer, asking, models, editor }: Parts, address: AddressBar): void {
  toolbar(viewer, address, Boolean(editor));
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
    ...(editor ? [{ id: "edit", title: "Edit", content: editPanel(editor) }] : []),
  ]);
  if (editor) {
    mending(editor);
    editButton(editor);
  }
  editor?.on("tool", () => {
    // A tool that comes back by itself must not take away what is read.
    if (editor.tool && !editor.resuming) tabs.openById("edit");
  });
  detailsCard(viewer);
  measureCard(viewer, asking, Boolean(editor));
  legendCard(viewer);
  fillHelp(editor);
  const notice = byId("notice");
  viewer.on("notice", () => {
    notice.textContent = viewer.notice;
    notice.hidden = !viewer.notice;
  });
  viewer.on("level", () => tabs.refresh());
  viewer.on("findings", () => tabs.refresh());
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
  // The level is on its way while the canvas is made ready.
  const loading: Promise<[Level, number]> = server ? loadFromServer(server) : loadFromPage().then((level) => [level, 0]);
  loading.catch(() => undefined); // told where it is waited for
  const choices = new ChoiceStore();
  if (live) choices.change({ bodyRadius: USUAL_BODY });
  const theme = new Theme(choices);
  const stage = makeStage();
  if (!stage) return;
  const viewer = new Viewer(stage, byId<HTMLCanvasElement>("marks"), choices, theme);
  const asking = new Asking(viewer, server);
  const models = new ModelLayer(viewer, server);
  const editor = server ? makeEditor(viewer, server) : null;
  const walking = new Walking(viewer, models);
  const parts: Parts = { viewer, asking, models, editor, walking };
  let took = NaN;
  const ready = firstPicture(parts, loading).then(() => void (took = performance.now() - began));
  window.kotorlevel = makeProbe(parts, ready, () => took);
  try {
    await ready;
    models.load();
  } catch (error) {
    fail("The level could not be shown", error instanceof Error ? error.message : String(error));
  }
}

async function firstPicture(parts: Parts, loading: Promise<[Level, number]>): Promise<void> {
  const { viewer, asking, editor, walking } = parts;
  const address = new AddressBar(viewer);
  addPanels(parts, address);
  walkingPanel(viewer, walking);
  walking.onChange(() => editor?.pause(walking.state !== "off"));
  const [level, version] = await loading;
  showLevels(level.info.levels);
  viewer.open(level);
  viewer.follow();
  listenToKeys(viewer, asking);
  listenToPointer(viewer, asking);
  listenToWalker(walking, () => viewer.stage.draw());
  listenToCopy(viewer);
  address.start();
  const before = viewer.stage.frames;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (viewer.stage.frames > before) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
  if (editor) {
    editor.version = version;
    watchServer(viewer, editor);
    const status = await editor.server.status();
    editor.hear(status);
    if (status.edit && (status.edit.free || status.edit.role === "owner")) await editor.begin();
    else if (status.edit) void editor.check();
  }
}

void start();

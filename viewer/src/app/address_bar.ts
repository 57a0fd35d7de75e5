/** Keeps the view in the page's address, and goes to the view that an address names. */

import { copy } from "../panels/copying.ts";
import { findRoom, findSelection, nameSelection, readHash, type SelectedAddress, type ViewAddress, writeHash } from "./address.ts";
import type { Selection, Viewer } from "./viewer.ts";

/** Milliseconds that the view rests before its address is written. */
const REST_MS = 500;

/** Whether the page has an address of its own: a viewer inside of a report has none. */
export function hasAddress(): boolean {
  return window === window.parent;
}

export class AddressBar {
  private written = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** A finding of the address that has not been found yet: findings can come after the level. */
  private awaited: SelectedAddress | null = null;

  constructor(private readonly viewer: Viewer) {}

  /** Goes to the view of the address, and follows both from now on. The level must be there. */
  start(): void {
    if (!hasAddress()) return;
    this.written = this.now();
    this.read();
    const { viewer } = this;
    viewer.stage.after(() => this.later());
    viewer.on("selection", () => {
      if (viewer.selection) this.awaited = null;
      this.later();
    });
    viewer.on("findings", () => this.selectAwaited());
    viewer.choices.watch(["layers", "colouring", "top", "seenFrom"], () => this.later());
    addEventListener("hashchange", () => this.read());
  }

  /** The address of the view as it is now, for others to open. */
  get link(): string {
    const hash = this.now();
    const tail = hash && `#${hash}`;
    // Where a file lies is nobody else's business, and it lies elsewhere for them.
    if (location.protocol === "file:") return `${location.pathname.split("/").pop() ?? ""}${tail}`;
    return location.href.replace(/#.*$/s, "") + tail;
  }

  copyLink(live: boolean): void {
    this.write();
    const said =
      location.protocol === "file:"
        ? "Copied: the name of this file and this view. Who has the file puts what follows “#” behind its address."
        : live
          ? "Copied: a link to this view. It works on this computer while the server runs."
          : "Copied: a link to this view.";
    void copy(this.viewer, this.link, said);
  }

  private now(): string {
    const { viewer } = this;
    const { layers, colouring, top, seenFrom } = viewer.choices.value;
    const { rig } = viewer.stage;
    const whole = rig.showsAll && !viewer.selection;
    return writeHash({
      camera: whole ? null : rig.look,
      top,
      selected: nameSelection(viewer.level, viewer.selection),
      colouring,
      layers,
      seenFrom: viewer.level.info.rooms[seenFrom ?? -1]?.name || null,
    });
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.viewer.stage.rig.moving ? this.later() : this.write()), REST_MS);
  }

  private write(): void {
    const hash = this.now();
    if (hash === this.written) return;
    this.written = hash;
    try {
      history.replaceState(history.state, "", hash ? `#${hash}` : location.pathname + location.search);
    } catch {
      // Some browsers allow this so many times a minute only; the next rest writes it.
      this.written = "";
    }
  }

  private read(): void {
    const view = readHash(location.hash);
    if (view) this.go(view);
  }

  private go(view: ViewAddress): void {
    const { viewer } = this;
    const { level, choices, stage } = viewer;
    const { colouring, layers, top } = view;
    choices.change({ colouring, layers, top, seenFrom: view.seenFrom === null ? null : findRoom(level, view.seenFrom) });
    const selection = findSelection(level, view.selected);
    viewer.select(selection);
    this.awaited = !selection && view.selected?.kind === "finding" ? view.selected : null;
    if (view.camera) stage.rig.lookAs(view.camera);
    else if (selection) show(viewer, selection);
    else stage.rig.fit(false);
  }

  private selectAwaited(): void {
    const selection = findSelection(this.viewer.level, this.awaited);
    this.awaited = null;
    if (selection && !this.viewer.selection) this.viewer.select(selection);
  }
}

/** Brings what is selected into the picture, for an address that names no camera. */
function show(viewer: Viewer, selection: Selection): void {
  if (selection.kind === "face") viewer.showFace(selection.row);
  if (selection.kind === "room") viewer.showRoom(selection.index);
  if (selection.kind === "finding") viewer.showFinding(selection.finding);
  if (selection.kind === "door") viewer.showDoor(selection.index);
  if (selection.kind === "placeable") viewer.showPlaceable(selection.index);
  if (selection.kind === "listed") viewer.showListed(selection.index);
}

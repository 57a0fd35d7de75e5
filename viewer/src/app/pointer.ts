/** Clicks and moves over the picture. */

import type { Mark } from "../draw/marks.ts";
import { legBetween } from "../model/measure.ts";
import { nameOfFace, nameOfMaterial, place } from "../model/words.ts";
import { byId, shown } from "../panels/dom.ts";
import type { Asking } from "./asking.ts";
import { openGroup } from "./groups.ts";
import { snap, type Snapped } from "./snapping.ts";
import type { Selection, Viewer } from "./viewer.ts";
import { pointed } from "../model/touch.ts";

/** A press that moves less than this, pixels, is a click and not a drag. */
const STILL = 5;

export function listenToPointer(viewer: Viewer, asking: Asking): void {
  const touch = byId("touch");
  let down: { x: number; y: number; id: number } | null = null;
  let fingers = 0;
  touch.addEventListener("pointerdown", (event) => {
    fingers++;
    down = fingers === 1 && event.button === 0 ? { x: event.clientX, y: event.clientY, id: event.pointerId } : null;
  });
  const lifted = (event: PointerEvent): void => {
    fingers = Math.max(0, fingers - 1);
    if (!down || event.pointerId !== down.id || event.type !== "pointerup") return;
    const far = Math.hypot(event.clientX - down.x, event.clientY - down.y);
    down = null;
    if (far <= STILL) clicked(event);
  };
  touch.addEventListener("pointerup", lifted);
  touch.addEventListener("pointercancel", lifted);

  function clicked(event: PointerEvent): void {
    const frame = touch.getBoundingClientRect();
    const reach = event.pointerType === "touch" ? 22 : 12;
    clickAt(viewer, asking, event.clientX - frame.left, event.clientY - frame.top, reach, event);
  }
  followCursor(viewer, touch);
}

/** What a click at a pixel of the picture does. */
export function clickAt(
  viewer: Viewer,
  asking: Asking,
  x: number,
  y: number,
  reach: number,
  event: MouseEvent | KeyboardEvent | null = null,
): void {
  if (viewer.beforeClick(x, y)) return;
  const { tool } = viewer.choices.value;
  if (tool === "select" && viewer.clicked?.(x, y, event)) return;
  if (tool === "select") {
    const mark = viewer.overlay.find(x, y, reach);
    if (mark?.members) return openGroup(viewer, mark.members);
    const finding = viewer.level.info.findings.find((one) => one.number === mark?.finding);
    if (finding) return selectMark(viewer, { kind: "finding", finding }, mark);
    if (mark?.door !== undefined) return selectMark(viewer, { kind: "door", index: mark.door }, mark);
    if (mark?.placeable !== undefined) return selectMark(viewer, { kind: "placeable", index: mark.placeable }, mark);
    if (mark?.listed !== undefined) return selectMark(viewer, { kind: "listed", index: mark.listed }, mark);
  }
  if (tool === "measure") {
    const spot = snap(viewer, x, y, Boolean(event?.shiftKey), reach > 12);
    if (spot) void asking.take({ point: spot.point, row: spot.row });
    else viewer.sayBriefly(pointed("Nothing there. Click a face of the level."));
    return;
  }
  const hit = viewer.pick(x, y);
  if (tool === "select") {
    viewer.select(hit && { kind: "face", row: hit.row, at: hit.point });
    if (hit) viewer.stage.rig.reveal([hit.point]);
  } else if (hit) {
    void asking.take({ point: hit.point, row: hit.row });
  } else {
    viewer.sayBriefly(pointed("No floor there. Click a face of the level."));
  }
}

/** Selects what a mark stands for; the card that tells of it must not cover it. */
function selectMark(viewer: Viewer, selection: Selection, mark: Mark | null): void {
  viewer.select(selection);
  if (mark) viewer.stage.rig.reveal([mark.at]);
}

/** Tells in the status line what lies under the cursor, and shows where a measured point would go. */
function followCursor(viewer: Viewer, touch: HTMLElement): void {
  const status = byId("status");
  let waiting = false;
  let last: PointerEvent | null = null;
  touch.addEventListener("pointermove", (event) => {
    last = event;
    if (waiting || event.buttons || event.pointerType === "touch") return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (!last || !viewer.level) return;
      const frame = touch.getBoundingClientRect();
      const [x, y] = [last.clientX - frame.left, last.clientY - frame.top];
      const hit = viewer.pick(x, y);
      const { level } = viewer;
      status.textContent = hit
        ? shown(`${place(hit.point)}  ·  ${nameOfFace(level, hit.row)}  ·  ${nameOfMaterial(level, level.materials[hit.row])}`)
        : "";
      preview(viewer, viewer.choices.value.tool === "measure" ? snap(viewer, x, y, last.shiftKey, false) : null);
    });
  });
  touch.addEventListener("pointerleave", () => {
    last = null;
    status.textContent = "";
    preview(viewer, null);
  });
  viewer.choices.watch(["tool"], () => preview(viewer, null));
}

/** A dot where a click would measure to, with how far that is from the last point. */
function preview(viewer: Viewer, spot: Snapped | null): void {
  if (!spot && !viewer.overlay.pointed) return;
  const before = viewer.ends[viewer.ends.length - 1]?.point;
  const far = spot && before ? `${legBetween(before, spot.point).straight.toFixed(2)} m` : "";
  const shape = spot?.on === "vertex" ? "square" : spot?.on === "edge" ? "diamond" : "dot";
  viewer.overlay.pointed = spot && { at: spot.point, shape, colour: viewer.palette.accent, inside: "", text: far, rank: 100 };
  viewer.stage.draw();
}

/** Mending what check finds: a button at every finding and cause, before and after, one or all. */

import type { Edit, Editor } from "../../edit/editor.ts";
import { Comparison } from "../../edit/compare.ts";
import type { FindingInfo, Level } from "../../model/scene.ts";
import { count, sentence } from "../../model/words.ts";
import { byId, make } from "../dom.ts";
import { mendByHand } from "./by_hand.ts";

/** The edit that mends a finding: its rule, in its room, and in the other one of a doorway that both have it at. */
export function mendOne(level: Level, finding: FindingInfo): Edit {
  const edit: Edit = { op: "fix", rules: [finding.rule] };
  if (finding.fix === "unsafe") edit["unsafe"] = true;
  const alike = level.info.findings.filter((one) => one.rule === finding.rule && one.edges.length && isSamePlace(one, finding));
  const rooms = [finding, ...alike].map(({ room }) => (room === null ? undefined : level.info.rooms[room]));
  if (rooms[0] && !rooms[0].empty && finding.rule.slice(0, 3) !== "CAU") {
    edit["rooms"] = [...new Set(rooms.flatMap((room) => (room && !room.empty ? [room.name] : [])))];
  }
  return edit;
}

function isSamePlace({ at: one }: FindingInfo, { at: other }: FindingInfo): boolean {
  return one !== null && other !== null && Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]) < 0.01;
}

export function mending(editor: Editor): void {
  const { viewer } = editor;
  const box = make("section", { id: "compare", className: "card compare", hidden: true, attributes: { "aria-label": "Before and after" } });
  byId("stage").append(box);
  let shown: Comparison | null = null;

  function end(accept: boolean): void {
    const comparison = shown;
    shown = null;
    box.hidden = true;
    if (accept) void comparison?.accept();
    else comparison?.end();
    editor.pause(false);
    byId("touch").focus({ preventScroll: true }); // the button that had it is gone
  }

  async function preview(edits: Edit[]): Promise<void> {
    if (shown) end(false);
    editor.pause(true);
    const reply = await editor.preview(edits);
    if (!reply?.level) return editor.pause(false);
    viewer.select(null); // its card would lie over the other one
    editor.tell("", []);
    shown = new Comparison(editor, reply.level, edits, reply.text ?? "", reply.notes ?? []);
    fill();
    byId("mend-do").focus();
  }

  function fill(): void {
    if (!shown) return;
    const side = (name: "before" | "after", text: string): HTMLElement =>
      make(
        "button",
        {
          type: "button",
          attributes: { "aria-pressed": String(shown?.side === name), "data-side": name },
          on: {
            click: () => {
              shown?.show(name);
              fill();
              box.querySelector<HTMLElement>(`[data-side=${name}]`)?.focus();
            },
          },
        },
        text,
      );
    const where = shown.isSame ? "Only tables inside the files change: nothing of it can be seen." : "";
    box.hidden = false;
    box.replaceChildren(
      make("h2", {}, "This is how it would be"),
      make("p", { className: "lead" }, sentence(shown.text.replace(/^(?:mended|made) /, ""))),
      ...(shown.notes.length ? [make("ul", { className: "plain notes", tabIndex: 0 }, ...shown.notes.map((note) => make("li", {}, note)))] : []),
      ...(where ? [make("p", { className: "second" }, where)] : []),
      make("div", { className: "pills" }, side("before", "Before"), side("after", "After")),
      make(
        "div",
        { className: "answers" },
        make("button", { type: "button", on: { click: () => end(false) } }, "Leave it as it is"),
        make("button", { type: "button", className: "primary", id: "mend-do", on: { click: () => end(true) } }, "Mend it"),
      ),
    );
  }
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !shown) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      end(false);
    },
    { capture: true },
  );

  viewer.aboutFinding = (finding) => {
    if (!editor.active) return [];
    if (!finding.fix) return mendByHand(editor, finding);
    const careful = finding.fix === "unsafe" ? make("p", { className: "second" }, "This changes more than the fault: look at it first.") : null;
    return [
      make(
        "div",
        { className: "answers start" },
        make("button", { type: "button", id: "mend", className: "primary", on: { click: () => void preview([mendOne(editor.level, finding)]) } }, "Show the repair"),
      ),
      ...(careful ? [careful] : []),
    ];
  };
  mendAll(editor, preview);
}

/** A line over the list of findings: how many can be mended at once. */
function mendAll(editor: Editor, preview: (edits: Edit[]) => Promise<void>): void {
  const line = make("div", { className: "mendall", hidden: true });
  byId("page-findings").prepend(line);
  let told = "";
  function fill(): void {
    const findings = editor.viewer.level?.info.findings ?? [];
    const safe = findings.filter((one) => one.fix === "safe" && one.cause === null).length;
    const unsafe = findings.filter((one) => one.fix === "unsafe" && one.cause === null).length;
    line.hidden = !editor.active || !(safe || unsafe);
    // Only when it changes: a button that is made anew between press and release hears no click.
    if (told === `${safe} ${unsafe}`) return;
    told = `${safe} ${unsafe}`;
    const button = (text: string, title: string, edit: Edit): HTMLElement =>
      make("button", { type: "button", title, on: { click: () => void preview([edit]) } }, text);
    line.replaceChildren(
      ...(safe ? [button(`Mend ${count(safe, "fault")} …`, "What repairs the fault and changes nothing else; shown first", { op: "fix" })] : []),
      ...(unsafe ? [button(`${safe ? "All" : "Mend"} ${count(safe + unsafe, "fault")} …`, "Also what changes more than the fault; shown first", { op: "fix", unsafe: true })] : []),
    );
  }
  editor.on("status", fill);
  editor.on("health", fill);
}

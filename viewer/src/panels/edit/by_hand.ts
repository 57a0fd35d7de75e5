/** What no repair is known for: what to do, and buttons that go where it is done. No finding is a dead end. */

import { edgesOfFinding, rowsOfFinding } from "../../draw/found.ts";
import { placeOfFinding } from "../../draw/marks.ts";
import type { Editor } from "../../edit/editor.ts";
import type { EditToolName } from "../../edit/tool.ts";
import type { FindingInfo } from "../../model/scene.ts";
import { copy } from "../copying.ts";
import { make, prose } from "../dom.ts";
import { howToFix } from "../fixes.ts";

/** The rule of a finding in full, and what commands take for this level. */
interface RuleReply {
  title: string;
  why: string;
  how: string;
  path: string;
}

interface Way {
  tool: EditToolName;
  text: string;
}

const SHAPE: Way = { tool: "shape", text: "Select it, to shape" };
const THINGS: Way = { tool: "things", text: "Open Things there" };

/** The tool for what nobody but a person can decide, by the family of the rule. */
const BY_HAND: Readonly<Record<string, Way>> = {
  MAT: { tool: "paint", text: "Select it, to paint" },
  MSH: SHAPE,
  ARE: { tool: "link", text: "Open Link there" },
  NAV: { tool: "link", text: "Open Link there" },
  OBJ: THINGS,
  PTH: THINGS,
  VIS: { tool: "things", text: "Open Things" },
};

/** The tool that changes what a finding names; none for what is wrong in a file as a whole. */
export function toolFor(finding: Pick<FindingInfo, "rule" | "faces" | "edges" | "room">): Way | null {
  const family = finding.rule.slice(0, 3);
  if (BY_HAND[family]) return BY_HAND[family];
  return (family === "MDL" || family === "BWM") && (finding.faces.length || finding.edges.length) ? SHAPE : null;
}

/** The first command in a text, with the level's own path in place of PATH and AREA; empty where there is none. */
export function commandIn(text: string, path: string): string {
  const found = text.split("`").filter((part, i) => i % 2 && part.startsWith("kotorlevel "))[0] ?? "";
  return found.replace(/\b(?:PATH|AREA)\b/g, () => path);
}

export function mendByHand(editor: Editor, finding: FindingInfo): Node[] {
  const { viewer } = editor;
  const how = howToFix(editor.level.info, finding);
  const more = make("div", { className: "rule-text", attributes: { "aria-live": "polite" } });
  const buttons: HTMLElement[] = [];
  const add = (id: string, text: string, act: () => void): void =>
    void buttons.push(make("button", { type: "button", id, on: { click: act } }, text));
  const way = toolFor(finding);
  const room = finding.room === null ? undefined : editor.level.info.rooms[finding.room];
  if (way) add("by-hand", way.text, () => takeTool(editor, finding, way.tool));
  else if (placeOfFinding(editor.level, finding)) add("show-place", "Show the place", () => viewer.showFinding(finding));
  if (!way && room) add("show-room", `About ${room.name || "the room"}`, () => viewer.showRoom(room.index));
  if (commandIn(how, "")) add("copy-command", "Copy the command", () => void copyCommand(editor, finding, how));
  add("read-rule", "Read more", () => void readMore(editor, finding, more));
  return [prose(how, "fix"), make("div", { className: "answers start" }, ...buttons), more];
}

/** Selects what a finding names, and takes the tool that changes such things. */
function takeTool(editor: Editor, finding: FindingInfo, tool: EditToolName): void {
  const { level, selected, viewer } = editor;
  const [faces, edges] = [rowsOfFinding(level, finding), edgesOfFinding(level, finding)];
  viewer.showFinding(finding);
  if (faces.length || edges.length) {
    selected.setKind(faces.length ? "face" : "edge");
    selected.take(faces.length ? faces : edges, "set");
  }
  editor.choose(tool);
  editor.selectionChanged();
}

async function copyCommand(editor: Editor, finding: FindingInfo, how: string): Promise<void> {
  const rule = await editor.question<RuleReply>("rule", { rule: finding.rule });
  if (rule) await copy(editor.viewer, commandIn(how, rule.path));
}

/** The text of the rule, on the spot; asked for once more it goes away. */
async function readMore(editor: Editor, finding: FindingInfo, box: HTMLElement): Promise<void> {
  if (box.childElementCount) return box.replaceChildren();
  const rule = await editor.question<RuleReply>("rule", { rule: finding.rule });
  if (!rule) return;
  box.replaceChildren(
    make("h3", {}, rule.title),
    make("h3", {}, "What it does in the game"),
    prose(rule.why),
    make("h3", {}, "What to do"),
    prose(rule.how),
  );
}

/** Which command repairs a finding, in words that can be typed. */

import type { FindingInfo, SceneDocument } from "../model/scene.ts";

/** "`kotorlevel fix PATH --unsafe` repairs this ...": the page knows the level's name, not its folder. */
export function howToFix(info: Pick<SceneDocument, "name" | "kind" | "levels">, finding: Pick<FindingInfo, "fix" | "file" | "how" | "label">): string {
  if (!finding.fix) return finding.how || "This needs a decision by hand.";
  const [what, where] =
    info.kind === "mesh" && finding.file
      ? [quoted(finding.file), ""]
      : ["PATH", ` PATH is the folder or file that you have ${levelName(info, finding) || "this level"} in.`];
  return finding.fix === "safe"
    ? `\`kotorlevel fix ${what}\` repairs this.${where}`
    : `\`kotorlevel fix ${what} --unsafe\` repairs this; look at the result.${where}`;
}

/** The name of the level that a finding is about, which may be one of several. */
function levelName(info: Pick<SceneDocument, "name" | "levels">, finding: Pick<FindingInfo, "label">): string {
  const letter = finding.label?.replace(/\d+$/, "");
  return info.levels?.find((level) => level.letter === letter)?.name ?? info.name;
}

/** A file's name as a shell takes it. */
function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `"${name}"`;
}

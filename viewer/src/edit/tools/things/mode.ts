/** What the tool *Things* can be at: one of these at a time takes the pointer and the keys. */

import type { LayerName } from "../../../app/choices.ts";
import type { EditTool } from "../../tool.ts";

export interface ThingsMode extends Pick<EditTool, "hint" | "panel" | "hover" | "press" | "drag" | "release" | "click" | "cancel" | "onKey" | "onLevel" | "onSelection"> {
  readonly label: string;
  /** What must be seen to be taken hold of. */
  readonly layers: readonly LayerName[];
  start(): void;
  stop(): void;
}

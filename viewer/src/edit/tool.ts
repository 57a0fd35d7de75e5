/** What a tool of the editor is: what a click or drag does, what it shows before, and its options. */

import type { Pointed } from "./pick.ts";

export const EDIT_TOOLS = {
  select: "Select",
  paint: "Paint",
  shape: "Shape",
  link: "Link",
  rooms: "Rooms",
  things: "Things",
} as const;
export type EditToolName = keyof typeof EDIT_TOOLS;

export interface EditTool {
  readonly name: EditToolName;
  /** For the button: what it is for, and its key. */
  readonly title: string;
  readonly key: string;
  /** What a click and a drag do now, for the line below the tools. */
  hint(): string;
  /** Whether it works with the edges of faces, which have to be seen then. */
  readonly showsEdges?: boolean;
  /** Whether it works on files that one walkmesh without its level has not. */
  readonly needsLevel?: boolean;
  /** The options, in the side panel while the tool is chosen. Made once, kept up to date by the tool. */
  readonly panel: HTMLElement;
  /** The tool is chosen, or left; then nothing that it showed may stay. */
  start?(): void;
  stop?(): void;
  /** The pointer moves without a button; null when it leaves. */
  hover?(at: Pointed | null): void;
  /** A press on the picture; true where the tool takes the drag that follows, else it turns the picture. */
  press?(at: Pointed): boolean;
  drag?(at: Pointed): void;
  release?(at: Pointed): void;
  /** A press and release at one place that `press` did not take. */
  click?(at: Pointed): void;
  /** Esc, or another finger came: drops what is half done. True where there was something. */
  cancel?(): boolean;
  /** A key without Ctrl; true where the tool has used it. */
  onKey?(name: string, event: KeyboardEvent): boolean;
  /** Another level is shown: numbers of faces have changed. */
  onLevel?(): void;
  /** What is selected has changed. */
  onSelection?(): void;
}

/** Puts the editor together: tools, bar, keys, pointer, questions. */

import type { Server } from "../app/api.ts";
import type { Viewer } from "../app/viewer.ts";
import { editBar } from "../panels/edit/bar.ts";
import { askAboutEdits, saveAsking } from "../panels/edit/dialogs.ts";
import { Editor } from "./editor.ts";
import { listenToEditKeys } from "./keys.ts";
import { listenToEditing } from "./pointer.ts";
import { LinkTool } from "./tools/link.ts";
import { PaintTool } from "./tools/paint.ts";
import { RoomsTool } from "./tools/rooms.ts";
import { SelectTool } from "./tools/select.ts";
import { ShapeTool } from "./tools/shape.ts";
import { ThingsTool } from "./tools/things.ts";

export function makeEditor(viewer: Viewer, server: Server): Editor {
  const editor = new Editor(viewer, server);
  editor.add(new SelectTool(editor));
  editor.add(new PaintTool(editor));
  editor.add(new ShapeTool(editor));
  editor.add(new LinkTool(editor));
  editor.add(new RoomsTool(editor));
  editor.add(new ThingsTool(editor));
  const save = (): void => void saveAsking(editor);
  editBar(editor, save);
  listenToEditKeys(editor, save);
  listenToEditing(editor);
  askAboutEdits(editor);
  return editor;
}

/** A live page: asks now and then whether files changed, and shows the new level if so. */

import type { Editor } from "../edit/editor.ts";
import { Gone } from "./api.ts";
import { loadFromServer } from "./load.ts";
import type { Viewer } from "./viewer.ts";

const EVERY_MS = 1000;
const GONE = "KotorLevel does not answer: it has ended, it seems.";

/** What to do now that nobody answers. */
function wordsOfGone({ active, status }: Editor): string {
  const kept = active && status && !status.isSaved;
  return `${GONE} ${kept ? "Your unsaved edits are kept: open this level again to bring them back." : "Open this level again to go on."}`;
}

export function watchServer(viewer: Viewer, editor: Editor): void {
  const { server } = editor;
  let told = "";
  const look = async (): Promise<void> => {
    try {
      const { version } = editor;
      const status = await server.status();
      if (viewer.notice.startsWith(GONE)) viewer.say("");
      // A file that is half written cannot be read yet: the last good level stays, and this is told.
      if (status.error !== told) viewer.say(status.error);
      told = status.error;
      // What an edit has overtaken on its way tells of the level before it.
      if (!editor.busy && version === editor.version) {
        if (status.version !== editor.version) await load(status.edit !== null && status.edit !== undefined);
        editor.hear(status);
      }
    } catch (error) {
      viewer.say(error instanceof Gone ? wordsOfGone(editor) : String(error instanceof Error ? error.message : error));
    }
    setTimeout(() => void look(), EVERY_MS);
  };
  async function load(edited: boolean): Promise<void> {
    const [level, loaded] = await loadFromServer(server);
    if (editor.busy || loaded <= editor.version) return; // an edit of this page was faster
    if (edited) {
      editor.show(level, loaded);
      void editor.check();
      return;
    }
    editor.version = loaded;
    viewer.open(level);
    viewer.say("Files changed: the level was loaded again.");
    setTimeout(() => viewer.say(told), 4000);
  }
  setTimeout(() => void look(), EVERY_MS);
}

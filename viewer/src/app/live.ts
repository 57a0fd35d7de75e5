/** A live page: asks now and then whether files changed, and shows the new level if so. */

import type { Server } from "./api.ts";
import { loadFromServer } from "./load.ts";
import type { Viewer } from "./viewer.ts";

const EVERY_MS = 1000;
const GONE = "The server does not answer. Is `kotorlevel view` still running?";

/** `version` is that of the level which is shown. */
export function watchServer(viewer: Viewer, server: Server, version: number): void {
  let told = "";
  const look = async (): Promise<void> => {
    try {
      const { version: now, error } = await server.status();
      if (viewer.notice === GONE) viewer.say("");
      // A file that is half written cannot be read yet: the last good level stays, and this is told.
      if (error !== told) viewer.say(error);
      told = error;
      if (now !== version) {
        const [level, loaded] = await loadFromServer(server);
        version = loaded;
        viewer.open(level);
        viewer.say("Files changed: the level was loaded again.");
        setTimeout(() => viewer.say(told), 4000);
      }
    } catch (error) {
      viewer.say(error instanceof TypeError ? GONE : String(error instanceof Error ? error.message : error));
    }
    setTimeout(() => void look(), EVERY_MS);
  };
  setTimeout(() => void look(), EVERY_MS);
}

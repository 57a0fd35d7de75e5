/** Where the scene comes from: the page itself, or the server. */

import { type Models, type ModelsInfo, readModels } from "../model/models.ts";
import { type Level, readLevel, type SceneDocument } from "../model/scene.ts";
import type { Server } from "./api.ts";

/** The level that is written into the page. */
export async function loadFromPage(): Promise<Level> {
  const text = document.getElementById("scene")?.textContent;
  const packed = document.getElementById("scene-data")?.textContent;
  if (!text || !packed) throw new Error("This page holds no level. Export it again with `kotorlevel view --export`.");
  const info = JSON.parse(text) as SceneDocument;
  return readLevel(info, await unpack(packed.trim()));
}

const TRIES = 5;

type Files = Pick<Server, "get" | "status">;

/** The level that the server has now, and its version. */
export async function loadFromServer(server: Files): Promise<[Level, number]> {
  const [info, buffer, version] = await loadPair<SceneDocument>(server, "scene");
  return [readLevel(info, buffer), version];
}

/** The models of that level, which come after it; null where it has none. */
export async function loadModels(server: Files): Promise<Models | null> {
  type Document = Pick<SceneDocument, "buffers"> & { models: ModelsInfo };
  const [{ models, buffers }, data] = await loadPair<Document>(server, "models");
  return readModels(models, buffers, data);
}

/** A document, the buffer that belongs to it, and the version of both. */
async function loadPair<T>(server: Files, name: string): Promise<[T, ArrayBuffer, number]> {
  let { version } = await server.status();
  for (let i = 0; i < TRIES; i++) {
    const [info, buffer] = await Promise.all([
      server.get(`${name}.json`).then((reply) => reply.json() as Promise<T>),
      server.get(`${name}.bin`).then((reply) => reply.arrayBuffer()),
    ]);
    const after = (await server.status()).version;
    if (after === version) return [info, buffer, version];
    // Files changed in between: this is half of one level and half of another.
    version = after;
  }
  throw new Error("The files change faster than they can be loaded. Reload the page.");
}

/** The bytes of base64 text, inflated. */
export async function unpack(text: string): Promise<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

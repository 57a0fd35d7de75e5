import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServerStatus } from "../src/app/api.ts";
import { loadFromServer } from "../src/app/load.ts";
import { EMPTY } from "./levels.ts";

/** A server whose files change after so many requests each time, as named in `changes`. */
class Changing {
  version = 1;
  asked = 0;

  constructor(private readonly changes: number[]) {}

  async get(path: string): Promise<Response> {
    this.step();
    return new Response(path === "scene.json" ? JSON.stringify(named(this.version)) : bytes(this.version));
  }

  async status(): Promise<ServerStatus> {
    this.step();
    return { version: this.version, error: "" };
  }

  private step(): void {
    if (this.changes.includes(this.asked++)) this.version++;
  }
}

/** The document and the bytes of a level: both tell their version. */
function named(version: number): object {
  const materials = { offset: 0, count: 1, width: 1, type: "uint8" };
  return { ...EMPTY, name: String(version), rooms: [], buffers: { materials } };
}

function bytes(version: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array([version]);
}

for (const change of [0, 1, 2, 3, 99]) {
  test(`a level is not half of one and half of another: change at request ${change}`, async () => {
    const server = new Changing([change]);
    const [level, version] = await loadFromServer(server);
    assert.equal(level.info.name, String(server.version));
    assert.equal(level.materials[0], server.version);
    assert.equal(version, server.version);
  });
}

test("files that never rest are told, not waited for", async () => {
  const server = new Changing(Array.from({ length: 1000 }, (_, i) => i));
  await assert.rejects(loadFromServer(server), /faster/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, Haste } from "../src/draw/haste.ts";

function after(haste: Haste, took: number, pictures: number): Haste {
  for (let i = 0; i < pictures; i++) haste.learn(took);
  return haste;
}

test("quick pictures show everything", () => {
  assert.equal(after(new Haste(), 16, 500).detail, ALL);
  // A single slow one, such as the first, changes nothing.
  const haste = after(new Haste(), 300, 1);
  assert.equal(after(haste, 16, 1).detail, ALL);
  assert.equal(after(haste, 300, 1).detail, ALL);
});

test("slow pictures show less, step by step, down to the quickest", () => {
  const haste = after(new Haste(), 100, 2);
  assert.deepEqual([haste.detail.smooth, haste.detail.marks, haste.detail.pixels], [false, true, 1]);
  assert.equal(after(haste, 100, 2).detail.pixels, 0.75);
  assert.equal(after(haste, 100, 50).detail.pixels, 0.5);
});

test("what turns out to be quick shows everything again, whatever the browser says of itself", () => {
  const haste = new Haste(true);
  assert.notEqual(haste.detail, ALL);
  assert.equal(after(haste, 12, 45).detail, ALL);
});

test("what was too much is tried again less and less often", () => {
  const haste = new Haste(true);
  let tries = 0;
  for (let i = 0; i < 3000; i++) {
    const fine = haste.detail === ALL;
    haste.learn(fine ? 100 : 15);
    if (!fine && haste.detail === ALL) tries++;
  }
  assert.ok(tries >= 2 && tries <= 8, String(tries));
});

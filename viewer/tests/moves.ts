/**
 * Makes moves in a scene, for comparison with Python: reads JSON from the standard input
 * ({ scene, data, moves: [[row, x, y, dx, dy] …], doors: [state …] }, data in base64), and writes
 * [[row, x, y, z, reached] …]. With `radius` those of a body.
 */

import { readFileSync } from "node:fs";
import { readLevel } from "../src/model/scene.ts";
import { Feet } from "../src/walk/step.ts";

const { scene, data, moves, doors } = JSON.parse(readFileSync(0, "utf8"));
const bytes = Uint8Array.from(Buffer.from(data, "base64"));
const feet = new Feet(readLevel(scene, bytes.buffer), doors);
const ends = (moves as number[][]).map(([row, x, y, dx, dy]) => {
  feet.put(row, x, y);
  const reached = feet.slide(x + dx, y + dy);
  return [feet.row, feet.x, feet.y, feet.z, reached];
});
process.stdout.write(JSON.stringify(ends));

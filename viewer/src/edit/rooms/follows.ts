/** What hangs on a room: links, doors and things on its floor, rooms that see it. */

import type { Level, Point } from "../../model/scene.ts";
import { count } from "../../model/words.ts";
import { FaceTree } from "../../model/tree.ts";

/** What goes, and what is left without a floor, when a room is removed; as sentences. */
export function whatGoes(level: Level, room: number, tree: FaceTree): string[] {
  const { info } = level;
  const name = info.rooms[room].name;
  const told: string[] = [];
  const neighbours = new Map<number, number>();
  for (const link of info.links) {
    const other = link.room === room ? link.to : link.to === room ? link.room : -1;
    if (other >= 0 && other !== room && info.rooms[other]) neighbours.set(other, (neighbours.get(other) ?? 0) + 1);
  }
  if (neighbours.size) told.push(`Its links go: to ${[...neighbours.keys()].map((index) => info.rooms[index].name).join(", ")}.`);
  else told.push("No links lead to it.");
  const hooks = info.hooks.filter((hook) => hook.kind === "door" && hook.room === room).length;
  if (hooks) told.push(`${count(hooks, "door hook")} of it ${hooks === 1 ? "goes" : "go"}, too.`);
  const standing = [
    count(info.doors.filter((door) => stands(level, tree, door.position, room)).length, "door"),
    count(info.placeables.filter((one) => stands(level, tree, one.position, room)).length, "placeable"),
    count((info.pathPoints?.points ?? []).filter(([x, y, z]) => stands(level, tree, [x, y, z ?? info.bounds.min[2]], room)).length, "path point"),
  ].filter((words) => !words.startsWith("0 "));
  if (standing.length) told.push(`Left over no floor then, where they stand now: ${standing.join(", ")}.`);
  if (info.entry && stands(level, tree, info.entry, room)) told.push("The player enters the level here: the entry has to be moved to another room.");
  const sees = info.rooms.filter((one) => one.index !== room && one.sees.includes(room)).length;
  if (sees) told.push(`${count(sees, "room")} no longer ${sees === 1 ? "sees" : "see"} ${name}.`);
  if (room < info.rooms.length - 1) told.push("Rooms behind it in the layout move up by one; all links follow.");
  return told;
}

/** Whether a place is over the floor of a room: what one hits looking down from a little above it. */
function stands(level: Level, tree: FaceTree, at: Point, room: number): boolean {
  const hit = tree.cast([at[0], at[1], at[2] + 1], [0, 0, -1], (row) => row < level.roomFaces && level.islands[row] >= 0);
  return Boolean(hit && level.faceRoom[hit.row] === room && hit.distance < 3);
}

/** The order of rooms after one of them has gone to another place: old numbers. */
export function movedInOrder(size: number, from: number, to: number): number[] {
  const order = Array.from({ length: size }, (_, i) => i);
  const [room] = order.splice(from, 1);
  order.splice(to, 0, room);
  return order;
}

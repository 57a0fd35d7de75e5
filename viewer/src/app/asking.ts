/** Clicked questions: asked of the server if there is one, answered in the page if not. */

import { faceName, isWalkable, type Level, type Point } from "../model/scene.ts";
import { nameOfFace, nameOfMaterial, number, sentence } from "../model/words.ts";
import { type Answer, answerPath, answerSight, lift, measureAnswer, noPath, sightAnswer, type Spot } from "../walk/answers.ts";
import { doorsInTheWay } from "../walk/doorways.ts";
import { flagsOfRanges, reachFrom } from "../walk/reach.ts";
import { noteOnStops, roomsOfFlags } from "../walk/stops.ts";
import type { PathReply, Server, SightReply } from "./api.ts";
import type { Viewer } from "./viewer.ts";
import { pointed } from "../model/touch.ts";

export class Asking {
  private asked = 0;

  constructor(
    private readonly viewer: Viewer,
    private readonly server: Server | null,
  ) {}

  /** Takes a clicked spot for the present tool. */
  async take(spot: Spot): Promise<void> {
    const { tool } = this.viewer.choices.value;
    if (tool === "reach") return this.reach(spot);
    if (tool === "measure") return this.measure([...this.viewer.ends, spot]);
    const ends = this.viewer.ends.length === 1 ? [this.viewer.ends[0], spot] : [spot];
    await this.between(ends);
  }

  /** Shows one end, or both and what lies between them. */
  async between(ends: Spot[]): Promise<void> {
    const turn = ++this.asked;
    this.viewer.say("");
    this.viewer.showMeasure(ends, null);
    if (ends.length < 2) return;
    const sight = this.viewer.choices.value.tool === "sight";
    const answer = await this.guard(() =>
      sight ? this.sight(ends[0], ends[1]) : this.path(ends[0], ends[1]),
    );
    // Whoever clicks on meanwhile wants the newer answer.
    if (answer && turn === this.asked) this.viewer.showMeasure(ends, answer);
  }

  /** Shows what lies between points; it needs nobody's answer. */
  measure(points: Spot[]): void {
    this.viewer.say("");
    this.viewer.showMeasure(points, measureAnswer(points.map((spot) => spot.point)));
  }

  /** Takes the last measured point back; false where there is none. */
  takeBack(): boolean {
    const { ends, choices } = this.viewer;
    if (choices.value.tool !== "measure" || !ends.length) return false;
    this.measure(ends.slice(0, -1));
    return true;
  }

  /** The last question again, after a choice that it depends on has changed. */
  async again(): Promise<void> {
    const { ends, choices } = this.viewer;
    if (ends.length === 2 && choices.value.tool !== "measure") await this.between(ends);
  }

  private async reach(spot: Spot): Promise<void> {
    const { level } = this.viewer;
    this.viewer.say("");
    const trouble = whyNoFloor(level, spot.row);
    if (trouble) return this.viewer.sayBriefly(`No floor there: ${trouble}. ${pointed("Click another face.")}`);
    const found = this.server
      ? await this.guard(async (server) => {
          const reply = await (server as Server).reach(spot.point);
          if (reply.reason) this.viewer.say(reply.reason);
          return { flags: flagsOfRanges(reply.faces, level.roomFaces), note: reply.note ?? "" };
        })
      : reachHere(level, spot.row);
    if (found) this.viewer.showReach({ from: spot.point, label: nameOfFace(level, spot.row), ...found });
  }

  private async path(a: Spot, b: Spot): Promise<Answer> {
    const { level, choices } = this.viewer;
    const { doorStates, bodyRadius } = choices.value;
    if (!this.server) return answerPath(level, a, b, doorStates);
    const open = doorStates.flatMap((state, door) => (state ? [door] : []));
    const reply = await this.server.path(a.point, b.point, bodyRadius, open);
    return pathFromReply(level, reply, doorStates);
  }

  private async sight(a: Spot, b: Spot): Promise<Answer> {
    const { level, tree, picture, choices } = this.viewer;
    const { eyeHeight, doorStates } = choices.value;
    if (!this.server) {
      return answerSight(level, tree, a, b, eyeHeight, (row) => picture.faces.present(row));
    }
    const [from, to] = [lift(a.point, eyeHeight), lift(b.point, eyeHeight)];
    return sightFromReply(level, await this.server.sight(from, to, doorStates), from, to);
  }

  /** The result of `work`; a failure is told and gives null. */
  private async guard<T>(work: (server: Server | null) => Promise<T>): Promise<T | null> {
    try {
      return await work(this.server);
    } catch (error) {
      this.viewer.say(`No answer: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}

/** Why nobody can stand on a face; empty if one can. */
function whyNoFloor(level: Level, row: number): string {
  if (row >= level.roomFaces) return "this is a door or placeable";
  return isWalkable(level, row) ? "" : `nobody can walk on ${nameOfMaterial(level, level.materials[row])}`;
}

function reachHere(level: Level, row: number): { flags: Uint8Array; note: string } {
  const flags = reachFrom(level, row);
  return { flags, note: noteOnStops(level, roomsOfFlags(level, flags)) };
}

function pathFromReply(level: Level, reply: PathReply, doorStates: readonly number[]): Answer {
  if (reply.status !== "ok") {
    const { mend = "", places = [], note = "", points } = reply;
    return { ...noPath(sentence(reply.reason || reply.status)), note, points, mend, places };
  }
  const doors = doorsInTheWay(level, reply.points, doorStates);
  return {
    kind: "path",
    ok: true,
    title: `${number(reply.length ?? 0)} m`,
    reason: [reply.reason, doors.length ? `Doors in the way, as set now: ${doors.join(", ")}.` : ""]
      .filter(Boolean)
      .join(" "),
    note: reply.note ?? "",
    points: reply.points,
    length: reply.length ?? NaN,
    rooms: reply.rooms,
    stop: null,
  };
}

function sightFromReply(level: Level, reply: SightReply, from: Point, to: Point): Answer {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const stop = reply.clear ? null : (reply.point ?? to);
  return sightAnswer(from, to, length, stop, () => {
    const room = level.info.rooms[reply.room ?? -1];
    if (!room || reply.face === null) return reply.thing ? `the ${reply.thing}` : "a face";
    const row = room.faces[0] + reply.face;
    const name = faceName(level, row);
    return name ? `${nameOfFace(level, row)} (${nameOfMaterial(level, level.materials[row])})` : "a face";
  });
}

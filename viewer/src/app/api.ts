/** The server behind a live page. */

import { type FindingInfo, type Level, type Point, readLevel, type SceneDocument, type StopInfo } from "../model/scene.ts";

export interface PathReply {
  status: string;
  reason: string;
  length: number | null;
  points: Point[];
  rooms: number[];
  note?: string;
  /** What would make a way, and where to look at, if there is none. */
  mend?: string;
  places?: { text: string; at: Point }[];
}

export interface SightReply {
  clear: boolean;
  point: Point | null;
  face: number | null;
  room: number | null;
  /** A door or placeable in the way; empty where it is a face of a room. */
  thing: string;
}

/** How the editing of the level stands, as this page has to know it. */
export interface EditStatus {
  /** Whether this page edits, or may only look because another one does. */
  role: "owner" | "reader";
  /** Whether nobody edits, so that this page may. */
  free: boolean;
  /** Steps that are not in the files. */
  unsaved: number;
  isSaved: boolean;
  /** What would be taken back or done again, in words; empty for nothing. */
  undo: string;
  redo: string;
  position: number;
  steps: number;
  saved: number;
  /** Unsaved edits of an earlier time that can be brought back. */
  recover: number;
  /** What is wrong with the file that keeps unsaved edits; empty for nothing. */
  warning: string;
  /** Files that others have changed meanwhile. */
  disk: string[];
  /** The room that was pointed at; may be empty. */
  room: string;
  /** Whether one walkmesh is edited without its area. */
  alone: boolean;
}

/** The version grows when there is a new level to load; an error tells why there is none. */
export interface ServerStatus {
  version: number;
  error: string;
  /** The version that the findings are of. */
  checked?: number;
  edit?: EditStatus | null;
  /** Whether the level is on the disk, so that it can be edited. */
  editable?: boolean;
}

/** What the server says to something that was asked for below api/edit. */
export interface EditReply {
  version: number;
  turn?: number;
  text?: string;
  notes?: string[];
  edit: EditStatus;
  saved?: string[];
  /** The level afterwards, where it is another one. */
  level?: Level;
}

export interface CheckReply {
  version: number;
  findings: FindingInfo[];
  stops: StopInfo[];
  errors: number;
  warnings: number;
  /** How far the player gets, in sentences. */
  reached: string[];
}

/** A refusal, with what the server said beside the words. */
export class Refusal extends Error {
  constructor(
    text: string,
    readonly status: number,
    readonly more: Record<string, unknown>,
  ) {
    super(text);
  }
}

/** Nobody answers: the program has ended, or its computer sleeps. */
export class Gone extends Error {
  constructor() {
    super("KotorLevel does not answer: that was not done.");
  }
}

export interface ReachReply {
  faces: [number, number][];
  area: number;
  reason: string;
  note?: string;
}

export class Server {
  /** The name of this page, by which the server knows who edits. */
  readonly page = pageName();

  constructor(private readonly token: string) {}

  /** A file of the server. */
  async get(path: string): Promise<Response> {
    return this.send(path, { method: "GET" });
  }

  path(a: Point, b: Point, radius: number, openDoors: number[]): Promise<PathReply> {
    return this.ask("api/path", { a, b, radius, openDoors });
  }

  sight(a: Point, b: Point, doorStates: number[]): Promise<SightReply> {
    return this.ask("api/sight", { a, b, doorStates });
  }

  reach(a: Point): Promise<ReachReply> {
    return this.ask("api/reach", { a });
  }

  check(): Promise<FindingInfo[] | { findings: FindingInfo[] }> {
    return this.ask("api/check", {});
  }

  async status(): Promise<ServerStatus> {
    return (await (await this.get("api/version")).json()) as ServerStatus;
  }

  /** Something below api/edit; the level comes along where it changes. */
  async edit<T = EditReply>(name: string, question: object = {}): Promise<T> {
    const reply = await this.post(`api/edit/${name}`, { page: this.page, ...question });
    if (reply.headers.get("Content-Type") === "application/json") return (await reply.json()) as T;
    return unpackReply(await reply.arrayBuffer()) as T;
  }

  /** Tells the server that this page is closed; it need not be waited for. */
  leave(): void {
    void this.post("api/edit/leave", { page: this.page }, { keepalive: true }).catch(() => undefined);
  }

  private async ask<T>(path: string, question: object): Promise<T> {
    return (await (await this.post(path, question)).json()) as T;
  }

  private post(path: string, question: object, options: RequestInit = {}): Promise<Response> {
    return this.send(path, {
      ...options,
      method: "POST",
      body: JSON.stringify(question),
      headers: { "Content-Type": "application/json" },
    });
  }

  private async send(path: string, options: RequestInit): Promise<Response> {
    const reply = await fetch(path, {
      ...options,
      cache: "no-store",
      headers: { ...options.headers, "X-KotorLevel-Token": this.token, "X-KotorLevel-Page": this.page },
    }).catch(() => {
      throw new Gone();
    });
    if (!reply.ok) {
      const { error, ...more } = (await reply.json().catch(() => ({}))) as { error?: string };
      throw new Refusal(error || `The server answered ${reply.status} to ${path}.`, reply.status, more);
    }
    return reply;
  }
}

/** A reply and its level: the length of the JSON, the JSON, and the scene's buffer. */
export function unpackReply(data: ArrayBuffer): EditReply {
  const length = new DataView(data).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(data, 4, length));
  const { scene, ...reply } = JSON.parse(text) as EditReply & { scene: SceneDocument };
  return { ...reply, level: readLevel(scene, data.slice(4 + length)) };
}

function pageName(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(parts, (part) => part.toString(16).padStart(8, "0")).join("");
}

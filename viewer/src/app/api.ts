/** The server behind a live page. */

import type { FindingInfo, Point } from "../model/scene.ts";

export interface PathReply {
  status: string;
  reason: string;
  length: number | null;
  points: Point[];
  rooms: number[];
  note?: string;
}

export interface SightReply {
  clear: boolean;
  point: Point | null;
  face: number | null;
  room: number | null;
  /** A door or placeable in the way; empty where it is a face of a room. */
  thing: string;
}

/** The version grows when there is a new level to load; an error tells why there is none. */
export interface ServerStatus {
  version: number;
  error: string;
}

export interface ReachReply {
  faces: [number, number][];
  area: number;
  reason: string;
  note?: string;
}

export class Server {
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

  private async ask<T>(path: string, question: object): Promise<T> {
    const reply = await this.send(path, {
      method: "POST",
      body: JSON.stringify(question),
      headers: { "Content-Type": "application/json" },
    });
    return (await reply.json()) as T;
  }

  private async send(path: string, options: RequestInit): Promise<Response> {
    const reply = await fetch(path, {
      ...options,
      cache: "no-store",
      headers: { ...options.headers, "X-KotorLevel-Token": this.token },
    });
    if (!reply.ok) {
      const { error } = (await reply.json().catch(() => ({}))) as { error?: string };
      throw new Error(error || `The server answered ${reply.status} to ${path}.`);
    }
    return reply;
  }
}

/** What will happen, shown before it happens: faces, lines and points over the level. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
} from "three";
import { dots, wideOrPlainLines } from "../draw/lines.ts";
import { retire } from "../draw/retired.ts";
import type { Stage } from "../draw/stage.ts";
import type { Point } from "../model/scene.ts";

export interface GhostPart {
  colour: string;
  /** Nine numbers a triangle. */
  triangles?: ArrayLike<number>;
  opacity?: number;
  /** Six numbers a line. */
  lines?: ArrayLike<number>;
  width?: number;
  dashed?: boolean;
  points?: readonly Point[];
  /** Pixels. */
  size?: number;
}

export class Ghost {
  private readonly group = new Group();
  private readonly layers = new Map<string, Group>();

  constructor(private readonly stage: Stage) {
    stage.scene.add(this.group);
  }

  /** Shows parts under a name, in place of what was shown under it. */
  show(name: string, parts: readonly GhostPart[]): void {
    this.drop(name);
    const group = new Group();
    for (const part of parts) {
      if (part.triangles?.length) group.add(triangles(part));
      if (part.lines?.length) {
        group.add(wideOrPlainLines(part.lines, { width: part.width ?? 3, colour: part.colour, onTop: true, dashed: Boolean(part.dashed) }));
      }
      if (part.points?.length) group.add(dots(part.points.flatMap((point) => [...point]), part.colour, part.size ?? 9));
    }
    if (group.children.length) {
      this.layers.set(name, group);
      this.group.add(group);
    }
    this.stage.draw();
  }

  hide(name: string): void {
    if (!this.layers.has(name)) return;
    this.drop(name);
    this.stage.draw();
  }

  clear(): void {
    for (const name of [...this.layers.keys()]) this.drop(name);
    this.stage.draw();
  }

  private drop(name: string): void {
    const old = this.layers.get(name);
    if (!old) return;
    retire(old);
    this.layers.delete(name);
  }
}

function triangles(part: GhostPart): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(part.triangles ?? []), 3));
  const material = new MeshBasicMaterial({
    color: new Color(part.colour),
    transparent: true,
    opacity: part.opacity ?? 0.55,
    side: DoubleSide,
    depthTest: false,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 9;
  return mesh;
}

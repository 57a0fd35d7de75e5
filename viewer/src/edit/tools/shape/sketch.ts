/** What a drag will come to, drawn anew in every picture: buffers and colours are made once. */

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  type InterleavedBufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  type Points,
  type PointsMaterial,
} from "three";
import type { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import type { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { dots, wideLines } from "../../../draw/lines.ts";
import { retire } from "../../../draw/retired.ts";
import type { Stage } from "../../../draw/stage.ts";
import type { Point } from "../../../model/scene.ts";

export interface Drawn {
  /** Nine numbers a triangle: new or moved faces. */
  faces?: ArrayLike<number>;
  /** Those that must not be left so. */
  bad?: ArrayLike<number>;
  /** Six numbers a line. */
  lines?: ArrayLike<number>;
  points?: readonly Point[];
  /** What is snapped to, larger. */
  goal?: Point | null;
}

export interface SketchColours {
  faces: string;
  bad: string;
  lines: string;
  goal: string;
}

/** Lines some pixels wide up to so many; more are drawn thin, which costs much less. */
const MOST_WIDE = 600;

export class Sketch {
  private readonly group = new Group();
  private readonly faces = new Triangles(0.5);
  private readonly bad = new Triangles(0.7);
  private readonly wide = wideLines(new Float32Array(6 * MOST_WIDE), { width: 2.5, colour: "#000000", onTop: true }) as LineSegments2;
  private readonly thin: LineSegments;
  private readonly points = dots(new Float32Array(3 * 64), "#000000", 9) as Points;
  private readonly goal = dots([0, 0, 0], "#000000", 17) as Points;

  constructor(private readonly stage: Stage) {
    const material = new LineBasicMaterial({ depthTest: false, transparent: true });
    this.thin = new LineSegments(new BufferGeometry(), material);
    this.thin.frustumCulled = false;
    this.thin.renderOrder = 10;
    this.goal.renderOrder = 12;
    this.group.add(this.faces.mesh, this.bad.mesh, this.wide, this.thin, this.goal, this.points);
    this.group.visible = false;
    stage.scene.add(this.group);
  }

  show(drawn: Drawn, colours: SketchColours): void {
    this.faces.set(drawn.faces ?? [], colours.faces);
    this.bad.set(drawn.bad ?? [], colours.bad);
    this.setLines(drawn.lines ?? [], colours.lines);
    setPoints(this.points, drawn.points ?? [], colours.lines);
    setPoints(this.goal, drawn.goal ? [drawn.goal] : [], colours.goal);
    this.group.visible = true;
    this.stage.draw();
  }

  clear(): void {
    if (!this.group.visible) return;
    this.group.visible = false;
    this.stage.draw();
  }

  dispose(): void {
    retire(this.group);
  }

  private setLines(segments: ArrayLike<number>, colour: string): void {
    const few = segments.length <= 6 * MOST_WIDE;
    this.wide.visible = few && segments.length > 0;
    this.thin.visible = !few;
    if (few) {
      const start = this.wide.geometry.getAttribute("instanceStart") as InterleavedBufferAttribute;
      (start.data.array as Float32Array).set(Array.from(segments));
      start.data.needsUpdate = true;
      this.wide.geometry.instanceCount = segments.length / 6;
      (this.wide.material as LineMaterial).color = new Color(colour);
      return;
    }
    fill(this.thin.geometry, segments);
    (this.thin.material as LineBasicMaterial).color.set(colour);
  }
}

class Triangles {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor(opacity: number) {
    const material = new MeshBasicMaterial({ transparent: true, opacity, side: DoubleSide, depthTest: false });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 9;
  }

  set(corners: ArrayLike<number>, colour: string): void {
    this.mesh.visible = corners.length > 0;
    if (!corners.length) return;
    fill(this.mesh.geometry, corners);
    this.mesh.material.color.set(colour);
  }
}

/** Numbers into the buffer of a geometry, which grows where they do not fit. */
function fill(geometry: BufferGeometry, numbers: ArrayLike<number>): void {
  let position = geometry.getAttribute("position") as BufferAttribute | undefined;
  if (!position || position.array.length < numbers.length) {
    geometry.dispose();
    position = new BufferAttribute(new Float32Array(Math.max(90, 2 * numbers.length - (numbers.length % 9))), 3).setUsage(DynamicDrawUsage);
    geometry.setAttribute("position", position);
  }
  (position.array as Float32Array).set(numbers);
  position.needsUpdate = true;
  geometry.setDrawRange(0, numbers.length / 3);
}

function setPoints(points: Points, places: readonly Point[], colour: string): void {
  const position = points.geometry.getAttribute("position") as BufferAttribute;
  const shown = places.slice(0, position.count);
  points.visible = shown.length > 0;
  shown.forEach((place, i) => position.setXYZ(i, ...place));
  position.needsUpdate = true;
  points.geometry.setDrawRange(0, shown.length);
  (points.material as PointsMaterial).color.set(colour);
}

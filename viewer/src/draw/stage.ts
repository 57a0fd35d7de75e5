/** The canvas: one WebGL picture, drawn only when something changed. */

import { Color, ColorManagement, LinearSRGBColorSpace, Scene, WebGLRenderer } from "three";
import { Rig } from "./rig.ts";

// What is written as a colour is what appears: the palette is made for the screen as it is.
ColorManagement.enabled = false;

/** Milliseconds: pictures asked for sooner after the last one belong to one movement. */
const AT_ONCE = 120;

/** How pictures follow each other. */
export interface Pace {
  /** Milliseconds from the last picture to this one. */
  took: number;
  moving: boolean;
}

export class Stage {
  readonly scene = new Scene();
  readonly rig: Rig;
  private readonly renderer: WebGLRenderer;
  private asked = false;
  private readonly beforehand: ((pace: Pace) => void)[] = [];
  private lastAsked = 0;
  private lastDrawn = -Infinity;
  private readonly afterwards: (() => void)[] = [];
  /** Pictures drawn so far. */
  frames = 0;
  width = 1;
  height = 1;

  /** Throws when the browser has no WebGL. */
  constructor(private readonly canvas: HTMLCanvasElement, controlled: HTMLElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.rig = new Rig(controlled, () => this.draw());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement as HTMLElement);
    this.resize();
  }

  setBackground(colour: string): void {
    this.scene.background = new Color(colour);
    this.draw();
  }

  /** Asks for a new picture in the next frame. */
  draw(): void {
    if (this.asked) return;
    this.asked = true;
    this.lastAsked = performance.now();
    requestAnimationFrame((now) => {
      this.asked = false;
      if (this.rig.step(now)) this.draw();
      const pace = { took: now - this.lastDrawn, moving: this.lastAsked - this.lastDrawn < AT_ONCE };
      this.lastDrawn = now;
      for (const work of this.beforehand) work(pace);
      this.renderer.render(this.scene, this.rig.camera);
      this.frames++;
      for (const work of this.afterwards) work();
    });
  }

  /** Calls `work` before every picture. */
  before(work: (pace: Pace) => void): void {
    this.beforehand.push(work);
  }

  /** Calls `work` after every picture. */
  after(work: () => void): void {
    this.afterwards.push(work);
  }

  private resize(): void {
    const frame = (this.canvas.parentElement as HTMLElement).getBoundingClientRect();
    this.width = Math.max(1, frame.width);
    this.height = Math.max(1, frame.height);
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
    this.renderer.setSize(this.width, this.height, false);
    this.rig.resize(this.width, this.height);
    this.draw();
  }
}

/** The canvas: one WebGL picture, drawn only when something changed. */

import { Color, ColorManagement, LinearSRGBColorSpace, Scene, WebGLRenderer } from "three";
import { ALL, type Detail, Haste } from "./haste.ts";
import { LINES_WHILE_MOVING, LINES_AT_REST } from "./lines.ts";
import { freeRetired } from "./retired.ts";
import { Rig } from "./rig.ts";
import { Smoother } from "./smooth.ts";

// What is written as a colour is what appears: the palette is made for the screen as it is.
ColorManagement.enabled = false;

/** Milliseconds without a new picture, and moments at which there could have been one: a movement is over. */
const REST = 160;
const REST_MOMENTS = 3;
/** Pictures that an edit takes: with more, something moves. */
const FEW = 4;

/** How pictures follow each other. */
export interface Pace {
  /** Milliseconds from the last picture to this one, if nothing else could be waited for; else 0. */
  took: number;
  /** Whether another picture was drawn just before. */
  moving: boolean;
  /** Whether this one shows all there is. */
  final: boolean;
}

export class Stage {
  readonly scene = new Scene();
  readonly rig: Rig;
  private readonly renderer: WebGLRenderer;
  private readonly smoother: Smoother;
  private readonly haste: Haste;
  private asked = false;
  private awake = false;
  /** The last moment at which a picture could be drawn, and whether one was. */
  private lastMoment = 0;
  private drewThen = false;
  /** Moments since the last picture. */
  private idle = 0;
  private lastDrawn = -Infinity;
  /** Pictures since the last one that showed all. */
  private run = 0;
  private detail: Detail = ALL;
  private readonly beforehand: ((pace: Pace) => void)[] = [];
  private readonly afterwards: ((detail: Detail) => void)[] = [];
  /** Pictures drawn so far. */
  frames = 0;
  width = 1;
  height = 1;
  private sharpness = 1;
  private ratio = 0;

  /** Throws when the browser has no WebGL. */
  constructor(private readonly canvas: HTMLCanvasElement, controlled: HTMLElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: false });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.debug.checkShaderErrors = false; // asking waits for the graphics card
    this.smoother = new Smoother(this.renderer);
    this.haste = new Haste(isSoftware(this.renderer.getContext()));
    this.rig = new Rig(controlled, () => this.draw());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement as HTMLElement);
    this.resize();
  }

  setBackground(colour: string): void {
    this.scene.background = new Color(colour);
    this.draw();
  }

  /** Whether the picture shows all there is, and nobody has asked for another. */
  get rests(): boolean {
    return this.frames > 0 && !this.asked && !this.awake && this.detail === ALL;
  }

  /** Asks for a new picture in the next frame. */
  draw(): void {
    this.asked = true;
    this.wake();
  }

  private wake(): void {
    if (this.awake) return;
    this.awake = true;
    requestAnimationFrame((now) => this.moment(now));
  }

  /** Draws if that was asked for; and once more, with all there is, when no more is. */
  private moment(now: number): void {
    this.awake = false;
    const took = this.drewThen ? now - this.lastMoment : 0;
    const rests = now - this.lastDrawn >= REST && this.idle >= REST_MOMENTS;
    this.lastMoment = now;
    this.drewThen = this.asked;
    if (this.asked) {
      if (took) this.haste.learn(took);
      this.picture(now, took, this.hastyDetail());
    } else if (rests && this.detail !== ALL) this.picture(now, 0, ALL);
    else this.idle++;
    if (this.asked || this.detail !== ALL || now - this.lastDrawn < REST) this.wake();
  }

  /** The first pictures after a rest are as sharp as that one: another size costs more than it saves. */
  private hastyDetail(): Detail {
    const { detail } = this.haste;
    return this.run >= FEW || detail.pixels === 1 ? detail : { ...detail, pixels: 1 };
  }

  private picture(now: number, took: number, detail: Detail): void {
    this.asked = false;
    this.idle = 0;
    this.lastDrawn = now;
    this.detail = detail;
    this.run = detail === ALL ? 0 : this.run + 1;
    if (this.rig.step(now)) this.draw();
    const pace = { took, moving: detail !== ALL || took > 0, final: detail === ALL };
    for (const work of this.beforehand) work(pace);
    this.setRatio();
    const { camera } = this.rig;
    camera.layers.set(0);
    camera.layers.enable(detail.wide ? LINES_AT_REST : LINES_WHILE_MOVING);
    if (detail.smooth) this.smoother.render(this.scene, camera);
    else this.renderer.render(this.scene, camera);
    this.frames++;
    if (detail === ALL) freeRetired();
    for (const work of this.afterwards) work(detail);
  }

  /** Calls `work` before every picture. */
  before(work: (pace: Pace) => void): void {
    this.beforehand.push(work);
  }

  /** Calls `work` after every picture. */
  after(work: (detail: Detail) => void): void {
    this.afterwards.push(work);
  }

  /** How many of the screen's pixels are drawn, 0 to 1 in each direction: fewer are quicker. */
  sharpen(part: number): void {
    this.sharpness = part;
  }

  private setRatio(): void {
    const ratio = Math.min(2, devicePixelRatio || 1) * Math.min(this.sharpness, this.detail.pixels);
    if (ratio === this.ratio) return;
    this.ratio = ratio;
    this.renderer.setPixelRatio(ratio);
  }

  private resize(): void {
    const frame = (this.canvas.parentElement as HTMLElement).getBoundingClientRect();
    this.width = Math.max(1, frame.width);
    this.height = Math.max(1, frame.height);
    this.renderer.setSize(this.width, this.height, false);
    this.rig.resize(this.width, this.height);
    if (this.frames) this.picture(performance.now(), 0, this.detail); // another size is an empty picture until then
    this.draw();
  }
}

/** Whether the browser says that it draws without a graphics card. */
function isSoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const more = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

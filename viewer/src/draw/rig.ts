/** The camera: orbit in perspective, or straight down without it; flights; rays through pixels. */

import { MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { type Ball, ballAround } from "../model/geometry.ts";
import type { Point } from "../model/scene.ts";
import { type Box, FIELD, frameBeside, frameBest, HALF_FIELD } from "./framing.ts";

/** From the target to the camera at first: from the south-south-west, half way up. */
const FIRST_LOOK = new Vector3(-0.38, -0.72, 0.78).normalize();
const UP = new Vector3(0, 0, 1);
/** Degrees from bottom to top for who walks: as wide as one sees without turning the head. */
const WALKING_FIELD = 62;
/** A picture narrower than this part of its height is looked at from where the level is upright. */
const UPRIGHT = 0.8;
const FLIGHT_MS = 420;
/** How far the camera has to move to be seen to, as a part of its distance. */
const SEEN = 1e-5;
/** Metres: the nearest that the camera comes. */
const NEAREST = 0.2;
/** How many times the level's size the picture can show. */
const WIDEST = 20;
/** Pixels round the middle that must be free for a flight to end there. */
const CLEAR = 40;
/** Pixels between a card and what must not be behind it. */
const BESIDE = 12;

interface Pose {
  target: Vector3;
  /** From the target to the camera. */
  offset: Vector3;
  /** Metres that the picture is high at the target. */
  height: number;
}

interface Flight {
  from: Pose;
  to: Pose;
  start: number;
}

export interface Ray {
  origin: Point;
  direction: Point;
}

export class Rig {
  readonly perspective = new PerspectiveCamera(FIELD, 1, 0.05, 5000);
  readonly straightDown = new OrthographicCamera(-1, 1, 1, -1, 0.1, 5000);
  readonly controls: OrbitControls;
  camera: PerspectiveCamera | OrthographicCamera = this.perspective;
  private ball: Ball = { center: [0, 0, 0], radius: 10 };
  /** A ball around what "fit" shows: one turns about its middle. */
  private around: Ball = this.ball;
  private points: Float32Array = new Float32Array(0);
  private flight: Flight | null = null;
  /** Where the camera was in the last picture. */
  private readonly stood = { position: new Vector3(), target: new Vector3(), zoom: 0 };
  /** Whether the picture still shows everything, as "fit" left it. */
  private fitted = false;
  /** What the picture was brought to last, as long as nobody has moved it since. */
  private aim: (() => void) | null = null;
  private size = { width: 1, height: 1 };
  /** The boxes of the cards that lie over the picture now. */
  covered: () => Box[] = () => [];
  /** Called when something else than walking wants the camera; null while nobody walks. */
  private walker: (() => void) | null = null;

  constructor(
    element: HTMLElement,
    private readonly changed: () => void,
  ) {
    this.perspective.up.set(0, 0, 1);
    this.straightDown.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.perspective, element);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.18;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("start", () => this.stay());
    // At the nearest distance three.js tells of a change with every update: nothing has changed.
    this.controls.addEventListener("change", () => this.hasMoved() && this.changed());
  }

  get top(): boolean {
    return this.camera === this.straightDown;
  }

  get target(): Point {
    return this.controls.target.toArray() as unknown as Point;
  }

  /** The camera is someone's eye from now on; `interrupted` is called when it is wanted elsewhere. */
  hold(interrupted: () => void): void {
    this.flight = null;
    this.walker = interrupted;
    this.controls.enabled = false;
    this.perspective.fov = WALKING_FIELD;
  }

  /** Back to turning round a place. */
  release(): void {
    this.walker = null;
    this.controls.enabled = true;
    this.perspective.fov = FIELD;
  }

  /** The eye at a place, looking along a bearing and so far up (radians). */
  lookOut(x: number, y: number, z: number, bearing: number, rise: number): void {
    const flat = Math.cos(rise);
    this.perspective.position.set(x, y, z);
    this.controls.target.set(x + 4 * flat * Math.cos(bearing), y + 4 * flat * Math.sin(bearing), z + 4 * Math.sin(rise));
    this.perspective.near = 0.05;
    this.perspective.far = 4 * this.ball.radius + 50;
    this.perspective.aspect = this.size.width / this.size.height;
    this.perspective.updateProjectionMatrix();
    this.perspective.lookAt(this.controls.target);
    this.perspective.updateMatrixWorld();
  }

  resize(width: number, height: number): void {
    if (this.walker) {
      this.size = { width: Math.max(1, width), height: Math.max(1, height) };
      return this.changed();
    }
    const pose = this.pose();
    this.size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.place(pose);
    if (this.fitted) this.fit(false);
    // On a phone the list closes as a card opens: what is free is known only now.
    else this.aim?.();
  }

  /** What "fit" shows, (3 a point), and a ball around it: how far the camera sees. */
  setLevel(ball: Ball, points: Float32Array): void {
    this.points = points;
    this.around = ballOf(points, ball) ?? ball;
    this.ball = { center: ball.center, radius: Math.max(1, Math.min(ball.radius, 1e6)) };
    this.controls.minDistance = NEAREST;
    this.controls.maxDistance = this.tallest / 2 / HALF_FIELD;
  }

  /** Everything in the picture; at once or by a flight. */
  fit(fly: boolean): void {
    this.walker?.();
    const shown = { points: this.points, ball: this.around };
    const framed = frameBest(shown, this.looks(), this.size, this.top, this.covered());
    this.go({ ...framed, height: Math.max(2, framed.height) }, fly);
    this.fitted = true;
  }

  /** Stays as it is from now on, whatever becomes of the window. */
  stay(): void {
    this.flight = null;
    this.fitted = false;
    this.aim = null;
  }

  /** At a place from another one, at once, with so many metres in the height of the picture. */
  lookFrom(target: Point, position: Point, height: number): void {
    this.walker?.();
    const at = new Vector3(...target);
    this.go({ target: at, offset: new Vector3(...position).sub(at), height }, false);
    this.fitted = false;
    this.aim = null;
  }

  /** Whether the picture shows everything, as `fit` left it. */
  get showsAll(): boolean {
    return this.fitted;
  }

  /** How the picture looks at the level now: `lookAs` does the same again. */
  get look(): { target: Point; offset: Point; height: number } {
    const { target, offset, height } = this.pose();
    const point = (vector: Vector3): Point => vector.toArray() as unknown as Point;
    return { target: point(target), offset: point(offset), height };
  }

  /** At a place from a side, at once; without a side from where it is looked at now. */
  lookAs({ target, offset, height }: { target: Point; offset: Point | null; height: number }): void {
    const side = offset ? new Vector3(...offset) : this.pose().offset;
    this.go({ target: new Vector3(...target), offset: side, height }, false);
  }

  /** From where everything may be looked at: on a phone from where the longer side is upright. */
  private looks(): Vector3[] {
    if (this.top) return [UP];
    if (this.size.width > UPRIGHT * this.size.height) return [FIRST_LOOK];
    const bearing = Math.atan2(FIRST_LOOK.y, FIRST_LOOK.x);
    return [FIRST_LOOK.z, 0.87].flatMap((rise) =>
      Array.from({ length: 13 }, (_, i) => {
        const about = bearing + ((i - 6) * Math.PI) / 12;
        const flat = Math.sqrt(1 - rise * rise);
        return new Vector3(flat * Math.cos(about), flat * Math.sin(about), rise);
      }),
    );
  }

  private get tallest(): number {
    return WIDEST * 2 * this.ball.radius;
  }

  /** A place in the middle of the picture, or of what cards leave free, with `radius` metres around it. */
  flyTo(center: Point, radius: number): void {
    this.walker?.();
    const { offset } = this.pose();
    const height = this.heightFor(Math.max(1.5, radius));
    const boxes = this.covered();
    if (this.coversMiddle(boxes)) this.go(this.beside([center], boxes, offset, height), true);
    else this.go({ target: new Vector3(...center), offset, height }, true);
    this.aim = () => this.flyTo(center, radius);
  }

  /** Moves, and steps back if it must, until no point is behind a card or outside the picture. */
  reveal(points: readonly Point[]): void {
    if (this.walker) return;
    const boxes = this.covered();
    if (!points.length || points.every((point) => this.isFree(point, boxes))) return;
    const { offset, height } = this.pose();
    this.go(this.beside(points, boxes, offset, height), true);
    this.aim = () => this.reveal(points);
  }

  /** Whether a point is in the picture, and not behind one of the boxes or right beside it. */
  private isFree(point: Point, boxes: readonly Box[]): boolean {
    const { x, y, shown } = this.project(point);
    const { width, height } = this.size;
    if (!shown || x < BESIDE || y < BESIDE || x > width - BESIDE || y > height - BESIDE) return false;
    return !boxes.some(
      (box) => x > box.left - BESIDE && x < box.right + BESIDE && y > box.top - BESIDE && y < box.bottom + BESIDE,
    );
  }

  private coversMiddle(boxes: readonly Box[]): boolean {
    const [x, y] = [this.size.width / 2, this.size.height / 2];
    return boxes.some(
      (box) => box.left < x + CLEAR && box.right > x - CLEAR && box.top < y + CLEAR && box.bottom > y - CLEAR,
    );
  }

  /** A pose from which no card covers the points, `height` metres high or more. */
  private beside(points: readonly Point[], boxes: readonly Box[], offset: Vector3, height: number): Pose {
    const framed = frameBeside(points, this.top ? UP : offset, this.size, this.top, boxes, height);
    return { ...framed, offset };
  }

  setTop(top: boolean): void {
    if (top === this.top) return;
    this.walker?.();
    const pose = this.pose();
    this.flight = null;
    this.aim = null;
    this.camera = top ? this.straightDown : this.perspective;
    this.controls.object = this.camera;
    this.controls.mouseButtons.LEFT = top ? MOUSE.PAN : MOUSE.ROTATE;
    this.controls.touches = { ONE: top ? TOUCH.PAN : TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.controls.screenSpacePanning = true;
    if (!top) pose.offset = FIRST_LOOK.clone();
    this.place(pose);
    if (this.fitted) this.fit(false);
  }

  /** Moves by parts of the picture: right and up. */
  pan(right: number, up: number): void {
    if (this.walker) return;
    const pose = this.pose();
    const ahead = pose.offset.clone().negate().setZ(0);
    if (this.top || ahead.lengthSq() < 1e-9) ahead.set(0, 1, 0);
    ahead.normalize();
    const aside = new Vector3(ahead.y, -ahead.x, 0);
    pose.target.addScaledVector(aside, right * pose.height).addScaledVector(ahead, up * pose.height);
    this.go(pose, false);
  }

  /** Turns round the target: degrees about z and degrees of tilt. */
  turn(about: number, tilt: number): void {
    if (this.top || this.walker) return;
    const pose = this.pose();
    const radians = Math.PI / 180;
    const flat = Math.hypot(pose.offset.x, pose.offset.y);
    const bearing = Math.atan2(pose.offset.y, pose.offset.x) + about * radians;
    const rise = Math.atan2(pose.offset.z, flat) + tilt * radians;
    const height = Math.max(-1.5, Math.min(1.565, rise));
    pose.offset.set(
      Math.cos(height) * Math.cos(bearing),
      Math.cos(height) * Math.sin(bearing),
      Math.sin(height),
    );
    this.go(pose, false);
  }

  zoom(factor: number): void {
    if (this.walker) return;
    const pose = this.pose();
    this.go({ ...pose, height: pose.height * factor }, false);
  }

  /** One step of a flight or of the controls' glide; true while something still moves. */
  step(now: number): boolean {
    if (this.walker) return false;
    if (!this.flight) {
      const moved = this.controls.update() && this.hasMoved();
      this.tuneDepth();
      this.stand();
      return moved;
    }
    const part = Math.min(1, (now - this.flight.start) / FLIGHT_MS);
    const eased = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
    const { from, to } = this.flight;
    if (part >= 1) this.flight = null;
    this.place({
      target: from.target.clone().lerp(to.target, eased),
      offset: from.offset.clone().lerp(to.offset, eased),
      height: from.height * (to.height / from.height) ** eased,
    });
    return true;
  }

  get moving(): boolean {
    return this.flight !== null;
  }

  /** Whether camera or target are elsewhere than in the last picture, by more than can be seen. */
  private hasMoved(): boolean {
    const { position, zoom } = this.camera;
    const { target } = this.controls;
    const far = SEEN * position.distanceTo(target);
    const moved = position.distanceTo(this.stood.position) > far || target.distanceTo(this.stood.target) > far;
    return moved || Math.abs(zoom - this.stood.zoom) > SEEN * zoom;
  }

  /** Remembers where camera and target are in this picture. */
  private stand(): void {
    this.stood.position.copy(this.camera.position);
    this.stood.target.copy(this.controls.target);
    this.stood.zoom = this.camera.zoom;
  }

  /** The ray through a pixel of the element. */
  ray(x: number, y: number): Ray {
    const screen = [(2 * x) / this.size.width - 1, 1 - (2 * y) / this.size.height];
    const near = new Vector3(screen[0], screen[1], -1).unproject(this.camera);
    const far = new Vector3(screen[0], screen[1], 1).unproject(this.camera);
    const direction = far.sub(near).normalize();
    return {
      origin: near.toArray() as unknown as Point,
      direction: direction.toArray() as unknown as Point,
    };
  }

  /** The pixel of a point, and whether it is in front of the camera. */
  project(point: Point): { x: number; y: number; shown: boolean } {
    const at = new Vector3(...point).project(this.camera);
    return {
      x: ((at.x + 1) / 2) * this.size.width,
      y: ((1 - at.y) / 2) * this.size.height,
      shown: at.z > -1 && at.z < 1,
    };
  }

  /** Metres of one pixel at the target. */
  get metresPerPixel(): number {
    return this.pose().height / this.size.height;
  }

  /** What can be kept over a reload. */
  save(): { pose: Pose; top: boolean } {
    return { pose: this.pose(), top: this.top };
  }

  restore(saved: { pose: Pose; top: boolean }): void {
    this.setTop(saved.top);
    this.place(saved.pose);
  }

  /** Depth as fine as the distance allows: lines lie on faces only a little apart. */
  private tuneDepth(): void {
    const distance = this.perspective.position.distanceTo(this.controls.target);
    this.perspective.near = Math.max(0.02, distance / 100);
    this.perspective.far = distance + 8 * this.ball.radius + 20;
    this.camera.updateProjectionMatrix();
  }

  private heightFor(radius: number): number {
    return 2 * radius * Math.max(1, this.size.height / this.size.width);
  }

  private pose(): Pose {
    const target = this.controls.target.clone();
    const offset = this.camera.position.clone().sub(target);
    const height =
      this.camera instanceof OrthographicCamera
        ? (this.camera.top - this.camera.bottom) / this.camera.zoom
        : 2 * offset.length() * HALF_FIELD;
    if (offset.lengthSq() === 0) offset.set(0, -1, 1);
    return { target, offset: offset.normalize(), height: height || 20 };
  }

  private go(to: Pose, fly: boolean): void {
    this.fitted = false;
    this.aim = null;
    const still = !fly || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still) {
      this.flight = null;
      this.place(to);
    } else {
      const pose = { ...to, offset: to.offset.clone().normalize() };
      this.flight = { from: this.pose(), to: pose, start: performance.now() };
    }
    this.changed();
  }

  private place({ target, offset, height }: Pose): void {
    const aspect = this.size.width / this.size.height;
    const tall = Math.max(NEAREST, Math.min(height, this.tallest));
    const reach = 4 * this.ball.radius + 10;
    this.controls.target.copy(target);
    this.perspective.aspect = aspect;
    if (this.camera === this.straightDown) {
      const camera = this.straightDown;
      Object.assign(camera, { top: tall / 2, bottom: -tall / 2, zoom: 1 });
      Object.assign(camera, { left: (-tall * aspect) / 2, right: (tall * aspect) / 2 });
      this.controls.minZoom = tall / this.tallest;
      this.controls.maxZoom = tall / NEAREST;
      camera.near = 0.1;
      camera.far = 2 * reach;
      // A hair south of straight up, so that north stays at the top of the picture.
      camera.position.copy(target).add(new Vector3(0, -1e-4 * reach, reach));
    } else {
      const distance = tall / 2 / HALF_FIELD;
      this.perspective.position.copy(target).addScaledVector(offset.clone().normalize(), distance);
    }
    this.camera.lookAt(target);
    this.tuneDepth();
    this.camera.updateMatrixWorld();
    this.controls.update();
    this.changed();
  }
}

/** A ball around points (3 each), without those far outside of the `level`; null without any. */
function ballOf(points: Float32Array, level: Ball): Ball | null {
  function* near(): Generator<Point> {
    for (let i = 0; i < points.length; i += 3) {
      const point: Point = [points[i], points[i + 1], points[i + 2]];
      const away = Math.hypot(...point.map((value, axis) => value - level.center[axis]));
      if (away <= 2 * level.radius) yield point;
    }
  }
  const ball = ballAround(near());
  return ball && { center: ball.center, radius: Math.max(1, Math.min(ball.radius, 1e6)) };
}

/** Rooms as the player sees them, toned down, a little behind the walkmesh. */

import {
  BufferAttribute,
  BufferGeometry,
  DataArrayTexture,
  DataTexture,
  GLSL3,
  Group,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  OrthographicCamera,
  type PerspectiveCamera,
  RepeatWrapping,
  ShaderMaterial,
  Sphere,
  Vector3,
  Vector4,
  Frustum,
  Matrix4,
} from "three";
import { chooseLevels, countFaces, type Models, type RoomModel } from "../model/models.ts";
import type { Ball } from "../model/geometry.ts";
import { type Palette, rgb } from "./palette.ts";
import type { Pace } from "./stage.ts";

/** Metres that models stand back from the walkmesh, so that their floor does not cover it. */
const BEHIND = 0.25;
/** The same in parts of the distance, where that is more: one looks from afar at the whole. */
const BEHIND_AFAR = 0.004;
const PAINTS_A_ROW = 256;
const MOST_FACES = 1_000_000;
const FEWEST_FACES = 40_000;
/** Milliseconds a picture while the camera moves: coarser above, finer below. */
const SLOW = 45;
const QUICK = 20;
/** Where even the coarsest takes as long as this, models wait until the movement ends. */
const TOO_SLOW = 150;

const VERTEX = /* glsl */ `
in vec4 corner;
uniform float away;
uniform float back;
out vec3 world;
out vec2 place;
flat out int paint;
void main() {
  vec4 at = modelMatrix * vec4(corner.xyz, 1.0);
  world = at.xyz;
  place = uv;
  paint = int(corner.w);
  // Farther from the eye at the same place in the picture.
  vec3 seen = (viewMatrix * at).xyz * away - vec3(0.0, 0.0, back);
  gl_Position = projectionMatrix * vec4(seen, 1.0);
}`;

const FRAGMENT = /* glsl */ `
precision highp sampler2DArray;
in vec3 world;
in vec2 place;
flat in int paint;
uniform sampler2D paints;
uniform sampler2DArray textures;
uniform vec3 ground;
uniform float strength;
uniform vec4 near;
out vec4 colour;
const vec3 SUN = vec3(-0.36, -0.48, 0.8);
void main() {
  float shown = strength;
#ifdef NEAR
  float part = distance(world, near.xyz) / near.w;
  if (part > 1.0) discard;
  shown *= 1.0 - smoothstep(0.8, 1.0, part);
#endif
  vec4 own = texelFetch(paints, ivec2(paint % ${PAINTS_A_ROW}, paint / ${PAINTS_A_ROW}), 0);
  vec3 plain = own.rgb;
#ifdef TEXTURED
  float layer = floor(own.a * 255.0 + 0.5) - 1.0;
  vec3 painted = texture(textures, vec3(place, max(layer, 0.0))).rgb;
  plain = layer < 0.0 ? plain : painted;
#endif
  vec3 normal = normalize(cross(dFdx(world), dFdy(world)));
  float light = 0.66 + 0.42 * dot(normal, SUN);
  colour = vec4(mix(ground, plain * light, shown), 1.0);
}`;

export class ModelMeshes {
  readonly group = new Group();
  private readonly material: ShaderMaterial;
  private readonly meshes: Mesh[];
  private readonly balls: Sphere[];
  private allowed: ReadonlySet<number> | null = null;
  private budget = MOST_FACES;
  /** As they are, not toned down behind a walkmesh. */
  bright = false;
  /** Faces in the last picture. */
  drawn = 0;

  constructor(private readonly models: Models) {
    this.material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      defines: models.textures.length ? { TEXTURED: "" } : {},
      uniforms: {
        paints: { value: paintsTexture(models) },
        textures: { value: arrayTexture(models) },
        ground: { value: new Vector3() },
        strength: { value: 0.5 },
        near: { value: new Vector4() },
        away: { value: 1 },
        back: { value: 0 },
      },
    });
    this.meshes = models.rooms.map((room) => meshOf(models, room, this.material));
    this.balls = models.rooms.map(ballOf);
    for (const mesh of this.meshes) this.group.add(mesh); // without any, add() would complain
  }

  paint(palette: Palette): void {
    const [red, green, blue] = palette.ground;
    this.material.uniforms["ground"].value.set(red / 255, green / 255, blue / 255);
    this.material.uniforms["strength"].value = this.bright ? 1 : palette.modelStrength;
  }

  /** Whether there is anything of a room. */
  has(room: number): boolean {
    return this.models.rooms.some((one) => one.room === room);
  }

  /** Shows only these rooms, and only what lies in the ball; null for all. */
  limit(rooms: ReadonlySet<number> | null, ball: Ball | null): void {
    this.allowed = rooms;
    if (ball) this.material.uniforms["near"].value.set(...ball.center, ball.radius);
    if (Boolean(ball) === "NEAR" in this.material.defines) return;
    // A shader that may leave pixels out is slower, so it is used only then.
    if (ball) this.material.defines["NEAR"] = "";
    else delete this.material.defines["NEAR"];
    this.material.needsUpdate = true;
  }

  /** Before every picture: how fine each room has to be. True if a finer one should follow at rest. */
  prepare(camera: PerspectiveCamera | OrthographicCamera, target: Vector3, height: number, pace: Pace): boolean {
    const { rooms } = this.models;
    if (pace.moving) this.learn(pace.took);
    const flat = camera instanceof OrthographicCamera;
    const distance = flat ? (camera.top - camera.bottom) / camera.zoom : camera.position.distanceTo(target);
    const behind = Math.max(BEHIND, BEHIND_AFAR * distance);
    this.material.uniforms["away"].value = flat ? 1 : 1 + behind / Math.max(distance, BEHIND);
    this.material.uniforms["back"].value = flat ? behind : 0;
    const scales = this.scales(camera, height);
    const best = chooseLevels(rooms, scales, MOST_FACES);
    const chosen = pace.moving ? this.hasty(scales) : best;
    this.drawn = countFaces(rooms, chosen);
    this.meshes.forEach((mesh, i) => {
      mesh.visible = chosen[i] >= 0;
      if (!mesh.visible) return;
      const [first, count] = rooms[i].levels[chosen[i]].faces;
      mesh.geometry.setDrawRange(3 * (first - rooms[i].levels[0].faces[0]), 3 * count);
    });
    return chosen.some((level, i) => level !== best[i]);
  }

  dispose(): void {
    for (const mesh of this.meshes) mesh.geometry.dispose();
    for (const name of ["paints", "textures"]) this.material.uniforms[name].value.dispose();
    this.material.dispose();
    this.group.removeFromParent();
  }

  /** Levels for a picture that is soon replaced; none where there is no time for them. */
  private hasty(scales: number[]): number[] {
    return this.budget ? chooseLevels(this.models.rooms, scales, this.budget) : scales.map(() => -1);
  }

  /** Takes note of how long a picture took. */
  private learn(took: number): void {
    if (took > TOO_SLOW && this.budget <= FEWEST_FACES) this.budget = 0;
    else if (took > SLOW && this.budget) {
      this.budget = Math.max(FEWEST_FACES, 0.6 * Math.min(this.budget, this.drawn));
    } else if (took < QUICK) this.budget = Math.min(MOST_FACES, 1.1 * Math.max(this.budget, FEWEST_FACES));
  }

  /** Pixels of a metre where each room is nearest; 0 for rooms that are not in the picture. */
  private scales(camera: PerspectiveCamera | OrthographicCamera, height: number): number[] {
    camera.updateMatrixWorld();
    const seen = new Frustum().setFromProjectionMatrix(
      new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
    );
    return this.balls.map((ball, i) => {
      if (this.allowed && !this.allowed.has(this.models.rooms[i].room)) return 0;
      if (!seen.intersectsSphere(ball)) return 0;
      if (camera instanceof OrthographicCamera) return (height * camera.zoom) / (camera.top - camera.bottom);
      const distance = Math.max(camera.near, camera.position.distanceTo(ball.center) - ball.radius);
      return height / (2 * distance * Math.tan((camera.fov * Math.PI) / 360));
    });
  }
}

function ballOf({ origin, size }: RoomModel): Sphere {
  const half = new Vector3(...size).multiplyScalar(0.5);
  return new Sphere(new Vector3(...origin).add(half), half.length());
}

function meshOf(models: Models, room: RoomModel, material: ShaderMaterial): Mesh {
  const [first, count] = room.vertices;
  const geometry = new BufferGeometry();
  geometry.setAttribute("corner", new BufferAttribute(models.vertices.subarray(4 * first, 4 * (first + count)), 4));
  if (models.uvs.length) {
    geometry.setAttribute("uv", new BufferAttribute(models.uvs.subarray(2 * first, 2 * (first + count)), 2));
  }
  const [start] = room.levels[0].faces;
  const last = room.levels[room.levels.length - 1].faces;
  geometry.setIndex(new BufferAttribute(models.faces.subarray(3 * start, 3 * (last[0] + last[1])), 1));
  const mesh = new Mesh(geometry, material);
  mesh.position.set(...room.origin);
  mesh.scale.setScalar(room.step);
  mesh.frustumCulled = false; // prepare() knows better
  mesh.renderOrder = -2;
  return mesh;
}

/** A pixel a paint: its colour, and in alpha which texture it has, counted from 1. */
function paintsTexture({ paints }: Models): DataTexture {
  const rows = Math.max(1, Math.ceil(paints.length / PAINTS_A_ROW));
  const data = new Uint8Array(4 * PAINTS_A_ROW * rows);
  paints.forEach((paint, i) => data.set([...rgb(paint.color), paint.texture === null ? 0 : paint.texture + 1], 4 * i));
  const texture = new DataTexture(data, PAINTS_A_ROW, rows);
  texture.needsUpdate = true;
  return texture;
}

/** All textures as one; a grey pixel where there are none. */
function arrayTexture({ textures, textureSide }: Models): DataArrayTexture {
  const pixels = textures.length / 3;
  const data = new Uint8Array(4 * Math.max(1, pixels)).fill(255);
  for (let i = 0; i < pixels; i++) data.set(textures.subarray(3 * i, 3 * i + 3), 4 * i);
  const side = pixels ? textureSide : 1;
  const texture = new DataArrayTexture(data, side, side, Math.max(1, pixels / side / side));
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

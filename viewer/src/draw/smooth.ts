/** A picture without stairs at its edges: drawn several times as fine, then brought to the canvas. */

import {
  Mesh,
  NearestFilter,
  OrthographicCamera,
  PlaneGeometry,
  type Camera,
  type Scene,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";

/** Samples of a pixel; what browsers give a canvas that asks for it. */
const SAMPLES = 4;

/**
 * The canvas itself has one sample a pixel, since that cannot be changed later: pictures that must be
 * quick go there as they are.
 */
export class Smoother {
  private readonly target = new WebGLRenderTarget(1, 1, {
    samples: SAMPLES,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  private readonly copy = new Mesh(
    new PlaneGeometry(2, 2),
    new ShaderMaterial({
      uniforms: { picture: { value: this.target.texture } },
      vertexShader: "void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }",
      fragmentShader:
        "uniform sampler2D picture; void main() { gl_FragColor = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }",
      depthTest: false,
      depthWrite: false,
    }),
  );
  private readonly still = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly size = new Vector2();

  constructor(private readonly renderer: WebGLRenderer) {
    this.copy.frustumCulled = false;
  }

  render(scene: Scene, camera: Camera): void {
    const { renderer, target } = this;
    renderer.getDrawingBufferSize(this.size);
    if (target.width !== this.size.x || target.height !== this.size.y) target.setSize(this.size.x, this.size.y);
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    renderer.render(this.copy, this.still);
  }
}

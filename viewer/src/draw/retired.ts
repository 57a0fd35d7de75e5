/** What the graphics card holds for objects that are not shown any more, freed a little later. */

import type { LineSegments, Object3D } from "three";

/** So many wait at most: a long movement leaves something behind with every picture. */
const MOST = 200;
let waiting: Object3D[] = [];

/**
 * Frees an object and all below it after the next whole picture.
 *
 * Not at once: a program that nothing uses any more is thrown away, and what replaces the object,
 * nearly always of the same kind, would have to compile it again.
 */
export function retire(root: Object3D): void {
  root.removeFromParent();
  waiting.push(root);
  if (waiting.length > MOST) freeRetired();
}

export function freeRetired(): void {
  for (const root of waiting) disposeAll(root);
  waiting = [];
}

function disposeAll(root: Object3D): void {
  root.traverse((one) => {
    const part = one as Partial<LineSegments>;
    part.geometry?.dispose();
    const material = part.material;
    for (const each of Array.isArray(material) ? material : material ? [material] : []) each.dispose();
  });
}

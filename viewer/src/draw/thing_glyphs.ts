/** The shapes of what the GIT places, about a pixel, as paths to be filled. */

export type ThingShape = "person" | "people" | "flag" | "zone" | "coin" | "speaker" | "camera";

export const THING_HALF: Record<ThingShape, number> = { person: 7, people: 8, flag: 7, zone: 6, coin: 6, speaker: 6, camera: 7 };

/** Draws the path of a shape; who calls it fills and strokes. */
export function traceThing(pen: CanvasRenderingContext2D, shape: ThingShape, x: number, y: number): void {
  switch (shape) {
    case "person":
      return person(pen, x, y);
    case "people":
      person(pen, x - 4, y);
      return person(pen, x + 4, y);
    case "flag":
      // The foot of the pole is the place.
      return polygon(pen, x, y, [[-1, 1], [-1, -13], [9, -9.5], [1, -6], [1, 1]]);
    case "zone":
      return polygon(pen, x, y, [[-6, -3], [1, -6], [6, 0], [2, 6], [-5, 4]]);
    case "coin":
      pen.arc(x, y, 6, 0, 2 * Math.PI);
      pen.moveTo(x + 2.5, y);
      return pen.arc(x, y, 2.5, 0, 2 * Math.PI, true);
    case "speaker":
      polygon(pen, x, y, [[-6, -2.5], [-3, -2.5], [1, -6], [1, 6], [-3, 2.5], [-6, 2.5]]);
      return polygon(pen, x, y, [[3, -3], [5.5, -4.5], [5.5, 4.5], [3, 3]]);
    case "camera":
      polygon(pen, x, y, [[-7, -4], [2, -4], [2, 4], [-7, 4]]);
      return polygon(pen, x, y, [[3, 0], [7, -4], [7, 4]]);
  }
}

function person(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.moveTo(x + 3, y - 4.5);
  pen.arc(x, y - 4.5, 3, 0, 2 * Math.PI);
  pen.moveTo(x - 5, y + 6);
  pen.arc(x, y + 6, 5, Math.PI, 2 * Math.PI);
  pen.closePath();
}

function polygon(pen: CanvasRenderingContext2D, x: number, y: number, points: readonly (readonly [number, number])[]): void {
  points.forEach(([right, down], i) => (i ? pen.lineTo(x + right, y + down) : pen.moveTo(x + right, y + down)));
  pen.closePath();
}

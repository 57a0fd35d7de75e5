/** The shortest line through a row of gates, seen from above. */

import type { Point } from "../model/scene.ts";

export interface Gate {
  /** The ends of the gate as one walks through it. */
  left: Point;
  right: Point;
}

/** Twice the plan area of a triangle; positive when c lies left of the line a → b. */
export function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function same(a: Point, b: Point): boolean {
  return Math.abs(a[0] - b[0]) < 1e-9 && Math.abs(a[1] - b[1]) < 1e-9;
}

interface Corner {
  point: Point;
  /** The gate at whose end the line bends; -1 for the start. */
  gate: number;
}

/**
 * The shortest line from start to goal through all gates, in order: its start, bends and goal,
 * and between them the places where it crosses each gate, so that it follows the ground.
 */
export function pullTight(start: Point, goal: Point, gates: readonly Gate[]): Point[] {
  // Someone who stands in a gate is through: seen from there its ends lie in opposite directions.
  const first = gates.findIndex((gate) => !standsIn(start, gate));
  const ahead = first < 0 ? [] : gates.slice(first);
  return drape(findCorners(start, goal, ahead), ahead);
}

function standsIn(point: Point, { left, right }: Gate): boolean {
  const between = (point[0] - left[0]) * (point[0] - right[0]) + (point[1] - left[1]) * (point[1] - right[1]) < 0;
  return between && Math.abs(turn(left, right, point)) < 1e-9;
}

function findCorners(start: Point, goal: Point, gates: readonly Gate[]): Corner[] {
  const all = [...gates, { left: goal, right: goal }];
  const corners: Corner[] = [{ point: start, gate: -1 }];
  let apex = start;
  let left = start;
  let right = start;
  let leftGate = -1;
  let rightGate = -1;
  for (let i = 0; i < all.length; i++) {
    const gate = all[i];
    if (turn(apex, right, gate.right) >= 0) {
      if (same(apex, right) || turn(apex, left, gate.right) < 0) {
        right = gate.right;
        rightGate = i;
      } else {
        // The right end passed the left one: the line bends round the left end.
        corners.push({ point: left, gate: leftGate });
        apex = right = left;
        i = rightGate = leftGate;
        continue;
      }
    }
    if (turn(apex, left, gate.left) <= 0) {
      if (same(apex, left) || turn(apex, right, gate.left) > 0) {
        left = gate.left;
        leftGate = i;
      } else {
        corners.push({ point: right, gate: rightGate });
        apex = left = right;
        i = leftGate = rightGate;
      }
    }
  }
  corners.push({ point: goal, gate: gates.length });
  return corners;
}

function drape(corners: readonly Corner[], gates: readonly Gate[]): Point[] {
  const points: Point[] = [corners[0].point];
  const add = (point: Point): void => {
    const last = points[points.length - 1];
    const step = Math.hypot(point[0] - last[0], point[1] - last[1], point[2] - last[2]);
    if (step > 1e-6) points.push(point);
  };
  for (let i = 1; i < corners.length; i++) {
    const from = corners[i - 1];
    const to = corners[i];
    for (let gate = from.gate + 1; gate < to.gate; gate++) {
      const crossing = cross(from.point, to.point, gates[gate]);
      if (crossing) add(crossing);
    }
    add(to.point);
  }
  return points;
}

/** Where a → b crosses a gate in plan, at the gate's height; null if they run side by side. */
export function cross(a: Point, b: Point, gate: Gate): Point | null {
  const before = turn(a, b, gate.right);
  const after = turn(a, b, gate.left);
  if (before === after) return null;
  const part = Math.max(0, Math.min(1, before / (before - after)));
  return [0, 1, 2].map(
    (axis) => gate.right[axis] + part * (gate.left[axis] - gate.right[axis]),
  ) as unknown as Point;
}

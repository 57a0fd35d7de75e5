/** Colours that the page chooses itself; those of materials and rooms come with the scene. */

export type Rgb = readonly [number, number, number];

export interface Palette {
  background: string;
  /** Behind the mesh, towards which dimmed faces fade. */
  ground: Rgb;
  ink: string;
  halo: string;
  faint: string;
  boundary: string;
  wire: string;
  wireOpacity: number;
  /** How much of a model's own colour is left: 0 to 1. */
  modelStrength: number;
  tree: string;
  accent: string;
  selection: string;
  path: string;
  pathPoint: string;
  door: string;
  /** Links to rooms that are not here. */
  absent: string;
  placeable: string;
  hook: string;
  good: string;
  bad: string;
  error: string;
  warning: string;
  info: string;
}

export const LIGHT: Palette = {
  background: "#eceff3",
  ground: [236, 239, 243],
  ink: "#1b2430",
  halo: "rgba(248, 250, 252, 0.92)",
  faint: "#5d6978",
  boundary: "#28323f",
  wire: "#1b2430",
  wireOpacity: 0.28,
  modelStrength: 0.55,
  tree: "#6b4fb8",
  accent: "#1f66c9",
  selection: "#0b57d0",
  path: "#c2185b",
  pathPoint: "#00707f",
  door: "#a0621c",
  absent: "#6f7c8b",
  placeable: "#4d7186",
  hook: "#7a5ea8",
  good: "#1d7f4e",
  bad: "#c0392b",
  error: "#c62828",
  warning: "#b25e00",
  info: "#2463b0",
};

export const DARK: Palette = {
  background: "#12161c",
  ground: [18, 22, 28],
  ink: "#e8edf3",
  halo: "rgba(13, 17, 22, 0.9)",
  faint: "#93a0b0",
  boundary: "#dfe6ee",
  wire: "#f2f5f8",
  wireOpacity: 0.2,
  modelStrength: 0.55,
  tree: "#b49cff",
  accent: "#6aa8ff",
  selection: "#8fc0ff",
  path: "#ff6fa5",
  pathPoint: "#3fd0dd",
  door: "#e0a252",
  absent: "#98a5b4",
  placeable: "#8fb6cc",
  hook: "#c3a6ee",
  good: "#55c98c",
  bad: "#ff7b6b",
  error: "#ff6b5e",
  warning: "#f2a53c",
  info: "#6aa8ff",
};

/** Islands, the largest first; told apart by lightness as well as hue. */
const ISLANDS = [
  "#4c8fd6",
  "#e08e2b",
  "#3aa57a",
  "#c95f8f",
  "#8d74c9",
  "#c9b32f",
  "#52b5c4",
  "#b5583d",
  "#7f9b3a",
  "#6b7f99",
];

export function islandColour(id: number): string {
  return id < 0 ? "#7d8792" : ISLANDS[id % ISLANDS.length];
}

/** Degrees up to which a colour stands, gentle to steep; readable without telling red from green. */
export const SLOPES: readonly { upTo: number; colour: string; label: string }[] = [
  { upTo: 5, colour: "#7fb8d8", label: "0–5° level" },
  { upTo: 15, colour: "#a9d1b2", label: "5–15°" },
  { upTo: 30, colour: "#f0dc82", label: "15–30°" },
  { upTo: 45, colour: "#ef9f4a", label: "30–45°" },
  { upTo: 60, colour: "#d65f3c", label: "45–60°" },
  { upTo: 89, colour: "#9c2f4b", label: "60–89°" },
  { upTo: 91, colour: "#5b3a73", label: "upright" },
  { upTo: 181, colour: "#3b4356", label: "points down" },
];

export function slopeColour(degrees: number): string {
  return (SLOPES.find((step) => degrees <= step.upTo) ?? SLOPES[SLOPES.length - 1]).colour;
}

export const REACHED = "#3f9d6d";
export const CUT_OFF = "#d9683c";
export const NOT_FLOOR = "#8b95a1";

/** "#4c8fd6" → [76, 143, 214]; grey for anything else. */
export function rgb(colour: string): Rgb {
  const match = /^#([0-9a-f]{6})$/i.exec(colour);
  const value = match ? parseInt(match[1], 16) : 0x8b95a1;
  return [value >> 16, (value >> 8) & 255, value & 255];
}

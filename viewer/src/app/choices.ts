/** What the user has chosen: colours, layers, doors, tools. One value, watched by whoever shows it. */

export const COLOURINGS = {
  material: "Material",
  room: "Room",
  island: "Parts of the floor",
  slope: "Slope",
  reach: "What can be reached",
} as const;
export type Colouring = keyof typeof COLOURINGS;

export const LAYERS = {
  floor: "Floor",
  blocking: "Walls and other faces",
  models: "Room models",
  gameMap: "The game's map below",
  wireframe: "All edges of faces",
  boundary: "Rim of the floor",
  links: "Links between rooms",
  findings: "Findings",
  doors: "Doors",
  placeables: "Placeables",
  creatures: "Creatures and encounters",
  waypoints: "Waypoints",
  triggers: "Triggers",
  others: "Stores, sounds and cameras",
  hooks: "Hooks of doors and things",
  pathPoints: "Path points",
  paths: "Paths",
  tree: "Tree boxes",
  labels: "Labels",
  islands: "Parts of the floor, by colour",
} as const;
export type LayerName = keyof typeof LAYERS;
export const LAYER_NAMES = Object.keys(LAYERS) as LayerName[];

export const TOOLS = {
  select: "Select",
  path: "Path",
  sight: "Sight",
  reach: "Reach",
  measure: "Measure",
} as const;
export type Tool = keyof typeof TOOLS;

export type ThemeChoice = "auto" | "light" | "dark";

export interface Choices {
  colouring: Colouring;
  layers: Record<LayerName, boolean>;
  treeLevel: number;
  /** Models are shown only around what is selected. */
  modelsNear: boolean;
  doorStates: number[];
  /** Only what this room sees is shown in full; null shows all. */
  seenFrom: number | null;
  tool: Tool;
  theme: ThemeChoice;
  top: boolean;
  /** Metres above the floor, for lines of sight. */
  eyeHeight: number;
  /** Metres; only the server's paths know it, so it is 0 in a page without one. */
  bodyRadius: number;
}

export const FIRST_CHOICES: Choices = {
  colouring: "material",
  layers: {
    floor: true,
    blocking: true,
    models: true,
    gameMap: false,
    wireframe: false,
    boundary: true,
    links: true,
    findings: true,
    doors: true,
    placeables: true,
    creatures: true,
    waypoints: false,
    triggers: false,
    others: false,
    hooks: false,
    pathPoints: false,
    paths: true,
    tree: false,
    labels: true,
    islands: false,
  },
  treeLevel: 3,
  modelsNear: false,
  doorStates: [],
  seenFrom: null,
  tool: "select",
  theme: "auto",
  top: false,
  eyeHeight: 1.6,
  bodyRadius: 0,
};

type Watcher = (choices: Choices) => void;

/** Metres: the body that the command line takes, too. */
export const USUAL_BODY = 0.35;

export class ChoiceStore {
  private current: Choices = structuredClone(FIRST_CHOICES);
  private readonly watchers: { keys: (keyof Choices)[]; watcher: Watcher }[] = [];

  get value(): Readonly<Choices> {
    return this.current;
  }

  /** Changes some choices and tells those who watch them. */
  change(part: Partial<Choices>): void {
    const before = this.current;
    this.current = { ...before, ...part };
    const changed = (Object.keys(part) as (keyof Choices)[]).filter(
      (key) => before[key] !== this.current[key],
    );
    for (const { keys, watcher } of this.watchers) {
      if (keys.some((key) => changed.includes(key))) watcher(this.current);
    }
  }

  showLayer(name: LayerName, on: boolean): void {
    if (this.current.layers[name] === on) return;
    this.change({ layers: { ...this.current.layers, [name]: on } });
  }

  /** Calls `watcher` now and whenever one of the keys changes. */
  watch(keys: (keyof Choices)[], watcher: Watcher): void {
    this.watchers.push({ keys, watcher });
    watcher(this.current);
  }
}

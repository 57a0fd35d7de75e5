/** One level on the stage: its faces and lines, layer by layer. */

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, type Object3D } from "three";
import type { Choices, LayerName } from "../app/choices.ts";
import type { Level, Point } from "../model/scene.ts";
import { corner } from "../model/scene.ts";
import { placeOfPathPoint } from "../model/standing.ts";
import type { Answer, Spot } from "../walk/answers.ts";
import { boxSegments } from "./boxes.ts";
import { doorLines } from "./door_signs.ts";
import { FaceMeshes } from "./faces.ts";
import { foundLines } from "./found.ts";
import type { Selected } from "../edit/selection.ts";
import { dots, edgesAround, edgeSegments, outlineOf, segmentsOf, thinLines, wideLines, wideOrPlainLines, wireSegments } from "./lines.ts";
import { linkColour } from "./link_marks.ts";
import { gameMapPlane } from "./game_map.ts";
import { islandColour, type Palette, rgb } from "./palette.ts";
import { retire } from "./retired.ts";
import { outlinesOf } from "./thing_marks.ts";

type Builder = (palette: Palette, choices: Choices) => Object3D | null;

export class Picture {
  readonly group = new Group();
  readonly faces: FaceMeshes;
  /** Whether the level is seen by someone who stands in it. */
  inside = false;
  private readonly built = new Map<string, Object3D>();
  private readonly builders: Partial<Record<LayerName, Builder>>;

  constructor(private readonly level: Level) {
    this.faces = new FaceMeshes(level);
    this.group.add(this.faces.group);
    this.builders = {
      gameMap: () => gameMapPlane(level),
      wireframe: (palette) => thinLines(wireSegments(level), palette.wire, palette.wireOpacity),
      boundary: (palette, choices) => this.boundary(palette, choices),
      links: (palette) => this.links(palette),
      findings: (palette) => foundLines(level, palette),
      doors: (palette, choices) => doorLines(level, choices.doorStates, palette, this.inside),
      creatures: (palette) => outlinesOf(level, "creatures", palette),
      triggers: (palette) => outlinesOf(level, "triggers", palette),
      pathPoints: (palette) => this.connections(palette),
      paths: (palette) => this.paths(palette),
      tree: (palette, choices) => this.tree(palette, choices),
    };
  }

  /** Brings all layers in line with the choices; those named in `anew` are made again. */
  show(choices: Choices, palette: Palette, anew: readonly (LayerName | "all")[] = []): void {
    const { layers } = choices;
    this.faces.floor.visible = layers.floor;
    this.faces.blocking.visible = layers.blocking;
    this.faces.doors.visible = layers.doors;
    this.faces.placeables.visible = layers.placeables;
    for (const [name, build] of Object.entries(this.builders) as [LayerName, Builder][]) {
      if (anew.includes("all") || anew.includes(name)) this.drop(name);
      // Layers are made when they are first shown: most people never look at the tree.
      if (layers[name] && !this.built.has(name)) this.put(name, build(palette, choices));
      const one = this.built.get(name);
      if (one) one.visible = layers[name];
    }
  }

  /** Outlines and tints the chosen faces, and draws the chosen edges; none for empty lists. */
  highlight(rows: readonly number[], edges: readonly number[], colour: string, extra: Object3D | null = null): void {
    this.drop("selection");
    const both = new Group();
    if (rows.length) both.add(this.tint(rows, colour));
    const all = [...rows.flatMap((row) => [3 * row, 3 * row + 1, 3 * row + 2]), ...edges];
    if (all.length) both.add(wideOrPlainLines(edgeSegments(this.level, all), { width: 2.5, colour, onTop: true }));
    if (extra) both.add(extra);
    if (both.children.length) this.put("selection", both);
  }

  /** Marks what is selected for editing. */
  highlightChosen(chosen: Selected | null, palette: Palette): void {
    this.drop("chosen");
    if (!chosen?.size || chosen.kind === "thing") return;
    const { level } = this;
    const both = new Group();
    const items = [...chosen.items];
    if (chosen.kind === "edge") {
      both.add(wideLines(edgeSegments(level, items), { width: 5, colour: palette.selection, onTop: true }));
    } else if (chosen.kind === "vertex") {
      both.add(dots(items.map((vertex) => [...level.vertices.subarray(3 * vertex, 3 * vertex + 3)]).flat(), palette.selection));
    } else {
      const rows = chosen.rows(level);
      both.add(this.tint(rows, palette.selection));
      const edges = chosen.kind === "room" ? items.flatMap((room) => edgesAround(level, room)) : outlineOf(level, rows);
      both.add(wideOrPlainLines(edgeSegments(level, edges), { width: 2.5, colour: palette.selection, onTop: true }));
    }
    this.put("chosen", both);
  }

  private tint(rows: readonly number[], colour: string): Object3D {
    const geometry = new BufferGeometry();
    const corners = rows.flatMap((row) => [0, 1, 2].flatMap((side) => [...corner(this.level, row, side)]));
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
    const tint = new MeshBasicMaterial({
      color: colour,
      transparent: true,
      opacity: 0.38,
      side: DoubleSide,
      depthTest: false,
    });
    const fill = new Mesh(geometry, tint);
    fill.renderOrder = 8;
    return fill;
  }

  /** Draws the line of an answer, and stalks from the `ends` on the floor to those of a sight. */
  measure(answer: Answer | null, ends: readonly Spot[], palette: Palette): void {
    this.drop("measure");
    if (!answer || answer.points.length < 2) return;
    const both = new Group();
    if (answer.kind === "path") {
      both.add(wideLines(segmentsOf(answer.points), { width: 6, colour: palette.background, opacity: 0.75, onTop: true }));
      both.add(wideLines(segmentsOf(answer.points), { width: 3.5, colour: palette.path, onTop: true }));
    } else if (answer.kind === "measure") {
      const closing = answer.points.length > 2 ? [answer.points[answer.points.length - 1], answer.points[0]] : [];
      both.add(wideLines(segmentsOf(answer.points), { width: 5, colour: palette.background, opacity: 0.75, onTop: true }));
      both.add(wideLines(segmentsOf(answer.points), { width: 2.5, colour: palette.accent, onTop: true }));
      if (closing.length) both.add(wideLines(segmentsOf(closing), { width: 1.5, colour: palette.accent, onTop: true, dashed: true }));
    } else {
      const [from, to] = answer.points;
      const end = answer.stop ?? to;
      const stalks = ends.flatMap((spot, i) => (answer.points[i] ? [...spot.point, ...answer.points[i]] : []));
      both.add(wideLines(stalks, { width: 1.2, colour: palette.faint, onTop: true }));
      both.add(wideLines([...from, ...end], { width: 3, colour: palette.good, onTop: true }));
      if (answer.stop) {
        both.add(wideLines([...end, ...to], { width: 3, colour: palette.bad, onTop: true, dashed: true }));
      }
    }
    this.put("measure", both);
  }

  dispose(): void {
    retire(this.group);
    this.built.clear();
  }

  private put(name: string, object: Object3D | null): void {
    if (!object) return;
    this.built.set(name, object);
    this.group.add(object);
  }

  private drop(name: string): void {
    const old = this.built.get(name);
    if (!old) return;
    retire(old);
    this.built.delete(name);
  }

  private boundary(palette: Palette, choices: Choices): Object3D | null {
    const { boundary, islands } = this.level;
    if (!boundary.length) return null;
    const segments = edgeSegments(this.level, boundary);
    if (!choices.layers.islands) return wideOrPlainLines(segments, { width: 1.8, colour: palette.boundary });
    const colours = Array.from(boundary, (edge) => rgb(islandColour(islands[Math.floor(edge / 3)] ?? -1)));
    return wideOrPlainLines(segments, { width: 3, colours });
  }

  private links(palette: Palette): Object3D | null {
    const { links } = this.level.info;
    if (!links.length) return null;
    const segments = links.flatMap((link) => [...link.a, ...link.b]);
    const colours = links.map((link) => rgb(linkColour(this.level, link, palette)));
    return wideOrPlainLines(segments, { width: 5, colours, raised: true });
  }

  private connections(palette: Palette): Object3D | null {
    const graph = this.level.info.pathPoints;
    if (!graph?.connections.length) return null;
    const at = (index: number): Point => {
      const [x, y, z] = placeOfPathPoint(this.level, index);
      return [x, y, z + 0.05];
    };
    const known = graph.connections.filter(([a, b]) => graph.points[a] && graph.points[b]);
    return wideOrPlainLines(known.flatMap(([a, b]) => [...at(a), ...at(b)]), {
      width: 1.5,
      colour: palette.pathPoint,
      opacity: 0.8,
    });
  }

  private paths(palette: Palette): Object3D | null {
    const segments = this.level.info.paths.flatMap((path) => segmentsOf(path.points));
    return segments.length ? wideLines(segments, { width: 3.5, colour: palette.path, onTop: true }) : null;
  }

  private tree(palette: Palette, choices: Choices): Object3D | null {
    const segments = boxSegments(this.level, choices.treeLevel, choices.seenFrom);
    return segments.length ? thinLines(segments, palette.tree, 0.75) : null;
  }
}

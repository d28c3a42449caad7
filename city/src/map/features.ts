import type { Point } from '@boli/shared/core/fields';
import { project } from '../geo';
import type { Extract, Tags, Way } from '../osm/extract';
import type { NodeTable } from '../osm/nodes';
import { type Class, classOfArea, classOfLine, classOfPoint } from './classes';

/** A feature of the map. Coordinates lie in the Mercator square from 0 to 1, x and y in turn. */
export interface MapFeature {
  readonly class: Class;
  readonly type: 'point' | 'line' | 'area';
  /** The coordinates of a point or line, or an area's rings, its outer ring first. */
  rings(): Float64Array[];
}

/** A feature of a way: its coordinates are computed when a tile needs them, since a large city has a million ways. */
class WayFeature implements MapFeature {
  readonly class: Class;
  readonly type: 'line' | 'area';
  readonly #way: Way;
  readonly #nodes: NodeTable;

  constructor(found: Class, type: 'line' | 'area', way: Way, nodes: NodeTable) {
    this.class = found;
    this.type = type;
    this.#way = way;
    this.#nodes = nodes;
  }

  rings(): Float64Array[] {
    return [lineOf(this.#nodes, this.#way)];
  }
}

/** The features of an extract that the map shows. */
export function mapFeatures(extract: Extract): MapFeature[] {
  const { nodes, ways, multipolygons, tagged } = extract;
  const features: MapFeature[] = [];
  const [line, area] = [perTags(classOfLine), perTags(classOfArea)];
  const add = (found: Class | null, type: MapFeature['type'], rings: Float64Array[]) => {
    if (found) features.push({ class: found, type, rings: () => rings });
  };
  const addWay = (found: Class | null, type: 'line' | 'area', way: Way) => {
    if (found && way.nodes.length > 1) features.push(new WayFeature(found, type, way, nodes));
  };
  for (const way of ways) {
    addWay(line(way.tags), 'line', way);
    if (!isClosed(way)) continue;
    addWay(area(way.tags), 'area', way);
    addLabel(way.tags, () => lineOf(nodes, way));
  }
  for (const { tags, outer, inner } of multipolygons) {
    const found = area(tags);
    if (!found) continue;
    const holes = closedRings(nodes, inner);
    // A hole belongs to one of the outer rings, but which one is not known: all holes are cut out of the first.
    for (const [index, ring] of closedRings(nodes, outer).entries()) {
      add(found, 'area', index === 0 ? [ring, ...holes] : [ring]);
      if (index === 0) addLabel(tags, () => ring);
    }
  }
  for (const node of tagged) addPoint(node.tags, node);
  return features;

  function addPoint(tags: Way['tags'], point: Point): void {
    add(classOfPoint(tags), 'point', [Float64Array.from(project(point))]);
  }
  function addLabel(tags: Way['tags'], ring: () => Float64Array): void {
    const found = classOfPoint(tags);
    if (found) add(found, 'point', [middleOf(ring())]);
  }
}

/** Computes the class of each set of tags only once: the million ways of a large city have some thousands of sets. */
function perTags(classOf: (tags: Tags) => Class | null): (tags: Tags) => Class | null {
  const known = new Map<Tags, Class | null>();
  return (tags) => {
    const before = known.get(tags);
    if (before !== undefined) return before;
    const found = classOf(tags);
    known.set(tags, found);
    return found;
  };
}

function isClosed({ nodes }: Way): boolean {
  return nodes.length > 3 && nodes[0] === nodes[nodes.length - 1];
}

function lineOf(nodes: NodeTable, way: Way): Float64Array {
  const line = new Float64Array(way.nodes.length * 2);
  for (const [index, node] of way.nodes.entries()) line.set(project(nodes.at(node)), index * 2);
  return line;
}

/** Joins ways end to end into closed rings; rings that do not close, as at the edge of an extract, are left out. */
function closedRings(nodes: NodeTable, ways: readonly Way[]): Float64Array[] {
  const open = ways.map(({ nodes: indexes }) => [...indexes]).filter(({ length }) => length > 1);
  const rings: Float64Array[] = [];
  for (let ring = open.shift(); ring; ring = open.shift()) {
    while (ring[0] !== ring[ring.length - 1]) {
      const end = ring[ring.length - 1];
      const next = open.findIndex((piece) => piece[0] === end || piece[piece.length - 1] === end);
      const [piece] = next < 0 ? [] : open.splice(next, 1);
      if (!piece) break;
      ring.push(...(piece[0] === end ? piece : piece.reverse()).slice(1));
    }
    const closed = ring.length > 3 && ring[0] === ring[ring.length - 1];
    if (closed) rings.push(Float64Array.from(ring.flatMap((node) => project(nodes.at(node)))));
  }
  return rings;
}

function middleOf(ring: Float64Array): Float64Array {
  const [minX, minY, maxX, maxY] = boxOf([ring]);
  return Float64Array.of((minX + maxX) / 2, (minY + maxY) / 2);
}

/** The bounding box of rings in the Mercator square. */
export function boxOf(rings: readonly Float64Array[]): [minX: number, minY: number, maxX: number, maxY: number] {
  const box: ReturnType<typeof boxOf> = [1, 1, 0, 0];
  for (const ring of rings) {
    for (let index = 0; index < ring.length; index += 2) {
      const x = ring[index] ?? 0;
      const y = ring[index + 1] ?? 0;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
  }
  return box;
}

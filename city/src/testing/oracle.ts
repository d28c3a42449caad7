import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Extract, Tags } from '../osm/extract';

const CARS =
  /^(motorway|trunk|primary|secondary|tertiary|unclassified|residential|living_street|service|track|road)(_link)?$/;

const BARRIERS = /^(bollard|block|cycle_barrier|jersey_barrier|kerb|log|debris|wall|fence)$/;

/** The access that the tags allow a car: the most specific tag counts. */
function accessOf(tags: Tags): string {
  return tags.motorcar ?? tags.motor_vehicle ?? tags.vehicle ?? tags.access ?? 'yes';
}

/**
 * An independent road network, to check the engine's shortest routes: Dijkstra over the ways that cars may use. The
 * option `throughPrivate` adds private roads, private gates and parking aisles, which the engine uses only where a
 * route begins or ends.
 */
export class Oracle {
  readonly #edges = new Map<number, [to: number, km: number][]>();
  readonly #extract: Extract;

  constructor(extract: Extract, { throughPrivate }: { throughPrivate: boolean }) {
    this.#extract = extract;
    const isClosed = (tags: Tags) =>
      accessOf(tags) === 'no' ||
      (!throughPrivate && (accessOf(tags) === 'private' || tags.service === 'parking_aisle'));
    const barriers = new Set(
      extract.tagged
        .filter(({ tags }) => BARRIERS.test(tags.barrier ?? '') || isClosed(tags))
        .map(({ id }) => extract.nodes.indexOf(id)),
    );
    for (const { tags, nodes } of extract.ways) {
      if (!CARS.test(tags.highway ?? '') || isClosed(tags)) continue;
      const oneway = tags.oneway ?? (tags.junction === 'roundabout' ? 'yes' : 'no');
      for (let at = 1; at < nodes.length; at++) {
        const [from = 0, to = 0] = [nodes[at - 1], nodes[at]];
        if (!barriers.has(from) && !barriers.has(to)) this.#connect(from, to, oneway);
      }
    }
  }

  #connect(from: number, to: number, oneway: string): void {
    const km = distanceKm(this.#extract.nodes.at(from), this.#extract.nodes.at(to));
    const add = (a: number, b: number) => this.#edges.set(a, [...(this.#edges.get(a) ?? []), [b, km]]);
    if (oneway !== '-1') add(from, to);
    if (!['yes', '1', 'true'].includes(oneway)) add(to, from);
  }

  /** Every node from which a road leads to another node. */
  get nodes(): number[] {
    return [...this.#edges.keys()];
  }

  point(node: number): Point {
    return this.#extract.nodes.at(node);
  }

  /** The length of the shortest way between two nodes in kilometres; null if there is none. */
  shortest(from: number, to: number): number | null {
    const best = new Map([[from, 0]]);
    const done = new Set<number>();
    const open: [km: number, node: number][] = [[0, from]];
    while (open.length > 0) {
      const [km, node] = pop(open);
      if (node === to) return km;
      if (done.has(node)) continue;
      done.add(node);
      for (const [next, length] of this.#edges.get(node) ?? []) {
        if (km + length >= (best.get(next) ?? Number.POSITIVE_INFINITY)) continue;
        best.set(next, km + length);
        push(open, [km + length, next]);
      }
    }
    return null;
  }
}

type Item = [number, number];

/** Adds an item to a binary heap that is ordered by the first number of its items. */
function push(heap: Item[], item: Item): void {
  let at = heap.push(item) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if ((heap[parent]?.[0] ?? 0) <= item[0]) break;
    heap[at] = heap[parent] ?? item;
    at = parent;
  }
  heap[at] = item;
}

function pop(heap: Item[]): Item {
  const top = heap[0] ?? [0, 0];
  const last = heap.pop() ?? top;
  if (heap.length === 0) return top;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const child = right < heap.length && (heap[right]?.[0] ?? 0) < (heap[left]?.[0] ?? 0) ? right : left;
    if ((heap[child]?.[0] ?? 0) >= last[0]) break;
    heap[at] = heap[child] ?? last;
    at = child;
  }
  heap[at] = last;
  return top;
}

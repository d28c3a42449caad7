import type { Point } from '@boli/shared/core/fields';
import type { Box } from '../geo';
import { doubles, integers } from './growing';

/** Coordinates are stored as integers in OpenStreetMap's own precision: seven decimals of a degree. */
const UNITS = 1e7;

/** The coordinates of the nodes of an extract, sorted by id; 16 bytes for each node. */
export class NodeTable {
  readonly #ids: Float64Array;
  readonly #lat: Int32Array;
  readonly #lng: Int32Array;

  constructor(ids: Float64Array, lat: Int32Array, lng: Int32Array) {
    this.#ids = ids;
    this.#lat = lat;
    this.#lng = lng;
  }

  get size(): number {
    return this.#ids.length;
  }

  /** The index of a node by its id; -1 if the extract lacks it, as at the extract's edge. */
  indexOf(id: number): number {
    let low = 0;
    let high = this.#ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  at(index: number): Point {
    return { lat: (this.#lat[index] ?? 0) / UNITS, lng: (this.#lng[index] ?? 0) / UNITS };
  }

  /** The bounding box of all nodes. */
  box(): Box {
    const box = [180, 90, -180, -90] as [number, number, number, number];
    for (let index = 0; index < this.size; index++) {
      const { lat, lng } = this.at(index);
      box[0] = Math.min(box[0], lng);
      box[1] = Math.min(box[1], lat);
      box[2] = Math.max(box[2], lng);
      box[3] = Math.max(box[3], lat);
    }
    return box;
  }
}

/** Collects nodes in any order. */
export class NodeCollector {
  readonly #ids = doubles();
  readonly #lat = integers();
  readonly #lng = integers();
  #isSorted = true;
  #last = Number.NEGATIVE_INFINITY;

  add(id: number, { lat, lng }: Point): void {
    if (id < this.#last) this.#isSorted = false;
    this.#last = id;
    this.#ids.push(id);
    this.#lat.push(Math.round(lat * UNITS));
    this.#lng.push(Math.round(lng * UNITS));
  }

  table(): NodeTable {
    const ids = this.#ids.done();
    const lat = this.#lat.done();
    const lng = this.#lng.done();
    if (this.#isSorted) return new NodeTable(ids, lat, lng);
    const order = Uint32Array.from(ids.keys()).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
    const pick = <T extends Float64Array | Int32Array>(values: T, sorted: T) => {
      for (const [to, from] of order.entries()) sorted[to] = values[from] ?? 0;
      return sorted;
    };
    return new NodeTable(
      pick(ids, new Float64Array(ids.length)),
      pick(lat, new Int32Array(lat.length)),
      pick(lng, new Int32Array(lng.length)),
    );
  }
}

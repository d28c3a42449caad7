import type { Point } from '@boli/shared/core/fields';
import Flatbush from 'flatbush';

const KM_PER_DEGREE = 111.195;

/** The length of a degree of longitude relative to one of latitude. */
export function squeezeAt(lat: number): number {
  return Math.cos((lat * Math.PI) / 180);
}

/** An index of items by position, on a plane whose unit is a degree of latitude. */
export class Plane<T> {
  readonly #items: T[];
  readonly #index: Flatbush | null;
  readonly #squeeze: number;

  constructor(items: T[], ends: (item: T) => [Point, Point], squeeze: number) {
    this.#items = items;
    this.#squeeze = squeeze;
    this.#index = items.length > 0 ? new Flatbush(items.length) : null;
    for (const item of items) {
      const [a, b] = ends(item);
      const xs = [a.lng * squeeze, b.lng * squeeze] as const;
      this.#index?.add(Math.min(...xs), Math.min(a.lat, b.lat), Math.max(...xs), Math.max(a.lat, b.lat));
    }
    this.#index?.finish();
  }

  /**
   * Up to `count` items within `withinKm` kilometres, the nearest first. The distance to an item is that to its bounding
   * box.
   */
  near({ lat, lng }: Point, count: number, withinKm: number): T[] {
    const found = this.#index?.neighbors(lng * this.#squeeze, lat, count, withinKm / KM_PER_DEGREE) ?? [];
    return found.flatMap((at) => this.#items[at] ?? []);
  }
}

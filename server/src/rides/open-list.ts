import { BoundedMap } from '@boli/shared/core/bounded-map';
import type { Near } from '@boli/shared/rides/rides.schema';
import type { Slice } from '../core/slice.repository';
import { insideOf, type Spot, spotOf } from './near';
import { openPoint } from './pickup';
import type { QuoteRecord, RideDocument } from './rides.model';
import type { RideRow } from './rides.policy';

/** A request in the list, with every quote on it. */
export type OpenRide = RideRow & { quotes: QuoteRecord[] };

interface Entry {
  ride: OpenRide;
  at: number;
  /** When it expires (epoch milliseconds). */
  until: number;
  /** The position of its pickup as drivers are shown it. */
  spot: Spot;
}

/** A page of the list: newest first, with the number of all rows and whether older ones follow. */
export interface OpenPage {
  rows: OpenRide[];
  total: number;
  more: boolean;
}

/**
 * The maximum number of requests that have left the list and whose versions are remembered: a delayed database read
 * must not bring such a request back.
 */
const MAX_CLOSED = 10_000;

/** Open ride requests in memory, in the order of the list. Its methods do not read the database. */
export class OpenList {
  /** Newest first; within one millisecond the greater id first. */
  readonly #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  readonly #closed = new BoundedMap<string, number>(MAX_CLOSED);

  /** How many requests the list holds, including expired ones. */
  get size(): number {
    return this.#entries.length;
  }

  /** Whether this version of a request is newer than the known one. */
  isNews(id: string, version: number): boolean {
    return version > (this.#byId.get(id)?.ride.version ?? this.#closed.get(id) ?? 0);
  }

  /** Stores a request as it was read or written; only a version newer than the known one is stored. */
  take(ride: OpenRide | RideDocument): void {
    if (!this.isNews(ride._id, ride.version)) return;
    if (ride.status !== 'open') {
      this.close(ride._id, ride.version);
      return;
    }
    const held = this.#byId.get(ride._id);
    if (held) {
      held.ride = ride;
      held.until = ride.expires_at.getTime();
      return;
    }
    this.#closed.delete(ride._id);
    const [at, until] = [ride.created_at.getTime(), ride.expires_at.getTime()];
    const entry = { ride, at, until, spot: spotOf(openPoint(ride)) };
    this.#byId.set(ride._id, entry);
    this.#entries.splice(this.#placeOf(entry), 0, entry);
  }

  /** Records that a request is no longer open in this version. */
  close(id: string, version: number): void {
    if (!this.isNews(id, version)) return;
    const held = this.#byId.get(id);
    if (held) {
      this.#byId.delete(id);
      this.#entries.splice(this.#placeOf(held), 1);
    }
    this.#closed.set(id, version);
  }

  /**
   * The requests that are open at `now`, all of them or those in a circle, older than `before`. Rows of one millisecond
   * stay together, even beyond the limit, because the next page continues before that millisecond.
   */
  page({ now, near, limit, before }: Slice & { now: Date; near: Near | null }): OpenPage {
    const moment = now.getTime();
    const isWanted = near ? insideOf(near) : () => true;
    const rows: OpenRide[] = [];
    let [total, more, last] = [0, false, 0];
    for (const { ride, at, until, spot } of this.#entries) {
      if (until <= moment || !isWanted(spot)) continue;
      total += 1;
      if (more || (before && at >= before.getTime())) continue;
      if (rows.length >= limit && at !== last) more = true;
      else {
        rows.push(ride);
        last = at;
      }
    }
    return { rows, total, more };
  }

  /** The index of an entry, or the one at which it has to be inserted. */
  #placeOf({ at, ride: { _id: id } }: Entry): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#entries[middle];
      if (other && (other.at > at || (other.at === at && other.ride._id > id))) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

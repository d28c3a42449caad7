import { oneLine, type Point } from '@boli/shared/core/fields';
import type { Address } from '@boli/shared/geo/geo.schema';
import { FairQueue } from '../core/fair-queue';
import { logger } from '../core/logger';
import { settings } from '../settings';
import { addressText, coordinatesText } from './address';
import { type Geocoder, nominatim, type Place } from './nominatim';

/** An answer is due within 3 seconds; this leaves the rest of the way its time. */
const ANSWER_WITHIN_MS = 2_700;
/** Who would wait longer for a turn gets coordinates. */
const LONGEST_WAIT_MS = 1_500;
/** A map that is dragged asks again and again: at most so many questions of one person wait. */
const WAITING_OF_ONE = 2;
const WAITING = 1_000;
const BETWEEN_CALLS_MS = 1_000;
const BACK_OFF_MS = 60_000;
const CACHE_SIZE = 5_000;
/** Four decimals are about eleven metres: the same building. */
const CACHE_DECIMALS = 4;

/**
 * Addresses of points, politely: cached, one call a second shared evenly between people, silent for a minute after a
 * failure.
 */
export class AddressBook {
  readonly #geocoder: Geocoder | null;
  readonly #known = new Map<string, Place | null>();
  readonly #running = new Map<string, Promise<Place | null>>();
  readonly #queue = new FairQueue({
    everyMs: BETWEEN_CALLS_MS,
    waitMs: LONGEST_WAIT_MS,
    waitingOfOne: WAITING_OF_ONE,
    waiting: WAITING,
  });
  readonly #now: () => number;
  #silentUntil = Number.NEGATIVE_INFINITY;

  /** `now` gives milliseconds that never go back. */
  constructor(geocoder: Geocoder | null, now: () => number = () => performance.now()) {
    this.#geocoder = geocoder;
    this.#now = now;
  }

  /**
   * The address at a point for this person, its coordinates where none is found. Never rejects; answers within 3
   * seconds.
   */
  async at(point: Point, who: string): Promise<Address> {
    const key = `${point.lat.toFixed(CACHE_DECIMALS)},${point.lng.toFixed(CACHE_DECIMALS)}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#remember(key, known);
      return this.#present(point, known, 'cache');
    }
    const lookup = this.#running.get(key) ?? this.#begin(key, point, who);
    const place = await lookup.catch(() => null);
    return this.#present(point, place ?? null, 'geocoder');
  }

  #begin(key: string, point: Point, who: string): Promise<Place | null> {
    if (!this.#geocoder || this.#isSilent()) return Promise.resolve(null);
    const lookup = this.#askInTurn(this.#geocoder, point, who)
      .then((place) => (place === undefined ? null : this.#remember(key, place)))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, lookup);
    return lookup;
  }

  /** What the geocoder says when it is this person's turn; undefined where there is no turn in time. */
  async #askInTurn(geocoder: Geocoder, point: Point, who: string): Promise<Place | null | undefined> {
    const from = performance.now();
    // Somebody's failure in the meantime stands for all who waited.
    if (!(await this.#queue.turn(who)) || this.#isSilent()) return undefined;
    try {
      return await geocoder(point, AbortSignal.timeout(Math.round(ANSWER_WITHIN_MS - (performance.now() - from))));
    } catch (error) {
      this.#silentUntil = this.#now() + BACK_OFF_MS;
      logger.warn({ err: error }, 'the geocoder failed; coordinates are shown for a minute');
      throw error;
    }
  }

  #isSilent(): boolean {
    return this.#now() < this.#silentUntil;
  }

  #remember(key: string, place: Place | null): Place | null {
    // Taken out first, so that the one used longest ago stands first.
    this.#known.delete(key);
    this.#known.set(key, place);
    const [oldest] = this.#known.keys();
    if (this.#known.size > CACHE_SIZE && oldest !== undefined) this.#known.delete(oldest);
    return place;
  }

  #present(point: Point, place: Place | null, source: 'cache' | 'geocoder'): Address {
    const text = place && (addressText(place.parts) ?? place.displayName?.slice(0, 500));
    if (!text) return { address: coordinatesText(point), display_name: null, source: 'coordinates' };
    return { address: oneLine(text), display_name: place.displayName && oneLine(place.displayName), source };
  }
}

let book: { url: string; addresses: AddressBook } | null = null;

/** The process's address book, for the geocoder that the settings name. */
export function addresses(): AddressBook {
  const url = settings().GEOCODER_URL;
  if (book?.url !== url) book = { url, addresses: new AddressBook(url === 'off' ? null : nominatim(url)) };
  return book.addresses;
}

import type { Point } from '@boli/shared/core/fields';
import type { Address } from '@boli/shared/geo/geo.schema';
import { clock } from '../core/clock';
import { logger } from '../core/logger';
import { settings } from '../settings';
import { addressText, coordinatesText } from './address';
import { type Geocoder, nominatim, type Place } from './nominatim';

/** An answer is due within 3 seconds; this leaves the rest of the way its time. */
const ANSWER_WITHIN_MS = 2_700;
/** Who would wait longer for a turn gets coordinates at once. */
const LONGEST_WAIT_MS = 1_500;
const BETWEEN_CALLS_MS = 1_000;
const BACK_OFF_MS = 60_000;
const CACHE_SIZE = 5_000;
/** Four decimals are about eleven metres: the same house. */
const CACHE_DECIMALS = 4;

/** Addresses of points, politely: cached, one call a second, silent for a minute after a failure. */
export class AddressBook {
  readonly #geocoder: Geocoder | null;
  readonly #known = new Map<string, Place | null>();
  readonly #running = new Map<string, Promise<Place | null>>();
  #nextTurn = 0;
  #silentUntil = 0;

  constructor(geocoder: Geocoder | null) {
    this.#geocoder = geocoder;
  }

  /** The address at a point, its coordinates where none is found. Never rejects; answers within 3 seconds. */
  async at(point: Point): Promise<Address> {
    const key = `${point.lat.toFixed(CACHE_DECIMALS)},${point.lng.toFixed(CACHE_DECIMALS)}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#remember(key, known);
      return this.#present(point, known, 'cache');
    }
    const lookup = this.#running.get(key) ?? this.#begin(key, point);
    const place = await lookup.catch(() => null);
    return this.#present(point, place ?? null, 'geocoder');
  }

  #begin(key: string, point: Point): Promise<Place | null> {
    const now = Date.now();
    const wait = Math.max(0, this.#nextTurn - now);
    if (!this.#geocoder || clock.millis() < this.#silentUntil || wait > LONGEST_WAIT_MS) return Promise.resolve(null);
    this.#nextTurn = now + wait + BETWEEN_CALLS_MS;
    const lookup = this.#ask(this.#geocoder, point, wait)
      .then((place) => this.#remember(key, place))
      .finally(() => this.#running.delete(key));
    this.#running.set(key, lookup);
    return lookup;
  }

  async #ask(geocoder: Geocoder, point: Point, wait: number): Promise<Place | null> {
    await new Promise((resolve) => setTimeout(resolve, wait));
    // Somebody's failure in the meantime stands for all who waited.
    if (clock.millis() < this.#silentUntil) throw new Error('the geocoder failed a moment ago');
    try {
      return await geocoder(point, AbortSignal.timeout(ANSWER_WITHIN_MS - wait));
    } catch (error) {
      this.#silentUntil = clock.millis() + BACK_OFF_MS;
      logger.warn({ err: error }, 'the geocoder failed; coordinates are shown for a minute');
      throw error;
    }
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
    return { address: text, display_name: place.displayName, source };
  }
}

let book: { url: string; addresses: AddressBook } | null = null;

/** The process's address book, for the geocoder that the settings name. */
export function addresses(): AddressBook {
  const url = settings().GEOCODER_URL;
  if (book?.url !== url) book = { url, addresses: new AddressBook(url === 'off' ? null : nominatim(url)) };
  return book.addresses;
}

import { BoundedMap } from '@boli/shared/core/bounded-map';
import { oneLine, type Point } from '@boli/shared/core/fields';
import type { Address } from '@boli/shared/geo/geo.schema';
import { installedCity } from '../city/city.launch';
import { FairQueue } from '../core/fair-queue';
import { logger } from '../core/logger';
import { geocoderUrl, settings } from '../settings';
import { addressText, coordinatesText } from './address';
import { type Geocoder, nominatim, type Place } from './nominatim';
import { photonGeocoder } from './photon';
import { placesUrl } from './places.service';

/** A call has to be answered within 3 seconds; this leaves time for the rest of the call. */
const ANSWER_WITHIN_MS = 2_700;
/** A person who would wait longer for a turn gets coordinates. */
const LONGEST_WAIT_MS = 1_500;
/** The maximum number of waiting requests of one person; a map that is dragged sends many. */
const WAITING_OF_ONE = 2;
const WAITING = 1_000;
/** The usage limits of public services. */
const PUBLIC_LIMITS = { betweenCallsMs: 1_000, backOffMs: 60_000 };
/** Our own place search may be called at any rate; the process of a city is soon restarted after it has exited. */
const OWN_LIMITS = { betweenCallsMs: 0, backOffMs: 500 };
const CACHE_SIZE = 5_000;
/** Four decimals are about eleven metres: the same building. */
const CACHE_DECIMALS = 4;

/**
 * Looks up addresses of points. Answers are cached, turns are shared fairly between people, and the limits of the
 * service are kept: a public service gets one call a second, and none for a minute after a failure.
 */
export class AddressBook {
  readonly #geocoder: Geocoder | null;
  readonly #known = new BoundedMap<string, Place | null>(CACHE_SIZE);
  readonly #running = new Map<string, Promise<Place | null>>();
  readonly #queue: FairQueue;
  readonly #backOffMs: number;
  readonly #now: () => number;
  #silentUntil = Number.NEGATIVE_INFINITY;

  /**
   * `now` is a monotonic clock in milliseconds; `limits` are the limits of the service, by default those of a public
   * one.
   */
  constructor(geocoder: Geocoder | null, limits = PUBLIC_LIMITS, now: () => number = () => performance.now()) {
    this.#geocoder = geocoder;
    this.#now = now;
    this.#backOffMs = limits.backOffMs;
    this.#queue = new FairQueue({
      everyMs: limits.betweenCallsMs,
      waitMs: LONGEST_WAIT_MS,
      waitingOfOne: WAITING_OF_ONE,
      waiting: WAITING,
    });
  }

  /**
   * The address of a point, for this person; the coordinates of the point if no address is found. Never rejects;
   * resolves within 3 seconds.
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

  /** Calls the geocoder when it is this person's turn; undefined if no turn comes in time, or after a failure. */
  async #askInTurn(geocoder: Geocoder, point: Point, who: string): Promise<Place | null | undefined> {
    const from = performance.now();
    // A failure of another person's request in the meantime counts for everybody who waited.
    if (!(await this.#queue.turn(who)) || this.#isSilent()) return undefined;
    const leftMs = Math.round(ANSWER_WITHIN_MS - (performance.now() - from));
    // This process was suspended; that is no failure of the service.
    if (leftMs <= 0) return undefined;
    try {
      return await geocoder(point, AbortSignal.timeout(leftMs));
    } catch (error) {
      this.#silentUntil = this.#now() + this.#backOffMs;
      logger.warn({ err: error }, 'the geocoder failed; coordinates are shown for a while');
      throw error;
    }
  }

  #isSilent(): boolean {
    return this.#now() < this.#silentUntil;
  }

  #remember(key: string, place: Place | null): Place | null {
    this.#known.set(key, place);
    return place;
  }

  #present(point: Point, place: Place | null, source: 'cache' | 'geocoder'): Address {
    const text = place && (addressText(place.parts) ?? place.displayName?.slice(0, 500));
    if (!text) return { address: coordinatesText(point), display_name: null, source: 'coordinates' };
    return { address: oneLine(text), display_name: place.displayName && oneLine(place.displayName), source };
  }
}

let book: { source: string; addresses: AddressBook } | null = null;

/**
 * The address book of this process. It uses the geocoder of the settings, else the place search of the settings or of the
 * installed city, which has no usage limits, else a public service.
 */
export function addresses(): AddressBook {
  const places = settings().GEOCODER_URL ? null : placesUrl();
  // While the process of an installed city is not running, no public service is called instead.
  const other = settings().GEOCODER_URL || !installedCity() ? geocoderUrl(settings()) : 'off';
  const source = places ?? other;
  if (book?.source !== source) book = { source, addresses: bookOf(source, places !== null) };
  return book.addresses;
}

function bookOf(source: string, isOurs: boolean): AddressBook {
  if (source === 'off') return new AddressBook(null);
  return isOurs ? new AddressBook(photonGeocoder(source), OWN_LIMITS) : new AddressBook(nominatim(source));
}

import { shownDistanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { toRupees } from '@boli/shared/core/money';
import type { Road } from '@boli/shared/geo/geo.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { isAvailable } from '../drivers/drivers.policy';
import { profiles } from '../drivers/drivers.repository';
import { referenceFor } from '../fares/fares.service';
import { fileAddress } from '../uploads/addresses';
import { openPoint, shownPoint, shownToDriver } from './pickup';
import type { QuoteRecord } from './rides.model';
import { asOf, ownQuote, type RideRow } from './rides.policy';
import { encodeRideToDriver, presentRide, presentRideToDriver, presentRideToDrivers } from './rides.presenter';
import { presentRoad, shapeFrom } from './roads';
import { freshPlace, minutesToNearest, type ToPickup } from './to-pickup';

/** Drivers' profiles by user id: quotes show some of their fields. */
export type QuoteContext = Map<string, DriverProfileDocument>;

/** A driver's position older than this is not used. */
const POSITION_HOLDS_MS = 60 * 60_000;
/** An eta that was computed longer ago is not shown, because the driver has moved since. */
const ETA_HOLDS_MS = 15 * 60_000;

/** Loads the drivers' profiles for these quotes, in one query; `known` is a profile that the caller has just read. */
export async function quoteContext(
  quotes: readonly Pick<QuoteRecord, 'driver_id'>[],
  known?: DriverProfileDocument | null,
): Promise<QuoteContext> {
  if (known && quotes.every((quote) => quote.driver_id === known.user_id)) return new Map([[known.user_id, known]]);
  return quotes.length === 0 ? new Map() : profiles.byUsers(quotes.map((quote) => quote.driver_id));
}

/**
 * Presents a quote to its driver, the customer or an admin; the signed addresses of its pictures are valid for this
 * person only.
 */
export function presentQuote(quote: QuoteRecord, ride: RideRow, context: QuoteContext, viewerId: string): Quote {
  const profile = context.get(quote.driver_id);
  return {
    id: quote._id,
    ride_request_id: ride._id,
    driver_id: quote.driver_id,
    driver_name: quote.driver_name,
    driver_photo: fileAddress(profile?.driver_photo ?? null, viewerId),
    vehicle_image: fileAddress(profile?.vehicle_image ?? null, viewerId),
    price: toRupees(quote.price_paise),
    car_model: quote.car_model,
    vehicle_class: quote.vehicle_class ?? null,
    reference: referenceFor(roadFor(viewerId, quote, ride), ride.rates, quote.vehicle_class),
    vehicle_number: quote.status === 'accepted' ? (quote.vehicle_number ?? null) : null,
    experience_years: quote.experience_years,
    experience: quote.experience_years,
    license_number: quote.license_number,
    average_rating: profile?.average_rating ?? 0,
    total_ratings: profile?.total_ratings ?? 0,
    completed_rides: profile?.completed_rides ?? 0,
    verification_status: profile?.verification_status ?? 'pending',
    is_available: profile ? isAvailable(profile) : false,
    accepts_upi: quote.accepts_upi,
    distance_to_pickup_km: profile ? distanceTo(pickupOf(quote, ride), profile) : null,
    ...presentEta(quote),
    status: quote.status,
    ...presentClock(quote),
    counter: presentCounter(quote),
    created_at: quote.created_at.toISOString(),
    offered_at: (quote.offered_at ?? quote.created_at).toISOString(),
    version: quote.version,
  };
}

/** A chosen quote does not expire any more. */
function presentClock({ status, hold_min, expires_at }: QuoteRecord): Pick<Quote, 'hold_min' | 'expires_at'> {
  if (status === 'accepted') return { hold_min: null, expires_at: null };
  return { hold_min: hold_min ?? null, expires_at: expires_at?.toISOString() ?? null };
}

function presentCounter({ status, counter }: QuoteRecord): Quote['counter'] {
  if (!counter || status === 'accepted') return null;
  const { price_paise, expires_at, answer } = counter;
  return { price: toRupees(price_paise), expires_at: expires_at.toISOString(), answer };
}

function presentEta({ eta }: QuoteRecord): Pick<Quote, 'pickup_eta_min' | 'eta_source'> {
  const isFresh = eta && clock.millis() - eta.at.getTime() <= ETA_HOLDS_MS;
  return isFresh ? { pickup_eta_min: eta.minutes, eta_source: eta.source } : { pickup_eta_min: null, eta_source: null };
}

/**
 * Presents ride requests for the caller's list. A driver gets the pickups that every driver is shown, the driver's own
 * quotes, and the minutes to the nearest pickups. The minutes are measured from the searched place, else from the
 * driver's position if it is at most 90 seconds old. One query reads the driver's profile for all rows.
 */
export async function presentRides(
  actor: Actor,
  rows: readonly RideRow[],
  from: Point | null = null,
): Promise<RideRequest[]> {
  const now = clock.now();
  if (actor.role !== 'driver') return rows.map(presentRide);
  const context = await quoteContext([{ driver_id: actor.id }]);
  const place = from ?? freshPlace(context.get(actor.id));
  const minutes = place ? await minutesToNearest(place, rows) : new Map<string, ToPickup>();
  return rows.map((row) => {
    const ride = asOf(row, now);
    const quote = ownQuote(ride, actor.id);
    const shown = presentRideToDriver(ride, quote ? presentQuote(quote, ride, context, actor.id) : null);
    const toPickup = minutes.get(ride._id);
    return toPickup ? { ...shown, ...toPickup } : shown;
  });
}

/** Encodes the open requests that a driver watches, as `presentRides` presents them: a JSON array. */
export async function encodeOpenRides(
  driver: DriverProfileDocument,
  rows: readonly RideRow[],
  from: Point | null,
): Promise<string> {
  const now = clock.now();
  const place = from ?? freshPlace(driver);
  const minutes = place ? await minutesToNearest(place, rows) : new Map<string, ToPickup>();
  const context = new Map([[driver.user_id, driver]]);
  const encoded = rows.map((row) => {
    const ride = asOf(row, now);
    const quote = ownQuote(ride, driver.user_id);
    const my_quote = quote && presentQuote(quote, ride, context, driver.user_id);
    return encodeRideToDriver(ride, { my_quote, ...minutes.get(ride._id) });
  });
  return `[${encoded.join(',')}]`;
}

/** Presents one ride request to the caller: as in a list, with its shape. */
export async function presentOneRide(actor: Actor, ride: RideRow): Promise<RideRequest> {
  const [shown = presentRideToDrivers(ride)] = await presentRides(actor, [ride]);
  return { ...shown, shape: await shapeFrom(ride._id, shown) };
}

/** The road that the reader of this quote is shown: for its driver it may begin at the approximate pickup. */
function roadFor(viewerId: string, quote: QuoteRecord, ride: RideRow): Road | null {
  if (viewerId !== quote.driver_id) return presentRoad(ride);
  return presentRoad(shownToDriver(isChosen(quote, ride) ? ride : { ...ride, status: 'open', accepted_at: null }));
}

const isChosen = (quote: QuoteRecord, ride: RideRow) =>
  ride.booking_id !== null && quote.booking_id === ride.booking_id;

/**
 * Only the chosen driver's distance is measured to the exact pickup. Drivers report their positions themselves, so any
 * other driver could locate the pickup by such distances.
 */
function pickupOf(quote: QuoteRecord, ride: RideRow): Point {
  return isChosen(quote, ride) ? shownPoint(ride) : openPoint(ride);
}

function distanceTo(pickup: Point, profile: DriverProfileDocument): number | null {
  const { position_lat: lat, position_lng: lng, position_at: at } = profile;
  if (lat === null || lng === null || !at || clock.millis() - at.getTime() > POSITION_HOLDS_MS) return null;
  return shownDistanceKm({ lat, lng }, pickup);
}

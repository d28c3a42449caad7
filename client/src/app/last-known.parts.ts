import { Booking } from '@boli/shared/bookings/bookings.schema';
import { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { Quote } from '@boli/shared/rides/quotes.schema';
import { RideRequest } from '@boli/shared/rides/rides.schema';
import { z } from 'zod';
import { lastEta } from '../features/bookings/arrival';
import { applyLastKnownBookings, groupBookings, useBookings } from '../features/bookings/bookings.store';
import { lastPosition } from '../features/bookings/positions';
import { applyLastKnownProfile, useDriver } from '../features/drivers/drivers.store';
import { applyLastKnownQuotes, loadQuotes, shownQuotes, useQuotes } from '../features/rides/quotes/quotes.store';
import { applyLastKnownRides, sortRides, useRides } from '../features/rides/rides.store';

const MAX_BOOKINGS = 5;
const MAX_RIDES = 3;
/** The maximum number of quotes of each request. */
const MAX_QUOTES = 20;

/** A part of the page that is shown again after a reload without a network. */
export interface LastKnownPart {
  name: string;
  /** The part's value to keep now; null while the server has not sent the part to this page. */
  read: () => unknown;
  /** Applies what was kept; ignores a value that does not match the schema. Returns whether there was anything to show. */
  apply: (kept: unknown) => boolean;
  /** Once the network is back: reads again the data that no screen reads by itself. Rejects with the ApiError. */
  refresh?: () => Promise<unknown>;
  /** Calls `listener` when the part changes. */
  subscribe: (listener: () => void) => void;
}

/** Returns a function that passes a valid kept value to `apply`, and returns false for an invalid one. */
const checked =
  <T>(schema: z.ZodType<T>, apply: (value: T) => boolean) =>
  (kept: unknown): boolean => {
    const { success, data } = schema.safeParse(kept);
    return success && apply(data);
  };

/** A booking with the newest position and eta of its driver, which pushes bring without the booking. */
function withPosition(row: Booking): Booking {
  const position = lastPosition(row.id);
  const booking = { ...row, eta: lastEta(row.id) ?? row.eta };
  if (!position) return booking;
  const { lat: driver_lat, lng: driver_lng, recorded_at: driver_location_at } = position;
  return { ...booking, driver_lat, driver_lng, driver_location_at };
}

const isUnpaid = ({ status, payment_status }: Booking) => status === 'completed' && payment_status === 'pending';

/** The active bookings, then the completed ones that are not paid yet; at most `MAX_BOOKINGS`. */
function currentBookings(): Booking[] {
  const { active, past } = groupBookings(useBookings.getState().byId);
  return [...active, ...past.filter(isUnpaid)].slice(0, MAX_BOOKINGS).map(withPosition);
}

const bookings: LastKnownPart = {
  name: 'bookings',
  read: () => (useBookings.getState().total === null ? null : currentBookings()),
  apply: checked(z.array(Booking), (kept) => {
    applyLastKnownBookings(kept);
    return kept.length > 0;
  }),
  subscribe: (listener) => void useBookings.subscribe(listener),
};

const openRides = () => sortRides(useRides.getState().byId).filter(({ status }) => status === 'open');

/** Whether a booking of the request is known: it is newer than the open request that this device has kept. */
const isBooked = ({ id }: RideRequest) =>
  Object.values(useBookings.getState().byId).some(({ ride_request_id }) => ride_request_id === id);

const rides: LastKnownPart = {
  name: 'rides',
  read: () => {
    if (useRides.getState().total === null) return null;
    const kept = openRides().slice(0, MAX_RIDES);
    const { byId } = useQuotes.getState();
    return { rides: kept, quotes: kept.flatMap(({ id }) => shownQuotes(byId, id).slice(0, MAX_QUOTES)) };
  },
  apply: checked(z.object({ rides: z.array(RideRequest), quotes: z.array(Quote) }), (kept) => {
    const open = kept.rides.filter((ride) => !isBooked(ride));
    applyLastKnownRides(open);
    applyLastKnownQuotes(kept.quotes.filter((quote) => open.some(({ id }) => id === quote.ride_request_id)));
    return open.length > 0;
  }),
  refresh: () => Promise.all(openRides().map(({ id }) => loadQuotes(id))),
  subscribe: (listener) => {
    useRides.subscribe(listener);
    useQuotes.subscribe(listener);
  },
};

const profile: LastKnownPart = {
  name: 'profile',
  read: () => useDriver.getState().profile,
  apply: checked(DriverProfile, (kept) => {
    applyLastKnownProfile(kept);
    return true;
  }),
  subscribe: (listener) => void useDriver.subscribe(listener),
};

/** The parts of each role in the order in which they are applied: a customer's requests after the bookings (`isBooked`). */
export const lastKnownParts: Record<'customer' | 'driver' | 'admin', readonly LastKnownPart[]> = {
  customer: [bookings, rides],
  driver: [profile, bookings],
  admin: [],
};

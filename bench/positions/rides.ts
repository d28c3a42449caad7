import { randomUUID } from 'node:crypto';
import { BookingModel } from '../../server/src/bookings/bookings.model';
import { type Account, makeAccounts, storeAccounts } from '../accounts';
import { bookingOf } from '../documents';
import { insert } from '../insert';
import { inDatabase, type Product } from '../product';

/** A ride in progress, with both sides signed in. */
export interface MeasuredRide {
  bookingId: string;
  driver: Account;
  customer: Account;
  /** Where its driver drives around. */
  lat: number;
  lng: number;
}

/** New rides in progress, each with its own driver and customer; stores nothing. */
function makeRides(count: number) {
  const drivers = makeAccounts('driver', count);
  const customers = makeAccounts('customer', count);
  const at = new Date(Date.now() - 600_000);
  const made = drivers.accounts.flatMap((driver, nth) => {
    const customer = customers.accounts[nth];
    if (!customer) return [];
    const course = { nth, customer, driver, at, status: 'in_progress', payment: 'cash', isPaid: false } as const;
    const ids = { _id: randomUUID(), ride_request_id: randomUUID(), quote_id: randomUUID() };
    const booking = { ...bookingOf(course), ...ids };
    const place = { lat: booking.pickup_lat, lng: booking.pickup_lng };
    return [{ booking, ride: { bookingId: booking._id, driver, customer, ...place } }];
  });
  return {
    drivers,
    customers,
    bookings: made.map(({ booking }) => booking),
    rides: made.map(({ ride }): MeasuredRide => ride),
  };
}

/** Stores the same rides in progress in the databases of these products; each ride has its own driver and customer. */
export async function seedRides([first, ...others]: readonly Product[], count: number): Promise<MeasuredRide[]> {
  if (!first) return [];
  // The tokens are signed with the secret of the products.
  const made = await inDatabase(first, async () => makeRides(count));
  for (const product of [first, ...others]) {
    await inDatabase(product, async () => {
      await storeAccounts('driver', made.drivers);
      await storeAccounts('customer', made.customers);
      await insert(BookingModel, made.bookings);
    });
  }
  return made.rides;
}

import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { type BookingDocument, BookingModel } from '../../server/src/bookings/bookings.model';
import { type RideDocument, RideModel } from '../../server/src/rides/rides.model';
import { type Account, insertAccounts } from '../accounts';
import { bookingOf, openRideOf, rideOf } from '../documents';
import { insert } from '../insert';

/** The bookings that wait for their driver's answer, each for one measurement. */
export const BOOKINGS = 800;

/** The people, and what is changed: an open request of every customer, and pending bookings. */
export interface ScreensTown {
  drivers: Account[];
  customers: Account[];
  /** One of each customer, in the same order. */
  rides: RideDocument[];
  bookings: BookingDocument[];
}

/** Copies of the requests and bookings, in collections of their own, which the baseline changes without the product. */
export const copies = {
  rides: () => mongoose.connection.collection<RideDocument>('bench_rides'),
  bookings: () => mongoose.connection.collection<BookingDocument>('bench_bookings'),
};

/** Stores a town with this many drivers and as many customers in the database that mongoose is connected to. */
export async function seedScreens(count: number): Promise<ScreensTown> {
  const drivers = await insertAccounts('driver', count);
  const customers = await insertAccounts('customer', count);
  const rides = customers.map((customer, nth) => ({ ...openRideOf(nth, customer, 1), _id: randomUUID() }));
  const bookings = Array.from({ length: BOOKINGS }, (_, nth) => pendingOf(nth, drivers, customers));
  await insert(RideModel, rides);
  await insert(
    RideModel,
    bookings.map((booking) => {
      const ride = rideOf(booking, []);
      return { ...ride, quotes: ride.quotes.map((quote) => ({ ...quote, _id: booking.quote_id })) };
    }),
  );
  await insert(BookingModel, bookings);
  await copies.rides().insertMany(rides.map((ride) => ({ ...ride })));
  await copies.bookings().insertMany(bookings.map((booking) => ({ ...booking })));
  return { drivers, customers, rides, bookings };
}

function pendingOf(nth: number, drivers: readonly Account[], customers: readonly Account[]): BookingDocument {
  const [driver, customer] = [drivers[nth % drivers.length], customers[nth % customers.length]];
  if (!driver || !customer) throw new RangeError('the town has no drivers or no customers');
  const course = { nth, driver, customer, at: new Date(), status: 'pending', payment: 'cash', isPaid: false } as const;
  const ids = { _id: randomUUID(), ride_request_id: randomUUID(), quote_id: randomUUID() };
  return { ...bookingOf(course), ...ids, answer_by: new Date(Date.now() + 3_600_000) };
}

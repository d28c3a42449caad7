import { randomUUID } from 'node:crypto';
import { BookingModel } from '../../server/src/bookings/bookings.model';
import { RideModel } from '../../server/src/rides/rides.model';
import { type Account, insertAccounts } from '../accounts';
import { bookingOf, openRideOf } from '../documents';
import { bytesOf } from '../http-link';
import { insert } from '../insert';

/** The connections of a load; each has a customer and a driver of its own. */
export const CONNECTIONS = 32;
/** The bookings of each customer. */
const BOOKINGS = 20;
/** Open requests: so many that a driver quotes only once on each. */
const RIDES = 8_000;

/** The calls of a load: the bytes of the `nth` call of a connection. */
export interface RestCalls {
  list(connection: number): Buffer;
  quote(connection: number, nth: number): Buffer;
}

/** Stores people, their bookings and open requests in the database that mongoose is connected to. */
export async function seedRest(): Promise<RestCalls> {
  const drivers = await insertAccounts('driver', CONNECTIONS);
  const customers = await insertAccounts('customer', CONNECTIONS);
  const pairs = customers.flatMap((customer, at) =>
    Array.from({ length: BOOKINGS }, (_, nth) => ({ customer, driver: drivers[(at + nth) % CONNECTIONS], nth })),
  );
  await insert(
    BookingModel,
    pairs.flatMap(({ customer, driver, nth }) => (driver ? [pastBooking(nth, customer, driver)] : [])),
  );
  const rides = Array.from({ length: RIDES }, (_, nth) => ({
    ...openRideOf(nth, customers[nth % CONNECTIONS] ?? { id: randomUUID(), name: 'Customer' }, 1),
    _id: randomUUID(),
  }));
  await insert(RideModel, rides);
  const token = (people: readonly Account[], connection: number) => people[connection]?.token ?? '';
  return {
    list: (connection) => bytesOf({ method: 'GET', path: '/api/bookings/my', token: token(customers, connection) }),
    quote(connection, nth) {
      const at = nth * CONNECTIONS + connection;
      // In each further pass over the requests every driver gets the requests that another driver had.
      const ride = rides[(at + Math.floor(at / RIDES)) % RIDES];
      const body = { ride_request_id: ride?._id, price: 240 };
      return bytesOf({ method: 'POST', path: '/api/quotes/create', token: token(drivers, connection), body });
    },
  };
}

function pastBooking(nth: number, customer: Account, driver: Account) {
  const at = new Date(Date.now() - (nth + 1) * 24 * 3_600_000);
  const course = { nth, customer, driver, at, status: 'completed', payment: 'cash', isPaid: true } as const;
  return { ...bookingOf(course), _id: randomUUID(), ride_request_id: randomUUID(), quote_id: randomUUID() };
}

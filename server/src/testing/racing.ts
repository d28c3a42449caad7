import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isLive } from '@boli/shared/bookings/bookings.state';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { expect } from '@jest/globals';
import { storedRide } from './agreement';
import type { TestPerson } from './app';
import { market } from './market';
import { rounds } from './races';
import { setUpApp, setUpPeople } from './set-up';

/** The timeout of a test with all its rounds, in milliseconds. */
export const LONG = 60_000 + rounds.length * 10_000;

/** Runs a test's body once for each round. */
export const inRounds = (run: () => Promise<void>) => async () => {
  for (const _ of rounds) await run();
};

export type Racing = ReturnType<typeof setUpRacing>;

/**
 * For the top of a test file: an app with the people of a race, and functions that return the calls of which a race
 * consists.
 */
export function setUpRacing() {
  const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '10000' } });
  const { customer, driver, rival, admin } = setUpPeople({
    customer: () => app.register('customer'),
    driver: () => app.registerDriver(),
    rival: () => app.registerDriver(),
    admin: () => app.register('admin'),
  });
  return {
    app,
    steps: market(app),
    customer,
    driver,
    rival,
    admin,
    book: (quote: Quote) => () =>
      app.request<Booking>('POST', '/bookings/create', {
        token: customer.token,
        body: { quote_id: quote.id, payment_method: 'phonepe' },
      }),
    step:
      (booking: Booking, status: string, by: TestPerson = driver) =>
      () =>
        app.request<Booking>('PUT', `/bookings/${booking.id}/status?status=${status}`, { token: by.token }),
    cancel: (booking: Booking, by: TestPerson) => () =>
      app.request<Booking>('PUT', `/bookings/${booking.id}/cancel`, { token: by.token, body: { reason: 'Other' } }),
    offer: (ride: RideRequest, price: number) => () =>
      app.request<Quote>('POST', '/quotes/create', { token: driver.token, body: { ride_request_id: ride.id, price } }),
    withdraw: (quote: Quote) => () => app.request('DELETE', `/quotes/${quote.id}`, { token: driver.token }),
    decide: (status: string) => () =>
      app.request('PUT', `/admin/drivers/${driver.id}/verify?status=${status}`, { token: admin.token }),
  };
}

/** Expects that the stored documents of a ride request agree with each other, whatever the order of events; returns them. */
export async function agreement(rideId: string) {
  const { faults, ride, bookings } = await storedRide(rideId);
  expect(faults).toEqual([]);
  return { ride, bookings, live: bookings.filter((booking) => isLive(booking.status)) };
}

import type { Booking, HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import type { Receipt } from '@boli/shared/ledger/ledger.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { eventually } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { setUpRouter } from '../testing/set-up-router';
import { socketsOf } from '../testing/sockets';
import { approximateDrop } from './drop';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});
const { use } = await setUpRouter();
beforeEach(() => use({ JURISDICTION: 'example', MAX_OPEN_REQUESTS: '1000' }));

const posted = {
  drop_location: 'Flat 7, Janpath Lane, Connaught Place, New Delhi',
  drop_lat: 28.621337,
  drop_lng: 77.218773,
};
/** Matches whatever would reveal the exact drop. */
const traces = /28\.6213|77\.2187|Flat/;
const get = async <T>(person: TestPerson, path: string) =>
  (await app.request<T>('GET', path, { token: person.token })).body;

describe('the drop that drivers see where the law hides it', () => {
  test('is its area until acceptance, in lists, requests, quotes, bookings, the history, the inbox and pushes', async () => {
    const socket = await connect(driver);
    await socket.ask('rides:watch');
    const ride = await steps.ride(customer, posted);
    expect(ride).toMatchObject(posted);
    expect(ride.drop_is_area).toBeUndefined();
    // The way by road is known, and would reveal the drop.
    expect(await get(customer, `/rides/request/${ride.id}`)).toMatchObject({
      shape: expect.any(String),
      road: { source: 'roads' },
    });
    const area = {
      drop_location: 'Janpath Lane, Connaught Place, New Delhi',
      drop_lat: 28.62,
      drop_lng: 77.22,
      drop_is_area: true,
    };
    const one = await get<RideRequest>(driver, `/rides/request/${ride.id}`);
    expect(one).toMatchObject({ ...area, shape: null, road: { source: 'estimate' } });
    const quote = await steps.quote(driver, ride, one.reference?.mid);
    const booking = await steps.book(customer, quote);
    const shown = await get<Booking>(driver, `/bookings/${booking.id}`);
    expect(shown).toMatchObject({ ...area, shape: null });
    const seen = [
      one,
      await get<RideRequest[]>(driver, '/rides/requests'),
      await get<Quote[]>(driver, `/quotes/ride/${ride.id}`),
      quote,
      shown,
      await get<Booking[]>(driver, '/bookings/my'),
      await get<object>(driver, '/notifications'),
      (await socket.waitFor('ride:created')).ride_request,
      (await socket.waitFor('booking:created')).booking,
    ];
    for (const part of seen) expect(JSON.stringify(part)).not.toMatch(traces);
    await eventually(
      async () => JSON.stringify(await get(driver, '/notifications')).includes(booking.id),
      'the inbox has no row of the booking',
    );
    expect(JSON.stringify([socket.received, await get(driver, '/notifications')])).not.toMatch(traces);
    await steps.step(driver, booking, 'rejected');
    expect(JSON.stringify(await get<HistoryEntry[]>(driver, '/rides/history'))).not.toMatch(traces);
  });

  test('stays its area on the receipt of a fee for cancelling before acceptance', async () => {
    const booking = await steps.booked(customer, driver, { ride: posted, price: 100 });
    await BookingModel.updateOne(
      { _id: booking.id },
      { $set: { cancel_rule: { percent: 10, cap_paise: 2_000, customer_from: 'pending', driver_from: 'pending' } } },
    );
    await steps.cancel(customer, booking);
    const receipt = await get<Receipt>(driver, `/bookings/${booking.id}/receipt`);
    expect(receipt.drop_location).toBe('Janpath Lane, Connaught Place, New Delhi');
    expect(JSON.stringify(receipt)).not.toMatch(traces);
    expect(await get(customer, `/bookings/${booking.id}/receipt`)).toMatchObject({
      drop_location: posted.drop_location,
    });
  });

  test('is the exact one from acceptance on, and always for the customer', async () => {
    const booking = await steps.booked(customer, driver, { ride: posted, price: 100 });
    expect(await get(customer, `/bookings/${booking.id}`)).toMatchObject(posted);
    expect(await steps.step(driver, booking, 'accepted')).toMatchObject(posted);
    expect((await get<Booking>(driver, `/bookings/${booking.id}`)).drop_is_area).toBeUndefined();
  });

  test('is the exact one without such a law', async () => {
    use({});
    const ride = await steps.ride(customer, posted);
    expect(await get(driver, `/rides/request/${ride.id}`)).toMatchObject(posted);
  });

  test('has the rounded point as its address if the exact address has one part or contains coordinates', () => {
    for (const drop_location of ['India Gate', '28.621337, 77.218773', 'House 3, 12']) {
      expect(approximateDrop({ ...posted, drop_location }).drop_location).not.toMatch(/Gate|28\.6213|House/);
    }
  });
});

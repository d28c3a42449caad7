import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isLive } from '@boli/shared/bookings/bookings.state';
import type { Quote } from '@boli/shared/quotes/quotes.schema';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RideModel } from '../rides/rides.model';
import { expireDue } from '../rides/rides.service';
import { storedRide } from '../testing/agreement';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { race, rounds, tally } from '../testing/races';

const LONG = 60_000 + rounds.length * 10_000;

let app: TestApp;
let customer: TestPerson;
let driver: TestPerson;
let rival: TestPerson;
let admin: TestPerson;
let steps: ReturnType<typeof market>;

beforeAll(async () => {
  app = await startTestApp({ settings: { MAX_OPEN_REQUESTS: '10000' } });
  steps = market(app);
  customer = await app.register('customer');
  driver = await app.registerDriver();
  rival = await app.registerDriver();
  admin = await app.register('admin');
});
afterAll(() => app.close());

const book = (quote: Quote) => () =>
  app.request<Booking>('POST', '/bookings/create', {
    token: customer.token,
    body: { quote_id: quote.id, payment_method: 'phonepe' },
  });
const step = (booking: Booking, status: string) => () =>
  app.request<Booking>('PUT', `/bookings/${booking.id}/status?status=${status}`, { token: driver.token });
const cancel = (booking: Booking, by: TestPerson) => () =>
  app.request<Booking>('PUT', `/bookings/${booking.id}/cancel`, { token: by.token, body: { reason: 'Other' } });
const withdraw = (quote: Quote) => () => app.request('DELETE', `/quotes/${quote.id}`, { token: driver.token });

/** What is stored, which has to agree with itself in every order of events. */
async function agreement(rideId: string) {
  const { faults, ride, bookings } = await storedRide(rideId);
  expect(faults).toEqual([]);
  return { ride, bookings, live: bookings.filter((booking) => isLive(booking.status)) };
}

describe('of all who claim, one wins', () => {
  test(
    'two quotes of one request',
    async () => {
      for (const _ of rounds) {
        const ride = await steps.ride(customer);
        const [one, two] = [await steps.quote(driver, ride, 100), await steps.quote(rival, ride, 120)];
        const answers = await race({ one: book(one), two: book(two) });
        expect(tally([...answers.one, ...answers.two])).toEqual({ 201: 1, 409: 19 });
        const { bookings } = await agreement(ride.id);
        expect(bookings).toHaveLength(1);
      }
    },
    LONG,
  );

  test(
    'one driver starting twenty rides',
    async () => {
      const accepted = async () =>
        steps.drive(driver, await steps.booked(await app.register('customer'), driver), 'accepted');
      const waiting = await Promise.all(Array.from({ length: 20 }, accepted));
      for (const _ of rounds) {
        const answers = await Promise.all(waiting.map((booking) => step(booking, 'in_progress')()));
        expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 1, 409: 19 });
        const winner = answers.findIndex((answer) => answer.status === 200);
        const [started] = waiting.splice(winner, 1);
        if (started) await steps.step(driver, started, 'completed');
        waiting.push(await accepted());
      }
    },
    LONG,
  );

  test(
    'one customer starting with four drivers',
    async () => {
      const drivers = await Promise.all([1, 2, 3, 4].map(() => app.registerDriver()));
      for (const _ of rounds.slice(0, Math.ceil(rounds.length / 2))) {
        const own = await app.register('customer');
        const accepted = await Promise.all(
          drivers.map(async (one) => ({
            one,
            booking: await steps.drive(one, await steps.booked(own, one), 'accepted'),
          })),
        );
        const start = ({ one, booking }: { one: TestPerson; booking: Booking }) =>
          app.request('PUT', `/bookings/${booking.id}/status?status=in_progress`, { token: one.token });
        const answers = await Promise.all(accepted.map(start));
        expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 1, 409: 3 });
        for (const { one, booking } of accepted) await steps.cancel(one, booking);
      }
    },
    LONG,
  );
});

describe('two changes at once leave what one order of them leaves', () => {
  const pairs = (run: () => Promise<void>) => async () => {
    for (const _ of rounds) await run();
  };

  test(
    'accept with cancel',
    pairs(async () => {
      const booking = await steps.booked(customer, driver);
      const answers = await race({ accept: step(booking, 'accepted'), cancel: cancel(booking, customer) });
      expect(tally(answers.cancel)).toEqual({ 200: 10 });
      const after = await steps.readBooking(customer, booking.id);
      const acceptedFirst = answers.accept.includes(200);
      expect({ status: after.status, accepted: after.accepted_at !== null }).toEqual({
        status: 'cancelled',
        accepted: acceptedFirst,
      });
      const { ride } = await agreement(booking.ride_request_id);
      expect(ride.status).toBe(acceptedFirst ? 'cancelled' : 'open');
    }),
    LONG,
  );

  test(
    'accept with reject',
    pairs(async () => {
      const booking = await steps.booked(customer, driver);
      const answers = await race({ accept: step(booking, 'accepted'), reject: step(booking, 'rejected') });
      const after = await steps.readBooking(customer, booking.id);
      const { ride } = await agreement(booking.ride_request_id);
      const outcome = [tally(answers.accept), tally(answers.reject), after.status, ride.status];
      expect([
        [{ 200: 10 }, { 409: 10 }, 'accepted', 'booked'],
        [{ 409: 10 }, { 200: 10 }, 'rejected', 'open'],
      ]).toContainEqual(outcome);
      if (after.status === 'accepted') await steps.cancel(customer, booking);
    }),
    LONG,
  );

  test(
    'start with cancel',
    pairs(async () => {
      const booking = await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
      const answers = await race({ start: step(booking, 'in_progress'), cancel: cancel(booking, driver) });
      expect(tally(answers.cancel)).toEqual({ 200: 10 });
      const startedFirst = answers.start.includes(200);
      const after = await steps.readBooking(customer, booking.id);
      expect({ status: after.status, started: after.started_at !== null }).toEqual({
        status: 'cancelled',
        started: startedFirst,
      });
      const { ride } = await agreement(booking.ride_request_id);
      expect(ride.status).toBe(startedFirst ? 'cancelled' : 'open');
    }),
    LONG,
  );

  test(
    'complete with cancel',
    pairs(async () => {
      const booking = await steps.drive(driver, await steps.booked(customer, driver), 'in_progress');
      const answers = await race({ complete: step(booking, 'completed'), cancel: cancel(booking, customer) });
      const after = await steps.readBooking(customer, booking.id);
      const { ride } = await agreement(booking.ride_request_id);
      const settlement = await app.request('PUT', `/admin/settlements/${booking.id}`, {
        token: admin.token,
        body: { settlement_status: 'paid', payment_method: 'x', payment_reference: 'x' },
      });
      const outcome = [tally(answers.complete), tally(answers.cancel), after.status, ride.status, settlement.status];
      expect([
        [{ 200: 10 }, { 409: 10 }, 'completed', 'completed', 200],
        [{ 409: 10 }, { 200: 10 }, 'cancelled', 'cancelled', 404],
      ]).toContainEqual(outcome);
    }),
    LONG,
  );

  test(
    'a payment mark with cancel',
    pairs(async () => {
      const booking = await steps.booked(customer, driver, { book: { payment_method: 'upi' } });
      const mark = () =>
        app.request('PUT', `/bookings/${booking.id}/payment`, {
          token: driver.token,
          body: { payment_status: 'completed' },
        });
      const answers = await race({ mark, cancel: cancel(booking, customer) });
      const after = await steps.readBooking(customer, booking.id);
      const markedFirst = answers.mark.includes(200);
      expect([after.status, after.payment_status, after.refund_status]).toEqual(
        markedFirst ? ['cancelled', 'completed', 'due'] : ['cancelled', 'pending', null],
      );
    }),
    LONG,
  );

  test(
    'withdraw with book',
    pairs(async () => {
      const ride = await steps.ride(customer);
      const quote = await steps.quote(driver, ride);
      const answers = await race({ withdraw: withdraw(quote), book: book(quote) });
      const { ride: after, bookings } = await agreement(ride.id);
      const outcome = [tally(answers.withdraw), tally(answers.book), after.status, bookings.length];
      expect([
        [{ 409: 10 }, { 201: 1, 409: 9 }, 'booked', 1],
        [{ 200: 10 }, { 409: 10 }, 'open', 0],
      ]).toContainEqual(outcome);
    }),
    LONG,
  );

  test(
    'a new price with book: the booking has the price that stood',
    pairs(async () => {
      const ride = await steps.ride(customer);
      const quote = await steps.quote(driver, ride, 100);
      const reprice = () =>
        app.request('POST', '/quotes/create', { token: driver.token, body: { ride_request_id: ride.id, price: 130 } });
      const answers = await race({ reprice, book: book(quote) });
      const { ride: after, bookings } = await agreement(ride.id);
      expect(tally(answers.book)).toEqual({ 201: 1, 409: 9 });
      expect(bookings[0]?.price_paise).toBe(after.quotes[0]?.price_paise);
      expect(answers.reprice.includes(200)).toBe(bookings[0]?.price_paise === 13_000);
    }),
    LONG,
  );

  test(
    'cancelling the request with book',
    pairs(async () => {
      const ride = await steps.ride(customer);
      const quote = await steps.quote(driver, ride);
      const drop = () => app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
      const answers = await race({ drop, book: book(quote) });
      const { ride: after, bookings } = await agreement(ride.id);
      const outcome = [tally(answers.drop), tally(answers.book), after.status, bookings.length];
      expect([
        [{ 409: 10 }, { 201: 1, 409: 9 }, 'booked', 1],
        [{ 200: 10 }, { 409: 10 }, 'cancelled', 0],
      ]).toContainEqual(outcome);
    }),
    LONG,
  );

  test(
    'expiry with book',
    pairs(async () => {
      const ride = await steps.ride(customer);
      const quote = await steps.quote(driver, ride);
      await RideModel.updateOne({ _id: ride.id }, { $set: { expires_at: new Date(Date.now() + Math.random() * 25) } });
      const expire = async () => {
        await expireDue();
        return { status: 200, body: null, headers: new Headers() };
      };
      const answers = await race({ expire, book: book(quote) });
      await RideModel.updateOne({ _id: ride.id, status: 'open' }, { $set: { expires_at: new Date(0) } });
      await expireDue();
      const { ride: after, bookings } = await agreement(ride.id);
      const outcome = [tally(answers.book), after.status, bookings.length];
      expect([
        [{ 201: 1, 409: 9 }, 'booked', 1],
        [{ 409: 10 }, 'expired', 0],
      ]).toContainEqual(outcome);
    }),
    LONG,
  );

  test(
    'an admin rejecting the driver with book',
    pairs(async () => {
      const ride = await steps.ride(customer);
      const quote = await steps.quote(driver, ride);
      const decide = (status: string) => () =>
        app.request('PUT', `/admin/drivers/${driver.id}/verify?status=${status}`, { token: admin.token });
      const answers = await race({ reject: decide('rejected'), book: book(quote) }, 5);
      const { ride: after, bookings, live } = await agreement(ride.id);
      expect(live).toEqual([]);
      expect([after.status, after.quotes[0]?.status]).toEqual(['open', 'withdrawn']);
      expect(bookings.length).toBe(answers.book.filter((status) => status === 201).length);
      expect(bookings.every((booking) => booking.status === 'rejected')).toBe(true);
      await decide('verified')();
    }),
    LONG,
  );

  test(
    'an admin rejecting the driver with a new quote: none is left standing',
    pairs(async () => {
      const ride = await steps.ride(customer);
      const decide = (status: string) => () =>
        app.request('PUT', `/admin/drivers/${driver.id}/verify?status=${status}`, { token: admin.token });
      const quote = () =>
        app.request('POST', '/quotes/create', { token: driver.token, body: { ride_request_id: ride.id, price: 10 } });
      await race({ reject: decide('rejected'), quote }, 5);
      expect(await steps.quotesOn(customer, ride)).toEqual([]);
      await agreement(ride.id);
      await decide('verified')();
    }),
    LONG,
  );
});

test(
  'a driver who quotes twice at once has one quote',
  async () => {
    for (const _ of rounds) {
      const ride = await steps.ride(customer);
      const quote = () =>
        app.request('POST', '/quotes/create', { token: driver.token, body: { ride_request_id: ride.id, price: 10 } });
      const answers = await race({ quote }, 8);
      expect(tally(answers.quote)).toEqual({ 200: 7, 201: 1 });
      const { ride: after } = await agreement(ride.id);
      expect(after.quotes).toHaveLength(1);
    }
  },
  LONG,
);

import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';
import { runJobs } from '../wiring/scheduler';
import { bookings } from './bookings.repository';
import { rejectAllUnanswered } from './bookings.steps';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer', { phone: '+91 98765 43210' }),
  driver: () => app.registerDriver({ upi_id: 'asha@okbank' }),
});

afterEach(() => clock.setOffset(0));

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(clock.millis() + minutes * MINUTE_MS).toISOString();
const put = (person: TestPerson, path: string, body?: unknown) =>
  app.request<Booking>('PUT', `/bookings/${path}`, { token: person.token, body });

interface Ending {
  me: TestPerson;
  own: TestPerson;
  booking: Booking;
}

describe('a request whose booking ends before the ride is completed', () => {
  const outcome = async (upTo: 'pending' | 'accepted' | 'in_progress', end: (ending: Ending) => Promise<unknown>) => {
    const rival = await app.registerDriver();
    const me = await app.register('customer');
    const own = await app.registerDriver();
    const ride = await steps.ride(me);
    const losing = await steps.quote(rival, ride, 500);
    const booking = await steps.book(me, await steps.quote(own, ride, 100));
    if (upTo !== 'pending') await steps.drive(own, booking, upTo);
    await end({ me, own, booking });
    const after = await steps.readRide(me, ride.id);
    const [mine] = await steps.quotesOn(own, ride);
    return {
      ...after,
      mine: mine?.status,
      theirs: await statusOf(rival, losing),
      extended: after.expires_at > ride.expires_at,
    };
  };
  /**
   * Drivers can read their own quote on an open request. On a request that is not open, the refusal of a withdrawal
   * names the status of the quote.
   */
  const statusOf = async (rival: TestPerson, { id, ride_request_id }: Quote) => {
    const read = await app.request<Quote[]>('GET', `/quotes/ride/${ride_request_id}`, { token: rival.token });
    if (read.status === 200) return read.body[0]?.status;
    const { body } = await app.request<{ detail: string }>('DELETE', `/quotes/${id}`, { token: rival.token });
    return /\((\w+)\)$/.exec(body.detail)?.[1];
  };
  const reopened = {
    status: 'open',
    booking_id: null,
    quote_count: 1,
    mine: 'withdrawn',
    theirs: 'active',
    extended: true,
  };
  const ended = { status: 'cancelled', quote_count: 0, theirs: 'expired' };
  const byCustomer = ({ me, booking }: Ending) => steps.cancel(me, booking);
  const byDriver = ({ own, booking }: Ending) => steps.cancel(own, booking);
  const reject = ({ own, booking }: Ending) => steps.step(own, booking, 'rejected');

  test.each([
    ['opens again when the driver rejects', 'pending', reject, reopened],
    ['opens again when the driver cancels before answering', 'pending', byDriver, reopened],
    ['opens again when the customer cancels before the answer', 'pending', byCustomer, reopened],
    ['opens again when the driver cancels before the start', 'accepted', byDriver, reopened],
    ['is cancelled when the customer cancels an accepted booking', 'accepted', byCustomer, ended],
    ['is cancelled when the driver cancels after the start', 'in_progress', byDriver, ended],
    ['is cancelled when the customer cancels after the start', 'in_progress', byCustomer, ended],
  ] as const)('%s, and its quotes change with it (the booking was %s)', async (_who, upTo, end, expected) => {
    expect(await outcome(upTo, end)).toMatchObject(expected);
  });

  test('expires instead of opening again more than 15 minutes after its scheduled time', async () => {
    const booking = await steps.booked(customer, driver, {
      ride: { is_scheduled: true, scheduled_time: inMinutes(40) },
    });
    await steps.step(driver, booking, 'accepted');
    clock.setOffset(56 * MINUTE_MS);
    await steps.cancel(driver, booking);
    expect((await steps.readRide(customer, booking.ride_request_id)).status).toBe('expired');
  });

  test('accepts a new quote of the same driver, under the same id', async () => {
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride);
    await steps.step(driver, await steps.book(customer, quote), 'rejected');
    const again = await steps.quote(driver, ride, 99);
    expect(again).toMatchObject({ id: quote.id, status: 'active', price: 99 });
    expect((await steps.book(customer, again)).status).toBe('pending');
  });
});

describe('a pending booking', () => {
  test('says until when its driver has to answer, but no longer says it once the driver has accepted', async () => {
    const booking = await steps.booked(customer, driver);
    const after = (booking: Booking) => Date.parse(booking.answer_by ?? '') - Date.parse(booking.created_at);
    for (const reader of [customer, driver])
      expect(after(await steps.readBooking(reader, booking.id))).toBe(15 * MINUTE_MS);
    expect(await steps.step(driver, booking, 'accepted')).not.toHaveProperty('answer_by');
  });

  test('is rejected by the scheduler after 15 minutes', async () => {
    const booking = await steps.booked(customer, driver);
    clock.setOffset(14 * MINUTE_MS);
    await runJobs();
    expect((await steps.readBooking(customer, booking.id)).status).toBe('pending');
    clock.setOffset(15 * MINUTE_MS + 1000);
    await runJobs();
    expect(await steps.readBooking(customer, booking.id)).toMatchObject({
      status: 'rejected',
      cancelled_by: 'system',
      cancellation_reason: 'The driver did not answer in time',
    });
    expect((await steps.readRide(customer, booking.ride_request_id)).status).toBe('open');
  });

  test('cannot be accepted after 15 minutes, even before the scheduler runs', async () => {
    const booking = await steps.booked(customer, driver);
    clock.setOffset(16 * MINUTE_MS);
    expect(await put(driver, `${booking.id}/status?status=accepted`)).toMatchObject({
      status: 409,
      body: { detail: 'A booking that is rejected cannot become accepted' },
    });
  });

  test('keeps a cancellation that comes between the read of the scheduler and its write', async () => {
    const [first, last] = [await steps.booked(customer, driver), await steps.booked(customer, driver)];
    clock.setOffset(16 * MINUTE_MS);
    // The list is read immediately and its rows are processed later: the customer acts in between.
    const read = bookings.unanswered;
    const reading = jest.spyOn(bookings, 'unanswered').mockImplementationOnce(async (now) => {
      const rows = await read(now);
      expect((await put(customer, `${last.id}/cancel`, { reason: 'Change of plans' })).status).toBe(200);
      return rows;
    });
    await rejectAllUnanswered().finally(() => reading.mockRestore());
    expect(await steps.readBooking(customer, first.id)).toMatchObject({ status: 'rejected', cancelled_by: 'system' });
    expect(await steps.readBooking(customer, last.id)).toMatchObject({ status: 'cancelled', cancelled_by: 'customer' });
  });

  test('waits two hours for a scheduled ride, at most until the scheduled time', async () => {
    const far = await steps.booked(customer, driver, { ride: { is_scheduled: true, scheduled_time: inMinutes(600) } });
    const near = await steps.booked(customer, driver, { ride: { is_scheduled: true, scheduled_time: inMinutes(60) } });
    clock.setOffset(61 * MINUTE_MS);
    await runJobs();
    expect((await steps.readBooking(customer, near.id)).status).toBe('rejected');
    expect((await steps.readBooking(customer, far.id)).status).toBe('pending');
    clock.setOffset(121 * MINUTE_MS);
    await runJobs();
    expect((await steps.readBooking(customer, far.id)).status).toBe('rejected');
  });

  test('is not rejected once it has been accepted', async () => {
    const booking = await steps.booked(customer, driver);
    await steps.step(driver, booking, 'accepted');
    clock.setOffset(24 * 60 * MINUTE_MS);
    await runJobs();
    expect((await steps.readBooking(customer, booking.id)).status).toBe('accepted');
  });
});

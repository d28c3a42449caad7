import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterEach, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { market } from '../testing/market';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { stopwatch } from '../testing/stopwatch';
import { startScheduler } from '../wiring/scheduler';
import { repeat } from './scheduler';

/** A second and a half, expressed in minutes. */
const SOON = '0.025';
const WITHIN_MS = 2_000;

const app = setUpRealtimeApp({ settings: { RIDE_REQUEST_TTL_MIN: SOON, BOOKING_ANSWER_TTL_MIN: SOON } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});
let stop: (() => Promise<void>) | null = null;

afterEach(async () => {
  clock.setOffset(0);
  await stop?.();
  stop = null;
});

test('the expiry of a request is pushed to its customer and drivers within two seconds of its time', async () => {
  stop = startScheduler();
  const [mine, looking] = [await connect(customer), await connect(driver)];
  await looking.ask('rides:watch');
  for (let round = 0; round < 3; round++) {
    const ride = await steps.ride(customer);
    const [elapsed, left] = [stopwatch(), Date.parse(ride.expires_at) - Date.now()];
    const isItsEnd = ({ ride_request: { id, status } }: { ride_request: { id: string; status: string } }) =>
      id === ride.id && status === 'expired';
    await mine.waitFor('ride:updated', isItsEnd);
    await looking.waitFor('ride:closed', ({ ride_request_id: id }) => id === ride.id);
    expect(elapsed() - left).toBeLessThan(WITHIN_MS);
  }
});

test('the end of an unanswered booking is pushed to both sides within two seconds of its time', async () => {
  stop = startScheduler();
  const mine = await connect(customer);
  const elapsed = stopwatch();
  const booking: Booking = await steps.booked(customer, driver);
  await mine.waitFor(
    'booking:updated',
    ({ booking: pushed }) => pushed.id === booking.id && pushed.status === 'rejected',
  );
  expect(elapsed()).toBeLessThan(1_500 + WITHIN_MS);
});

test('the end of fifteen requests that expired while the server was down is pushed within two seconds of its start', async () => {
  const mine = await connect(customer);
  const posting = performance.now();
  const rides = await Promise.all(Array.from({ length: 15 }, () => steps.ride(customer)));
  const posted = performance.now();
  const elapsed = stopwatch();
  clock.setOffset(60_000);
  stop = startScheduler();
  for (const { id } of rides)
    await mine.waitFor(
      'ride:updated',
      ({ ride_request }) => ride_request.id === id && ride_request.status === 'expired',
    );
  // More time is allowed on a slow machine, on which posting the requests took long.
  expect(elapsed()).toBeLessThan(WITHIN_MS + 2 * (posted - posting));
});

test('a job that waits for another service ends on shutdown', async () => {
  let wasAborted = false;
  const waits = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        wasAborted = true;
        resolve();
      });
    });
  await repeat({ waits }, 10)();
  expect(wasAborted).toBe(true);
});

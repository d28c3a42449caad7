import type { LiveCounts, LiveDriver, LiveUpdate } from '@boli/shared/admin/admin.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { aBooking, aPosition } from '../../../testing/booking.builder';
import { aRide } from '../../../testing/ride.builder';
import { fakeServer } from '../../../testing/server';
import { readFleet, subscribeFleet } from './fleet';
import { itemOfDot, liveDots } from './live.dots';
import {
  addBookingToFeed,
  addRideToFeed,
  applyLiveUpdate,
  applyPosition,
  closeLive,
  loadLive,
  useLiveBoard,
} from './live.store';

const NOW = Date.parse('2026-11-21T05:00:00.000Z');
const counts: LiveCounts = {
  drivers_online: 1,
  on_a_ride: 0,
  open_requests: 1,
  pending_bookings: 0,
  accepted_bookings: 0,
  recent_quotes: 0,
  first_quote_seconds: null,
};
const none = { ride_requests: [], bookings: [], drivers: [] };
const booking = aBooking({ status: 'in_progress', started_at: '2026-11-21T04:59:00.000Z', version: 3 });
const aDriver = (over: Partial<LiveDriver> = {}): LiveDriver => ({
  driver_id: 'driver',
  name: 'Ravi Kumar',
  lat: 28.6,
  lng: 77.2,
  is_available: true,
  booking_id: null,
  seen_at: '2026-11-21T04:59:50.000Z',
  ...over,
});
const update = (over: Partial<LiveUpdate> = {}): LiveUpdate => ({ ...none, counts, removed: none, ...over });
const all = { online: true, ride: true, quiet: true, request: true };
const titles = () => useLiveBoard.getState().feed.map((entry) => [entry.title, entry.params.name]);
/** Opens the board with `live` as its first snapshot. */
const opened = async (live: object = {}) => {
  fakeServer({ 'GET /admin/live': () => ({ body: { ...none, counts, ...live } }) });
  await loadLive();
};

beforeEach(() => closeLive());
afterEach(() => closeLive());

test('the store holds no data while the board is closed, and is cleared when it closes', async () => {
  applyLiveUpdate(update({ drivers: [aDriver()], ride_requests: [aRide()] }));
  addRideToFeed(aRide());
  expect([readFleet().size, useLiveBoard.getState().feed]).toEqual([0, []]);
  await opened({ drivers: [aDriver()], ride_requests: [aRide()] });
  expect([readFleet().size, Object.keys(useLiveBoard.getState().rides)]).toEqual([1, [aRide().id]]);
  closeLive();
  expect([readFleet().size, useLiveBoard.getState().rides]).toEqual([0, {}]);
});

test('changed rows are applied and ended ones removed; no row reverts to a lower version', async () => {
  await opened({ bookings: [booking], ride_requests: [aRide({ version: 4, quote_count: 2 })] });
  applyLiveUpdate(
    update({ ride_requests: [aRide({ version: 3, quote_count: 1 })], counts: { ...counts, on_a_ride: 7 } }),
  );
  expect(useLiveBoard.getState().rides[aRide().id]?.quote_count).toBe(2);
  expect(useLiveBoard.getState().counts?.on_a_ride).toBe(7);
  applyLiveUpdate(update({ removed: { ...none, bookings: [booking.id], ride_requests: [aRide().id] } }));
  expect([useLiveBoard.getState().bookings, useLiveBoard.getState().rides]).toEqual([{}, {}]);
});

test('a snapshot older than an update restores no removed rows', async () => {
  await opened({ drivers: [aDriver()], ride_requests: [aRide()] });
  fakeServer({
    'GET /admin/live': () => ({ body: { ...none, counts, drivers: [aDriver()], ride_requests: [aRide()] } }),
  });
  const reading = loadLive();
  applyLiveUpdate(update({ removed: { ...none, drivers: ['driver'], ride_requests: [aRide().id] } }));
  await reading;
  expect([readFleet().size, useLiveBoard.getState().rides]).toEqual([0, {}]);
});

test("a newer position of a ride moves its driver without a change of the board's store; an older one is ignored", async () => {
  await opened({ drivers: [aDriver({ booking_id: booking.id })], bookings: [booking] });
  let notified = 0;
  let rendered = 0;
  const stops = [
    subscribeFleet(() => {
      notified += 1;
    }),
    useLiveBoard.subscribe(() => {
      rendered += 1;
    }),
  ];
  applyPosition(aPosition({ lat: 28.7, recorded_at: '2026-11-21T04:59:55.000Z' }));
  applyPosition(aPosition({ lat: 28.5, recorded_at: '2026-11-21T04:59:52.000Z' }));
  applyPosition(aPosition({ booking_id: 'unknown', lat: 1 }));
  // A row that was read before that position does not move the driver back either.
  applyLiveUpdate(update({ drivers: [aDriver({ booking_id: booking.id, lat: 28.4 })] }));
  for (const stop of stops) stop();
  expect(readFleet().get('driver')).toMatchObject({ lat: 28.7, seen_at: '2026-11-21T04:59:55.000Z' });
  expect([notified, rendered]).toEqual([2, 1]);
});

test('the feed contains each event once, newest first, whether a push or a snapshot reported it', async () => {
  await opened({ bookings: [booking], ride_requests: [aRide()] });
  expect(titles()).toEqual([
    ['live.feed_in_progress', 'Asha Verma'],
    ['live.feed_request', 'Asha Verma'],
  ]);
  addRideToFeed(aRide({ version: 2, quote_count: 1 }));
  addRideToFeed(aRide({ version: 2, quote_count: 1 }));
  addBookingToFeed(booking);
  addBookingToFeed(
    aBooking({ ...booking, status: 'completed', completed_at: new Date(Date.now() + 1_000).toISOString() }),
  );
  applyLiveUpdate(update({ drivers: [aDriver({ driver_id: 'other', name: 'Sunita Yadav' })] }));
  applyLiveUpdate(update({ removed: { ...none, drivers: ['other'] } }));
  expect(titles().map(([title]) => title)).toEqual([
    'live.feed_completed',
    'live.feed_offline',
    'live.feed_online',
    'live.feed_quotes',
    'live.feed_in_progress',
    'live.feed_request',
  ]);
});

test('each kind of dot has its shape; a dot opens its booking or request, if it has one; hidden kinds have no dots', async () => {
  const other = aBooking({ ...booking, id: '7c1f09ab-6e55-4bd5-9f6e-1d1f3f0f4a99' });
  await opened({
    drivers: [
      aDriver(),
      aDriver({ driver_id: 'riding', booking_id: booking.id }),
      aDriver({ driver_id: 'quiet', seen_at: '2026-11-21T04:50:00.000Z' }),
    ],
    bookings: [booking, other],
    ride_requests: [aRide({ quote_count: 3 })],
  });
  const dots = liveDots(all, NOW);
  expect(dots.map(({ id, shape, text }) => [id, shape, text])).toEqual([
    ['driver driver', 'disc', undefined],
    ['driver riding', 'square', undefined],
    ['driver quiet', 'ring', undefined],
    [`booking ${other.id}`, 'square', undefined],
    [`ride ${aRide().id}`, 'bubble', '3 quotes'],
  ]);
  expect(dots.map(({ id }) => itemOfDot(id)?.id)).toEqual([undefined, booking.id, undefined, other.id, aRide().id]);
  expect(liveDots({ ...all, online: false, ride: false, request: false }, NOW).map(({ id }) => id)).toEqual([
    'driver quiet',
  ]);
});

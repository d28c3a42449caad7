import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { expect, test } from '@jest/globals';
import { catchUp } from './catch-up';
import { applyRide, emptyHeld, type Read } from './held';

/** Only the fields that a screen needs to tell rows apart. */
const ride = (id: string, version: number) =>
  ({ id, version, status: 'open', created_at: `2026-01-01T1${version}:00:00.000Z`, customer_id: 'c' }) as RideRequest;
const booking = (id: string, version: number) => ({ id, version, status: 'pending' }) as Booking;
const none: Read = { rides: [], quotes: [], bookings: [], notifications: [], earnings: null };
const earnings: Read['earnings'] = {
  total_earnings: 0,
  platform_fees_paid: 0,
  pending_payment: 0,
  completed_rides: 0,
  usual_price_per_km: null,
  pass_until: null,
};

const versionsOf = ({ rides }: ReturnType<typeof emptyHeld>) =>
  new Map([...rides].map(([id, { version }]) => [id, version]));

function deliveredBy(held: ReturnType<typeof emptyHeld>, read: Partial<Read>, known = versionsOf(held)) {
  const delivered: string[] = [];
  catchUp(held, { read: { ...none, ...read }, known }, (event, payload) => {
    delivered.push(`${event} ${JSON.stringify(payload).replace(/.*?"(?:id|ride_request_id)":"(\w+)".*/, '$1')}`);
  });
  return delivered;
}

test('a row that the screens lack arrives as created, and one that they hold in an older version as updated', () => {
  const held = emptyHeld();
  held.bookings.set('older', { version: 1, status: 'pending' });
  held.bookings.set('same', { version: 2, status: 'pending' });
  held.bookings.set('newer', { version: 3, status: 'pending' });
  const bookings = ['older', 'same', 'newer', 'unknown'].map((id) => booking(id, 2));
  expect(deliveredBy(held, { bookings })).toEqual(['booking:updated older', 'booking:created unknown']);
});

test("a request that a driver's snapshot lacks arrives as closed, unless it came or changed while the snapshot was read", () => {
  const held = emptyHeld();
  for (const id of ['gone', 'kept', 'reopened']) applyRide(held, ride(id, 1));
  const known = versionsOf(held);
  applyRide(held, ride('late', 1));
  applyRide(held, ride('reopened', 3));
  const delivered = deliveredBy(held, { rides: [ride('kept', 1)], earnings }, known);
  expect(delivered.filter((one) => one.startsWith('ride:'))).toEqual(['ride:closed gone']);
});

test("a customer's own requests are not closed by a list that lacks them", () => {
  const held = emptyHeld();
  applyRide(held, ride('own', 1));
  expect(deliveredBy(held, {})).toEqual([]);
});

import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { type BookingStatus, bookingStatuses, canStep, isDead } from '@boli/shared/bookings/bookings.state';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp } from '../testing/set-up';

type Role = 'customer' | 'driver';
interface Action {
  to: BookingStatus;
  by: Role;
}

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '10000' } });
const steps = market(app);
let people: Record<Role, TestPerson>;

beforeAll(async () => {
  people = { customer: await app.register('customer'), driver: await app.registerDriver() };
});

const actions: Action[] = [
  ...(['accepted', 'rejected', 'in_progress', 'completed'] as const).map((to) => ({ to, by: 'driver' as const })),
  { to: 'cancelled', by: 'driver' },
  { to: 'cancelled', by: 'customer' },
];

function act(booking: Booking, { to, by }: Action) {
  const { token } = people[by];
  return to === 'cancelled'
    ? app.request<Booking>('PUT', `/bookings/${booking.id}/cancel`, { token, body: { reason: 'Other' } })
    : app.request<Booking>('PUT', `/bookings/${booking.id}/status?status=${to}`, { token });
}

/** A new booking that is brought into this status. */
async function bookingIn(status: BookingStatus): Promise<Booking> {
  const booking = await steps.booked(people.customer, people.driver);
  if (status === 'accepted' || status === 'in_progress' || status === 'completed') {
    return steps.drive(people.driver, booking, status);
  }
  if (status === 'rejected') return steps.step(people.driver, booking, status);
  if (status === 'cancelled') return steps.cancel(people.customer, booking);
  return booking;
}

async function completeIfStarted(booking: Booking): Promise<void> {
  const { status } = await steps.readBooking(people.customer, booking.id);
  if (status === 'in_progress') await steps.step(people.driver, booking, 'completed');
}

/** The expected result of an action: a repeated step changes nothing; the table of steps decides on any other. */
function expected(from: BookingStatus, { to, by }: Action): { status: number; next: BookingStatus } {
  if (from === to) return { status: 200, next: from };
  return canStep(from, to, by) ? { status: 200, next: to } : { status: 409, next: from };
}

describe.each(bookingStatuses)('a booking that is %s', (from) => {
  test.each(actions)('becomes $to by the $by only if the table of steps allows it', async (action) => {
    const before = await bookingIn(from);
    const answer = await act(before, action);
    const after = await steps.readBooking(people.driver, before.id);
    const { status, next } = expected(from, action);
    expect({ status: answer.status, next: after.status }).toEqual({ status, next });
    expect(after.version - before.version).toBe(next === from ? 0 : 1);
    if (status === 409) expect(answer.body).toMatchObject({ code: 'bookings.step_not_possible' });
    await completeIfStarted(before);
  });
});

/** The expected state of a request, derived only from its booking. */
function requestOf(status: BookingStatus, last: { acceptedFirst: boolean; startedFirst: boolean; by: Role }): string {
  if (status === 'pending' || status === 'accepted') return 'booked';
  if (status === 'in_progress' || status === 'completed') return status;
  if (status === 'rejected') return 'open';
  return last.startedFirst || (last.acceptedFirst && last.by === 'customer') ? 'cancelled' : 'open';
}

test('any sequence of actions leaves booking, request, settlement and payment consistent', async () => {
  const admin = await app.register('admin');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 10 }), async (sequence) => {
      const booking = await steps.booked(people.customer, people.driver);
      const model = {
        status: 'pending' as BookingStatus,
        acceptedFirst: false,
        startedFirst: false,
        by: 'driver' as Role,
      };
      for (const action of sequence) {
        const { status, next } = expected(model.status, action);
        expect((await act(booking, action)).status).toBe(status);
        if (next === model.status) continue;
        model.acceptedFirst ||= next === 'accepted';
        model.startedFirst ||= next === 'in_progress';
        model.by = action.by;
        model.status = next;
      }
      const after = await steps.readBooking(people.customer, booking.id);
      expect(after.status).toBe(model.status);
      expect(after.cancelled_by).toBe(isDead(model.status) ? model.by : null);
      expect(after.payment_status).toBe(model.status === 'completed' ? 'completed' : 'pending');
      const ride = await steps.readRide(people.customer, booking.ride_request_id);
      expect(ride.status).toBe(requestOf(model.status, model));
      expect(ride.booking_id).toBe(ride.status === 'open' ? null : booking.id);
      const due = await app.request<{ id: string }[]>('GET', '/admin/settlements/pending', { token: admin.token });
      expect(due.body.some((row) => row.id === booking.id)).toBe(model.status === 'completed');
      await completeIfStarted(booking);
    }),
    { numRuns: 25 },
  );
}, 120_000);

import { verifyDriver } from '@boli/shared/admin/admin.endpoints';
import { cancelBooking, markPaid, stepBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import { createRating } from '@boli/shared/ratings/ratings.endpoints';
import { listPendingSettlements, paySettlement } from '@boli/shared/settlements/settlements.endpoints';
import { book, drive, offer, postRide } from './seed-acts';
import { type People, type Person, personAt, type Seeding } from './seed-people';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type End = 'completed' | 'cancelled by customer' | 'cancelled by driver' | 'rejected' | 'expired';

interface PastRide {
  customer: number;
  driver: number;
  daysAgo: number;
  method: PaymentMethod;
  end: End;
  rating?: number;
  review?: string;
}

const history: PastRide[] = [
  { customer: 0, driver: 0, daysAgo: 9, method: 'cash', end: 'completed', rating: 5, review: 'On time and friendly' },
  { customer: 1, driver: 0, daysAgo: 8, method: 'phonepe', end: 'completed', rating: 4 },
  {
    customer: 2,
    driver: 1,
    daysAgo: 6,
    method: 'google_pay',
    end: 'completed',
    rating: 5,
    review: 'Clean car, calm driving',
  },
  { customer: 0, driver: 1, daysAgo: 5, method: 'cash', end: 'cancelled by customer' },
  { customer: 0, driver: 2, daysAgo: 4, method: 'paytm', end: 'completed', rating: 3 },
  { customer: 1, driver: 2, daysAgo: 3, method: 'cash', end: 'rejected' },
  { customer: 2, driver: 0, daysAgo: 3, method: 'cash', end: 'cancelled by driver' },
  { customer: 0, driver: 0, daysAgo: 2, method: 'phonepe', end: 'completed' },
  { customer: 2, driver: 4, daysAgo: 2, method: 'cash', end: 'completed', rating: 2, review: 'Took a long way round' },
  { customer: 1, driver: 1, daysAgo: 1, method: 'cash', end: 'expired' },
];

/** Creates rides of the last days with every outcome, rejects a driver, and marks two settlements as paid. */
export async function seedPast(seeding: Seeding, people: People): Promise<void> {
  for (const [number, ride] of history.entries()) await again(() => pastRide(seeding, people, { ...ride, number }));
  const { admin, drivers } = people;
  const { api } = seeding;
  seeding.setClock(0);
  const query = { status: 'rejected' };
  const body = { reason: 'The licence has run out' };
  await api.call(verifyDriver, { token: admin.token, params: { userId: personAt(drivers, 4).id }, query, body });
  const pending = await api.call(listPendingSettlements, { token: admin.token });
  for (const { id } of pending.slice(-2)) {
    const payment = {
      settlement_status: 'paid',
      payment_method: 'bank_transfer',
      payment_reference: `DEMO-${id.slice(0, 8)}`,
    } as const;
    await api.call(paySettlement, { token: admin.token, params: { id }, body: payment });
  }
}

/**
 * Calls `make`, and up to two more times when it fails: a server that runs at the same time may expire a past request
 * while its ride is being created.
 */
async function again(make: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await make();
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function pastRide(seeding: Seeding, people: People, ride: PastRide & { number: number }): Promise<void> {
  const { api, setClock } = seeding;
  const began = -ride.daysAgo * DAY_MS - (ride.number % 5) * HOUR_MS;
  const setMinute = (after: number) => setClock(began + after * MINUTE_MS);
  const [customer, chosen] = [personAt(people.customers, ride.customer), personAt(people.drivers, ride.driver)];
  setMinute(0);
  const request = await postRide(seeding, customer, ride.number);
  setMinute(2);
  const quote = await offer(seeding, chosen, { request, factor: 1 });
  if (ride.end === 'expired') return;
  await offer(seeding, personAt(people.drivers, (ride.driver + 1) % 3), { request, factor: 1.2 });
  setMinute(5);
  const booking = await book(seeding, customer, { quote, method: ride.method });
  const step = (status: string) =>
    api.call(stepBooking, { token: chosen.token, params: { id: booking.id }, query: { status } });
  const cancel = (by: Person, reason: string) =>
    api.call(cancelBooking, { token: by.token, params: { id: booking.id }, body: { reason } });
  setMinute(7);
  if (ride.end === 'rejected') return void (await step('rejected'));
  await step('accepted');
  if (ride.end === 'cancelled by customer') return void (await cancel(customer, 'Change of plans'));
  if (ride.end === 'cancelled by driver') return void (await cancel(chosen, 'Vehicle issue'));
  setMinute(15);
  await step('in_progress');
  setMinute(40);
  await drive(seeding, chosen, { booking, from: Date.now() + began + 15 * MINUTE_MS, share: 1 });
  await step('completed');
  if (ride.method !== 'cash')
    await api.call(markPaid, {
      token: chosen.token,
      params: { id: booking.id },
      body: { payment_status: 'completed' },
    });
  if (!ride.rating) return;
  await api.call(createRating, {
    token: customer.token,
    body: { booking_id: booking.id, rating: ride.rating, review: ride.review ?? null },
  });
}

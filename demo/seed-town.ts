import { verifyDriver } from '@boli/shared/admin/admin.endpoints';
import { register } from '@boli/shared/auth/auth.endpoints';
import type { Role } from '@boli/shared/auth/auth.schema';
import {
  addTrack,
  cancelBooking,
  createBooking,
  markPaid,
  sendLocation,
  stepBooking,
} from '@boli/shared/bookings/bookings.endpoints';
import type { Booking, PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import { addContact } from '@boli/shared/contacts/contacts.endpoints';
import { createProfile } from '@boli/shared/drivers/drivers.endpoints';
import { createQuote, withdrawQuote } from '@boli/shared/quotes/quotes.endpoints';
import type { Quote } from '@boli/shared/quotes/quotes.schema';
import { createRating } from '@boli/shared/ratings/ratings.endpoints';
import { cancelRide, createRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { listPendingSettlements, paySettlement } from '@boli/shared/settlements/settlements.endpoints';
import type { Api } from './api';
import { picturesOf } from './avatars';
import { profileForm } from './pictures';
import { carOf, farePrice, personName, requestOf, tripNumber } from './town';

export const DEMO_PASSWORD = 'boli-demo';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export interface Login {
  role: Role;
  name: string;
  email: string;
  about: string;
}

/** What a seeding works with: the API, the server's clock (milliseconds from now), and what tells emails apart. */
export interface Seeding {
  api: Api;
  setClock(offsetMs: number): void;
  tag: string;
}

interface Person {
  id: string;
  token: string;
  login: Login;
}
type Role3 = { customers: Person[]; drivers: Person[]; admin: Person };

/** Fills an empty town: people of each role, and rides, quotes and bookings in every state. Gives the logins. */
export async function seedTown(seeding: Seeding): Promise<Login[]> {
  const people = await invite(seeding);
  try {
    await past(seeding, people);
    seeding.setClock(0);
    await now(seeding, people);
    await ahead(seeding, people);
  } finally {
    seeding.setClock(0);
  }
  return [people.admin, ...people.customers, ...people.drivers].map((person) => person.login);
}

const aboutDrivers = [
  'verified, drives right now',
  'verified, on the way to a pickup',
  'verified, has a booking to answer',
  'documents wait for a decision',
  'rejected by the admin',
];

async function invite(seeding: Seeding): Promise<Role3> {
  const admin = await person(seeding, { role: 'admin', number: 8, about: 'settlements and verifications' });
  const customers: Person[] = [];
  const drivers: Person[] = [];
  for (const [number, about] of ['rides right now', 'waits for the driver', 'waits for an answer'].entries()) {
    customers.push(await person(seeding, { role: 'customer', number, about }));
  }
  for (const [index, about] of aboutDrivers.entries()) drivers.push(await driver(seeding, { index, about }));
  const decide = (of: Person | undefined, status: string, reason: string | null) =>
    of &&
    seeding.api.call(verifyDriver, {
      token: admin.token,
      params: { userId: of.id },
      query: { status },
      body: { reason },
    });
  for (const verified of drivers.slice(0, 3)) await decide(verified, 'verified', null);
  const { api } = seeding;
  for (const [name, phone] of [
    ['Mother', '+91 98110 12345'],
    ['Police', '112'],
  ] as const) {
    await api.call(addContact, { token: one(customers, 0).token, body: { name, phone } });
  }
  await api.call(addContact, { token: one(drivers, 0).token, body: { name: 'Taxi stand', phone: '011 2345 6789' } });
  return { admin, customers, drivers };
}

async function person(
  { api, tag }: Seeding,
  { role, number, about }: { role: Role; number: number; about: string },
): Promise<Person> {
  const name = personName(number);
  const email = `${name.split(' ')[0]?.toLowerCase()}${tag}@example.org`;
  const phone = `+91 98100 ${String(10_000 + number * 1_111)}`;
  const { access_token: token, user } = await api.call(register, {
    body: { email, password: DEMO_PASSWORD, name, role, phone },
  });
  return { id: user.id, token, login: { role, name, email, about } };
}

async function driver(seeding: Seeding, { index, about }: { index: number; about: string }): Promise<Person> {
  const made = await person(seeding, { role: 'driver', number: index + 3 + (index > 4 ? 1 : 0), about });
  const form = profileForm(carOf(index), await picturesOf(index));
  await seeding.api.call(createProfile, { token: made.token, form });
  return made;
}

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

async function past(seeding: Seeding, people: Role3): Promise<void> {
  for (const [number, ride] of history.entries()) await again(() => pastRide(seeding, people, { ...ride, number }));
  const { admin, drivers } = people;
  const { api } = seeding;
  seeding.setClock(0);
  const query = { status: 'rejected' };
  const body = { reason: 'The licence has run out' };
  await api.call(verifyDriver, { token: admin.token, params: { userId: one(drivers, 4).id }, query, body });
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

/** A server that runs beside may expire what is made in the past while it is being made: then it is made once more. */
async function again(make: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await make();
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function pastRide(seeding: Seeding, people: Role3, ride: PastRide & { number: number }): Promise<void> {
  const { api, setClock } = seeding;
  const began = -ride.daysAgo * DAY_MS - (ride.number % 5) * HOUR_MS;
  const minute = (after: number) => setClock(began + after * MINUTE_MS);
  const [customer, chosen] = [one(people.customers, ride.customer), one(people.drivers, ride.driver)];
  minute(0);
  const request = await ask(seeding, customer, ride.number);
  minute(2);
  const quote = await offer(seeding, chosen, { request, factor: 1 });
  if (ride.end === 'expired') return;
  await offer(seeding, one(people.drivers, (ride.driver + 1) % 3), { request, factor: 1.2 });
  minute(5);
  const booking = await book(seeding, customer, { quote, method: ride.method });
  const step = (status: string) =>
    api.call(stepBooking, { token: chosen.token, params: { id: booking.id }, query: { status } });
  const cancel = (by: Person, reason: string) =>
    api.call(cancelBooking, { token: by.token, params: { id: booking.id }, body: { reason } });
  minute(7);
  if (ride.end === 'rejected') return void (await step('rejected'));
  await step('accepted');
  if (ride.end === 'cancelled by customer') return void (await cancel(customer, 'Change of plans'));
  if (ride.end === 'cancelled by driver') return void (await cancel(chosen, 'Vehicle issue'));
  minute(15);
  await step('in_progress');
  minute(40);
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

/** What goes on at this moment: a ride, a driver on the way, and a booking without an answer. */
async function now(seeding: Seeding, { customers, drivers }: Role3): Promise<void> {
  const { api } = seeding;
  const riding = await quick(seeding, { customer: one(customers, 0), driver: one(drivers, 0), number: 3 });
  for (const status of ['accepted', 'in_progress'])
    await api.call(stepBooking, { token: one(drivers, 0).token, params: { id: riding.id }, query: { status } });
  await drive(seeding, one(drivers, 0), { booking: riding, from: Date.now() - 30_000, share: 0.4 });
  await stand(seeding, one(drivers, 0), riding, 0.4);
  const coming = await quick(seeding, { customer: one(customers, 1), driver: one(drivers, 1), number: 5 });
  await api.call(stepBooking, {
    token: one(drivers, 1).token,
    params: { id: coming.id },
    query: { status: 'accepted' },
  });
  await stand(seeding, one(drivers, 1), coming, -0.2);
  // Scheduled, so that it waits two hours for its answer and not a quarter of one.
  await quick(seeding, { customer: one(customers, 2), driver: one(drivers, 2), number: 7, scheduled: 5 * HOUR_MS });
}

interface Wanted {
  customer: Person;
  driver: Person;
  number: number;
  scheduled?: number;
}

async function quick(seeding: Seeding, { customer, driver: chosen, number, scheduled }: Wanted): Promise<Booking> {
  const request = await ask(seeding, customer, number, scheduled);
  const quote = await offer(seeding, chosen, { request, factor: 1 });
  return book(seeding, customer, { quote, method: 'phonepe' });
}

/** Requests that stay open for days, with none to three quotes; one taken back, one called off. */
async function ahead(seeding: Seeding, { customers, drivers }: Role3): Promise<void> {
  for (let number = 0; number < 7; number += 1) {
    const request = await ask(seeding, one(customers, number % 3), number + 4, DAY_MS * (1 + number / 2));
    const quotes: Quote[] = [];
    for (let rank = 0; rank < number % 4; rank += 1) {
      quotes.push(await offer(seeding, one(drivers, rank), { request, factor: 1 + ((rank * 7 + number) % 5) / 10 }));
    }
    if (number === 2 && quotes[1])
      await seeding.api.call(withdrawQuote, { token: one(drivers, 1).token, params: { id: quotes[1].id } });
  }
  const dropped = await ask(seeding, one(customers, 0), 11, 2 * DAY_MS);
  await seeding.api.call(cancelRide, { token: one(customers, 0).token, params: { id: dropped.id } });
  await offer(seeding, one(drivers, 3), { request: await ask(seeding, one(customers, 1), 2, 3 * DAY_MS), factor: 0.9 });
}

function ask({ api }: Seeding, customer: Person, trip: number, aheadMs?: number): Promise<RideRequest> {
  const time = aheadMs === undefined ? null : new Date(Date.now() + aheadMs).toISOString();
  const body = { ...requestOf(tripNumber(trip)), is_scheduled: time !== null, scheduled_time: time };
  return api.call(createRide, { token: customer.token, body });
}

function offer(
  { api }: Seeding,
  by: Person,
  { request, factor }: { request: RideRequest; factor: number },
): Promise<Quote> {
  const body = { ride_request_id: request.id, price: farePrice(request.distance_km, factor) };
  return api.call(createQuote, { token: by.token, body });
}

function book(
  { api }: Seeding,
  customer: Person,
  { quote, method }: { quote: Quote; method: PaymentMethod },
): Promise<Booking> {
  return api.call(createBooking, { token: customer.token, body: { quote_id: quote.id, payment_method: method } });
}

/** The point at this share of the straight way; below zero it lies before the pickup. */
function along({ pickup_lat, pickup_lng, drop_lat, drop_lng }: Booking, share: number) {
  return { lat: pickup_lat + (drop_lat - pickup_lat) * share, lng: pickup_lng + (drop_lng - pickup_lng) * share };
}

/** Records the trip so far, a point every ten seconds for a past one, every second for one that runs. */
async function drive(
  { api }: Seeding,
  by: Person,
  trip: { booking: Booking; from: number; share: number },
): Promise<void> {
  const { booking, from, share } = trip;
  const [count, apart] = share === 1 ? [120, 10_000] : [30, 1_000];
  const points = Array.from({ length: count }, (_, index) => ({
    ...along(booking, (share * (index + 1)) / count),
    recorded_at: new Date(from + index * apart).toISOString(),
  }));
  await api.call(addTrack, { token: by.token, params: { id: booking.id }, body: { points } });
}

async function stand({ api }: Seeding, by: Person, booking: Booking, share: number): Promise<void> {
  await api.call(sendLocation, { token: by.token, params: { id: booking.id }, body: along(booking, share) });
}

function one(people: readonly Person[], index: number): Person {
  const found = people[index];
  if (!found) throw new Error(`the town has no person number ${index}`);
  return found;
}

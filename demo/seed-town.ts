import { stepBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { withdrawQuote } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import { placesOf } from './city-places';
import { book, drive, namePrice, offer, postRide, sendPosition } from './seed-acts';
import { seedPast } from './seed-past';
import {
  type Login,
  type People,
  type Person,
  personAt,
  registerPeople,
  type Seeding,
  type Tools,
} from './seed-people';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Creates the demo town: people of each role, and rides, quotes and bookings in every state. Returns the logins. */
export async function seedTown(tools: Tools): Promise<Login[]> {
  const people = await registerPeople(tools);
  const seeding = { ...tools, places: await placesOf(tools.api, personAt(people.customers, 0).token) };
  try {
    await seedPast(seeding, people);
    seeding.setClock(0);
    await seedCurrent(seeding, people);
    await seedOpenRequests(seeding, people);
  } finally {
    seeding.setClock(0);
  }
  return [people.admin, ...people.customers, ...people.drivers].map((person) => person.login);
}

/** Creates the current state: a ride in progress, a driver on the way, and a booking without an answer. */
async function seedCurrent(seeding: Seeding, { customers, drivers }: People): Promise<void> {
  const { api } = seeding;
  const riding = await bookRide(seeding, { customer: personAt(customers, 0), driver: personAt(drivers, 0), number: 3 });
  for (const status of ['accepted', 'in_progress'])
    await api.call(stepBooking, { token: personAt(drivers, 0).token, params: { id: riding.id }, query: { status } });
  await drive(seeding, personAt(drivers, 0), { booking: riding, from: Date.now() - 30_000, share: 0.4 });
  await sendPosition(seeding, personAt(drivers, 0), riding, 0.4);
  const coming = await bookRide(seeding, { customer: personAt(customers, 1), driver: personAt(drivers, 1), number: 5 });
  await api.call(stepBooking, {
    token: personAt(drivers, 1).token,
    params: { id: coming.id },
    query: { status: 'accepted' },
  });
  await sendPosition(seeding, personAt(drivers, 1), coming, -0.2);
  // Scheduled, so that the driver has two hours to answer instead of 15 minutes.
  await bookRide(seeding, {
    customer: personAt(customers, 2),
    driver: personAt(drivers, 2),
    number: 7,
    scheduled: 5 * HOUR_MS,
  });
}

interface Wanted {
  customer: Person;
  driver: Person;
  number: number;
  scheduled?: number;
}

/** Posts a request, quotes the usual price on it and books this quote. */
async function bookRide(seeding: Seeding, { customer, driver: chosen, number, scheduled }: Wanted): Promise<Booking> {
  const request = await postRide(seeding, customer, number, scheduled);
  const quote = await offer(seeding, chosen, { request, factor: 1 });
  return book(seeding, customer, { quote, method: 'phonepe' });
}

/**
 * Creates requests that stay open for a day or longer. Every other one has an asked price, and each has none to three
 * quotes. One quote is withdrawn, and one request is cancelled.
 */
async function seedOpenRequests(seeding: Seeding, { customers, drivers }: People): Promise<void> {
  for (let number = 0; number < 7; number += 1) {
    const request = await postRide(seeding, personAt(customers, number % 3), number + 4, DAY_MS * (1 + number / 2));
    const quotes: Quote[] = [];
    if (number % 2 === 0) await namePrice(seeding, personAt(customers, number % 3), { request, factor: 0.9 });
    for (let rank = 0; rank < number % 4; rank += 1) {
      quotes.push(
        await offer(seeding, personAt(drivers, rank), { request, factor: 1 + ((rank * 7 + number) % 5) / 10 }),
      );
    }
    if (number === 2 && quotes[1])
      await seeding.api.call(withdrawQuote, { token: personAt(drivers, 1).token, params: { id: quotes[1].id } });
  }
  const dropped = await postRide(seeding, personAt(customers, 0), 11, 2 * DAY_MS);
  await seeding.api.call(cancelRide, { token: personAt(customers, 0).token, params: { id: dropped.id } });
  await offer(seeding, personAt(drivers, 3), {
    request: await postRide(seeding, personAt(customers, 1), 2, 3 * DAY_MS),
    factor: 0.9,
  });
}

import { randomUUID } from 'node:crypto';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { apiAt, type TestPerson } from './app';
import { aRoute } from './market';

/** The counts of a load; `unanswered` are calls that got a 503 or no answer, of which half were never repeated. */
export interface LoadCounts {
  writes: number;
  unanswered: number;
}

export interface Load {
  readonly counts: LoadCounts;
  /** Stops all rides, once the running call of each has ended. */
  stop(): Promise<void>;
}

const THINK_MS = 60;
const TRIES = 6;
const think = (milliseconds = THINK_MS) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds * (0.5 + Math.random())));

interface Pair {
  customer: TestPerson;
  drivers: readonly TestPerson[];
}

/**
 * Runs rides until it is stopped: each customer posts a request, two drivers quote, the second withdraws, the quote of
 * the first is booked, and the booking is completed, cancelled or rejected. Every sixth request is cancelled instead. A
 * call that gets a 503 or no answer is repeated with its key or, in half of the cases, given up.
 */
export function startLoad(url: string, pairs: readonly Pair[]): Load {
  const api = apiAt(url);
  const counts: LoadCounts = { writes: 0, unanswered: 0 };
  let over = false;

  /** Makes one write. Returns null when it is given up or refused. */
  async function write<T>(person: TestPerson, method: string, path: string, body?: unknown): Promise<T | null> {
    const patient = Math.random() < 0.5;
    const headers = { 'Idempotency-Key': randomUUID() };
    for (let tries = 0; tries < TRIES && !over; tries++) {
      counts.writes += 1;
      const answer = await api.request<T>(method, path, { token: person.token, body, headers }).catch(() => null);
      if (answer && answer.status < 300) return answer.body;
      if (answer && answer.status !== 503) return null;
      counts.unanswered += 1;
      if (!patient) return null;
      await think(1_000);
    }
    return null;
  }

  const step = (driver: TestPerson, booking: Booking, status: string) =>
    write<Booking>(driver, 'PUT', `/bookings/${booking.id}/status?status=${status}`);

  async function ride({ customer, drivers }: Pair, turn: number): Promise<void> {
    const posted = await write<RideRequest>(customer, 'POST', '/rides/request', aRoute);
    if (!posted) return;
    if (turn % 6 === 5) {
      await write(customer, 'DELETE', `/rides/request/${posted.id}`);
      return;
    }
    const quotes = await Promise.all(
      drivers.map((driver) =>
        write<Quote>(driver, 'POST', '/quotes/create', { ride_request_id: posted.id, price: 200 + turn }),
      ),
    );
    const [first, second] = quotes;
    if (second) await write(drivers[1] ?? customer, 'DELETE', `/quotes/${second.id}`);
    await think();
    const [driver] = drivers;
    if (!first || !driver) return;
    const booking = await write<Booking>(customer, 'POST', '/bookings/create', {
      quote_id: first.id,
      payment_method: 'cash',
    });
    if (!booking) return;
    const ends = [['rejected'], ['accepted', 'in_progress', 'completed'], ['accepted', 'cancelled']];
    for (const status of ends[turn % ends.length] ?? []) {
      await think();
      const done =
        status === 'cancelled'
          ? await write(customer, 'PUT', `/bookings/${booking.id}/cancel`, { reason: 'Change of plans' })
          : await step(driver, booking, status);
      if (!done) return;
    }
  }

  const running = pairs.map(async (pair) => {
    for (let turn = 0; !over; turn++) {
      await ride(pair, turn);
      await think();
    }
  });
  return {
    counts,
    async stop() {
      over = true;
      await Promise.all(running);
    },
  };
}

import { type Person, users } from '../auth/auth.repository';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { profiles } from '../drivers/drivers.repository';
import type { BookingDocument } from './bookings.model';

/** The people of bookings and the profiles of their drivers, by user id. */
export interface Parties {
  people: Map<string, Person>;
  profiles: Map<string, DriverProfileDocument>;
}

/** Reads the parties of these bookings, one query for each collection. */
export async function readParties(rows: readonly BookingDocument[]): Promise<Parties> {
  const drivers = rows.map((booking) => booking.driver_id);
  const [people, found] = await Promise.all([
    users.people([...drivers, ...rows.map((booking) => booking.customer_id)]),
    profiles.byUsers(drivers),
  ]);
  return { people, profiles: found };
}

/** Reads the parties of one booking; the reads are paced, because many clients may reconnect at once. */
export async function pacedParties({ customer_id, driver_id }: BookingDocument): Promise<Parties> {
  const [customer, driver, profile] = await Promise.all([
    users.pacedPerson(customer_id),
    users.pacedPerson(driver_id),
    profiles.pacedByUser(driver_id),
  ]);
  const people = [customer, driver].flatMap((person): [string, Person][] => (person ? [[person._id, person]] : []));
  return { people: new Map(people), profiles: new Map(profile ? [[driver_id, profile]] : []) };
}

/** A presentation that begins later than this (ms) after the prefetch began reads the parties again. */
const HOLD_MS = 2_000;

interface Prefetch {
  readonly parties: Promise<Parties>;
  /** By the monotonic clock (ms). */
  readonly beganAt: number;
}

/**
 * The parties of bookings that this process has just written. They were read while the booking was written, so they may
 * be older than the write. The key is the document itself, because reconcile steps and events pass nothing else.
 */
const prefetched = new WeakMap<BookingDocument, Prefetch>();

/**
 * Reads the parties of a booking that is about to be written, so that its push and the answer to the call need not wait
 * for them after the write.
 */
export function prefetchParties(booking: BookingDocument): Prefetch {
  const parties = readParties([booking]);
  // Nobody waits for them if the booking is not written.
  parties.catch(() => undefined);
  return { parties, beganAt: performance.now() };
}

/** Keeps the prefetched parties for the booking as it was written; if their read fails, they are read again. */
export function keepPrefetched(written: BookingDocument, prefetch: Prefetch): void {
  prefetched.set(written, prefetch);
  prefetch.parties.catch(() => prefetched.delete(written));
}

/** The prefetched parties of a booking; null if there are none, or if their read began more than two seconds ago. */
export function prefetchedParties(booking: BookingDocument): Promise<Parties> | null {
  const found = prefetched.get(booking);
  return found && performance.now() - found.beganAt <= HOLD_MS ? found.parties : null;
}

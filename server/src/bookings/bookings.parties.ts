import { type Person, users } from '../auth/auth.repository';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { profiles } from '../drivers/drivers.repository';
import type { BookingDocument } from './bookings.model';

/** The people of bookings and the profiles of their drivers, by user id. */
export interface Parties {
  people: Map<string, Person>;
  profiles: Map<string, DriverProfileDocument>;
}

/** The parties of bookings that were just written, which were read at the time of the write. */
const kept = new WeakMap<BookingDocument, Promise<Parties>>();

/** Reads the parties of a booking for the call that changes it. */
async function readParties({ customer_id, driver_id }: BookingDocument): Promise<Parties> {
  const [people, profile] = await Promise.all([users.people([customer_id, driver_id]), profiles.byUser(driver_id)]);
  return { people, profiles: new Map(profile ? [[driver_id, profile]] : []) };
}

/** Reads the parties of a booking; the reads of concurrent calls are joined, because many clients may reconnect at once. */
export async function joinedParties({ customer_id, driver_id }: BookingDocument): Promise<Parties> {
  const [customer, driver, profile] = await Promise.all([
    users.joinedPerson(customer_id),
    users.joinedPerson(driver_id),
    profiles.joined(driver_id),
  ]);
  const people = [customer, driver].flatMap((person): [string, Person][] => (person ? [[person._id, person]] : []));
  return { people: new Map(people), profiles: new Map(profile ? [[driver_id, profile]] : []) };
}

/**
 * Reads the parties of a booking that is about to be written, so that its push and the answer to the call need not wait
 * for them after the write. Returns a function that keeps them for the booking as it was written.
 */
export function readPartiesBeside(read: BookingDocument): (written: BookingDocument) => void {
  const parties = readParties(read);
  // Whoever presents the booking gets the rejection.
  parties.catch(() => undefined);
  return (written) => kept.set(written, parties);
}

/** The parties that were read beside the write of this booking; null if they were not. */
export function partiesBeside(booking: BookingDocument): Promise<Parties> | null {
  return kept.get(booking) ?? null;
}

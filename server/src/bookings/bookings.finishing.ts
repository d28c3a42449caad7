import { SUSPENDED_SETTLES_HOURS } from '@boli/shared/core/constants';
import { users } from '../auth/auth.repository';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { profiles } from '../drivers/drivers.repository';
import type { BookingDocument } from './bookings.model';
import { isToFinish, sideOf } from './bookings.policy';
import { bookings } from './bookings.repository';

const HOUR_MS = 60 * 60_000;

/**
 * The bookings that a suspended person may still finish (docs/decisions/0011-a-suspended-person-finishes-the-ride.md).
 * The same rule applies to calls and to files.
 */
async function bookingsToFinish({ id, role }: Pick<Actor, 'id' | 'role'>): Promise<BookingDocument[]> {
  const now = clock.now();
  const after = new Date(now.getTime() - SUSPENDED_SETTLES_HOURS * HOUR_MS);
  const rows = await bookings.trackedOrCompletedAfter(sideOf(role), id, after);
  return rows.filter((booking) => isToFinish(booking, now));
}

/** Whether a suspended person has a booking that they may still finish. */
export async function hasBookingsToFinish(actor: Pick<Actor, 'id' | 'role'>): Promise<boolean> {
  return (await bookingsToFinish(actor)).length > 0;
}

/**
 * Whether a person may open a file by its signed address. An active account may. A suspended account may open only the
 * pictures that identify the driver and the car of a booking that is still to be finished.
 */
export async function mayOpenFile(userId: string, fileId: string): Promise<boolean> {
  const user = await users.byId(userId);
  if (!user?.suspension) return user !== null;
  const rows = await bookingsToFinish({ id: userId, role: user.role });
  const drivers = await profiles.byUsers(rows.map((booking) => booking.driver_id));
  return [...drivers.values()].some((profile) => [profile.driver_photo, profile.vehicle_image].includes(fileId));
}

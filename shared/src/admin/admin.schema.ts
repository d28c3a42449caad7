import { z } from 'zod';
import { Role } from '../auth/auth.schema';
import { Booking } from '../bookings/bookings.schema';
import { Id, oneLine, optionalText, Page, says, Timestamp } from '../core/fields';
import { DriverProfile } from '../drivers/drivers.schema';
import { RideRequest } from '../rides/rides.schema';

/** A driver's documents, for the decision of an admin. `shared_license`: another driver has the same licence number. */
export const VerificationItem = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string() }),
  profile: DriverProfile,
  shared_license: z.boolean(),
});
export type VerificationItem = z.infer<typeof VerificationItem>;

export const UserIdParam = z.object({ userId: Id });
export const VerifyQuery = z.object({ status: z.enum(['verified', 'rejected'], says('admin.verify_status')) });
export const VerifyInput = z
  .object({ reason: optionalText(z.string().overwrite(oneLine).trim().max(500)) })
  .nullish()
  .transform((body) => ({ reason: body?.reason ?? null }));

/** An account as admins see it. */
export const AdminUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  phone: z.string().nullable(),
  created_at: Timestamp,
  suspension: z
    .object({ reason: z.string(), suspended_at: Timestamp, suspended_by: z.object({ id: Id, name: z.string() }) })
    .nullable(),
});
export type AdminUser = z.infer<typeof AdminUser>;

/** `q` is part of a name, an email or a phone number; without it all accounts are listed. */
export const UsersQuery = Page.extend({ q: optionalText(z.string().overwrite(oneLine).trim().max(100)) });

/** A suspension needs a reason, which is shown to the person. */
export const SuspensionInput = z
  .object({
    suspended: z.boolean(),
    reason: optionalText(z.string().overwrite(oneLine).trim().max(500)),
  })
  .refine(({ suspended, reason }) => !suspended || reason !== null, {
    path: ['reason'],
    error: says('admin.suspension_reason_required'),
  });

/**
 * A driver whose position is known, and who is online or has a booking that is accepted or in progress. `seen_at`: the
 * time of that position.
 */
export const LiveDriver = z.object({
  driver_id: Id,
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
  is_available: z.boolean(),
  /** The booking in progress, else an accepted one; null without either. */
  booking_id: Id.nullable(),
  seen_at: Timestamp,
});
export type LiveDriver = z.infer<typeof LiveDriver>;

const Count = z.number().int().min(0);
export const LiveCounts = z.object({
  drivers_online: Count,
  on_a_ride: Count,
  open_requests: Count,
  /** Bookings that wait for the driver's answer, and those accepted and not yet started. */
  pending_bookings: Count,
  accepted_bookings: Count,
  /** The number of quotes that were made in the last ten minutes on requests of the last hour. */
  recent_quotes: Count,
  /** The median wait of the last hour's requests for their first quote, in seconds; null if none of them has a quote. */
  first_quote_seconds: z.number().nullable(),
});
export type LiveCounts = z.infer<typeof LiveCounts>;

/** The live board: open requests, live bookings, drivers with a known position. */
export const Live = z.object({
  ride_requests: z.array(RideRequest),
  bookings: z.array(Booking),
  drivers: z.array(LiveDriver),
  counts: LiveCounts,
});
export type Live = z.infer<typeof Live>;

/** The rows that changed, and the ids of those that are no longer live. */
export const LiveUpdate = Live.extend({
  removed: z.object({ ride_requests: z.array(Id), bookings: z.array(Id), drivers: z.array(Id) }),
});
export type LiveUpdate = z.infer<typeof LiveUpdate>;

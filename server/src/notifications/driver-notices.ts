import type { DriverProfileDocument } from '../drivers/drivers.model';
import { notice } from './notice';
import type { NotificationDocument } from './notifications.model';

/** The notice of an admin's decision, or of the undo of a decision, at `decidedAt`; null before the first decision. */
export function noticeOfDecision(profile: DriverProfileDocument, decidedAt: Date): NotificationDocument | null {
  const { verification_status: status, rejection_reason: reason, decision_undone_at: undoneAt } = profile;
  if (status === 'pending' && !undoneAt) return null;
  const about = { ride_request_id: null, booking_id: null, scheduled_time: null, created_at: decidedAt };
  const event = `${profile._id}:${decidedAt.getTime()}`;
  if (status === 'pending')
    return notice(event, profile.user_id, { ...about, kind: 'verification_undone', params: {} });
  if (status === 'verified')
    return notice(event, profile.user_id, { ...about, kind: 'verification_approved', params: {} });
  return notice(event, profile.user_id, {
    ...about,
    kind: 'verification_rejected',
    ...(reason && { body: 'notifications.verification_rejected.body_reason' as const }),
    params: { reason: reason ?? '' },
  });
}

/** The notice that asks a driver once, at `askedAt`, for the missing vehicle number. */
export function noticeOfMissingNumber(driverId: string, askedAt: Date): NotificationDocument {
  return notice('profile', driverId, {
    kind: 'vehicle_number_missing',
    params: {},
    ride_request_id: null,
    booking_id: null,
    scheduled_time: null,
    created_at: askedAt,
  });
}

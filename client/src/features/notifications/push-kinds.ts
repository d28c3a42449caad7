import type { Role } from '@boli/shared/auth/auth.schema';
import { type PushKind, pushKinds } from '@boli/shared/push/push.schema';

/** A kind of notification that is on until a person switches it off; new requests near a driver are off at first. */
export type MutableKind = Exclude<PushKind, 'request_near'>;

const groupNames = ['quotes', 'rides', 'money', 'account'] as const;
/** The kinds that a person switches off together. */
export type KindGroup = (typeof groupNames)[number];

/**
 * The group of each kind, and the one side of a ride that is notified of it; if no side is given, both sides are
 * notified.
 */
const kinds: Record<MutableKind, readonly [group: KindGroup, side?: 'customer' | 'driver']> = {
  quote_received: ['quotes', 'customer'],
  counter_asked: ['quotes', 'driver'],
  counter_answered: ['quotes', 'customer'],
  booking_requested: ['quotes', 'driver'],
  ride_expired: ['rides', 'customer'],
  booking_accepted: ['rides', 'customer'],
  driver_arriving: ['rides', 'customer'],
  driver_arrived: ['rides', 'customer'],
  ride_started: ['rides', 'customer'],
  ride_completed: ['rides', 'customer'],
  booking_rejected: ['rides'],
  booking_cancelled: ['rides'],
  ride_reminder: ['rides'],
  ride_refused: ['rides', 'driver'],
  payment_due: ['money', 'customer'],
  payment_claimed: ['money', 'driver'],
  payment_completed: ['money'],
  payment_refused: ['money', 'customer'],
  refund_review: ['money', 'customer'],
  refund_none: ['money', 'customer'],
  refund_due: ['money', 'customer'],
  refund_completed: ['money', 'customer'],
  verification_approved: ['account', 'driver'],
  verification_rejected: ['account', 'driver'],
  verification_undone: ['account', 'driver'],
  vehicle_number_missing: ['account', 'driver'],
};

const isMutable = (kind: PushKind): kind is MutableKind => kind !== 'request_near';

/** The groups of kinds of which this role is notified; none for admins. */
export function groupsOf(role: Role | undefined): { name: KindGroup; kinds: readonly MutableKind[] }[] {
  if (role !== 'customer' && role !== 'driver') return [];
  const ofRole = pushKinds.filter(isMutable).filter((kind) => (kinds[kind][1] ?? role) === role);
  return groupNames.flatMap((name) => {
    const ofGroup = ofRole.filter((kind) => kinds[kind][0] === name);
    return ofGroup.length > 0 ? [{ name, kinds: ofGroup }] : [];
  });
}

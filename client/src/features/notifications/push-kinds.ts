import type { Role } from '@boli/shared/auth/auth.schema';
import type { PushKind } from '@boli/shared/push/push.schema';

/** A kind of notification that is on until a person switches it off; new requests near a driver are off at first. */
export type MutableKind = Exclude<PushKind, 'request_near'>;

/** The kinds of notifications that a person switches off together. */
export const kindGroups = {
  quotes: ['quote_received', 'booking_requested'],
  rides: [
    'ride_expired',
    'booking_accepted',
    'driver_arriving',
    'driver_arrived',
    'ride_started',
    'ride_completed',
    'booking_rejected',
    'booking_cancelled',
    'ride_reminder',
    'ride_refused',
  ],
  money: [
    'payment_due',
    'payment_claimed',
    'payment_completed',
    'refund_review',
    'refund_none',
    'refund_due',
    'refund_completed',
  ],
  account: ['verification_approved', 'verification_rejected', 'verification_undone', 'vehicle_number_missing'],
} as const satisfies Record<string, readonly MutableKind[]>;

export type KindGroup = keyof typeof kindGroups;
const groupNames = ['quotes', 'rides', 'money', 'account'] as const satisfies readonly KindGroup[];

/** The kinds of which only one side of a ride is notified. */
const onlyFor = {
  customer: new Set<MutableKind>([
    'quote_received',
    'ride_expired',
    'booking_accepted',
    'driver_arriving',
    'driver_arrived',
    'ride_started',
    'ride_completed',
    'payment_due',
    'refund_review',
    'refund_none',
    'refund_due',
    'refund_completed',
  ]),
  driver: new Set<MutableKind>([
    'booking_requested',
    'payment_claimed',
    'ride_refused',
    'verification_approved',
    'verification_rejected',
    'verification_undone',
    'vehicle_number_missing',
  ]),
};

/** The groups of kinds of which this role is notified; admins of none. */
export function groupsOf(role: Role | undefined): { name: KindGroup; kinds: readonly MutableKind[] }[] {
  if (role !== 'customer' && role !== 'driver') return [];
  const others = onlyFor[role === 'driver' ? 'customer' : 'driver'];
  return groupNames.flatMap((name) => {
    const kinds = kindGroups[name].filter((kind) => !others.has(kind));
    return kinds.length > 0 ? [{ name, kinds }] : [];
  });
}

import type { NotificationKind } from '@boli/shared/notifications/notifications.schema';

/** The kinds of notifications that a person switches off together. */
export const kindGroups = {
  quotes: ['quote_received', 'booking_requested'],
  rides: [
    'ride_expired',
    'booking_accepted',
    'driver_arrived',
    'booking_rejected',
    'booking_cancelled',
    'ride_reminder',
    'ride_refused',
  ],
  money: ['payment_claimed', 'payment_completed', 'refund_review', 'refund_none', 'refund_due', 'refund_completed'],
  account: [
    'verification_approved',
    'verification_rejected',
    'verification_undone',
    'vehicle_number_missing',
    'rate_ride',
  ],
} as const satisfies Record<string, readonly NotificationKind[]>;

export type KindGroup = keyof typeof kindGroups;
export const groupNames = ['quotes', 'rides', 'money', 'account'] as const satisfies readonly KindGroup[];

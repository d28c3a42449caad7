import { inClient, inServer, inShared } from '../row-mutant.mjs';

/** Features beyond the specification. */
export const besides = [
  inClient('B1', 'features/admin/live/LiveBoard.tsx', '<LiveFigures />'),
  inClient(
    'B1',
    'features/admin/live/LiveBoard.tsx',
    'open: ({ kind, id }: LiveItem) => go({ ride: null, booking: null, [kind]: id }),',
    'open: (_item: LiveItem) => undefined,',
  ),
  inShared('B2', 'core/constants.ts', 'export const NOTIFICATION_DAYS = 30;', 'export const NOTIFICATION_DAYS = 31;'),
  inServer(
    'B2',
    'notifications/notifications.service.ts',
    "domainEvents.emit('notification.created', { notification });",
    'void notification;',
  ),
  inShared(
    'B3',
    'core/constants.ts',
    'export const REMINDER_LEAD_MINUTES = 30;',
    'export const REMINDER_LEAD_MINUTES = 20;',
  ),
  inClient(
    'B4',
    'features/bookings/BookingActions.tsx',
    'scheduled_time !== null && Date.parse(scheduled_time) > Date.now()',
    'scheduled_time !== scheduled_time',
  ),
  inClient('B5', 'features/admin/VerificationCard.tsx', "status === 'rejected' ? values.reason : ''", "''"),
  inClient(
    'B5',
    'features/drivers/profile/VerificationNote.tsx',
    "? t('drivers.rejected', { reason: profile.rejection_reason })",
    "? t('drivers.rejected_plain')",
  ),
  inClient(
    'B6',
    'features/favorites/FavoriteHeart.tsx',
    'run: () => setFavorite(driverId, !kept),',
    'run: () => setFavorite(driverId, kept),',
  ),
];

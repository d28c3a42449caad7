import { CUSTOMER_POLL_MS } from '@boli/shared/core/constants';
import { useEffect } from 'react';
import { getSocket, send } from '../../core/socket';
import { type SyncState, useSync } from '../../core/sync';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { applyRoute } from './arrival';
import { isOwnChange } from './bookings.actions';
import { loadBooking, loadBookings, upsertBooking, useBookings } from './bookings.store';
import { applyLastPosition } from './positions';

/** Shows a toast when a booking's status was changed elsewhere; the actions of this page show their own toasts. */
function useStatusToasts(): void {
  useEffect(
    () =>
      useBookings.subscribe(({ byId }, before) => {
        if (byId === before.byId) return;
        for (const [id, { status }] of Object.entries(byId)) {
          const held = before.byId[id];
          if (!held || held.status === status || isOwnChange(id)) continue;
          toast.info(t('bookings.status_toast', { status: t(`bookings.status.${status}`) }));
        }
      }),
    [],
  );
}

/**
 * Keeps the user's bookings in sync while mounted. Call once per dashboard: list, pinned card and details read the
 * store.
 */
export function useBookingsSync(): { state: SyncState; retry: () => void } {
  useStatusToasts();
  // Bookings are pushed to the user's own room, joined on connect: the HTTP read is the snapshot.
  const read = () => loadBookings();
  return useSync({ watch: read, read, pollMs: CUSTOMER_POLL_MS });
}

/** Keeps one booking and its positions in sync while mounted and `enabled`. */
export function useBookingSync(id: string, enabled = true): { state: SyncState; retry: () => void } {
  return useSync({
    key: id,
    enabled,
    watch: async () => {
      const { booking, position, route } = await send('booking:watch', { booking_id: id });
      upsertBooking(booking);
      if (position) applyLastPosition(position);
      if (route) applyRoute(route);
    },
    read: () => loadBooking(id),
    pollMs: CUSTOMER_POLL_MS,
    unwatch: () => getSocket().emit('booking:unwatch', { booking_id: id }),
  });
}

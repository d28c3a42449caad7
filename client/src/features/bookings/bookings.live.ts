import { CUSTOMER_POLL_MS } from '@boli/shared/core/constants';
import { useEffect } from 'react';
import { type LiveState, useLive } from '../../core/live';
import { getSocket, send, useConnection } from '../../core/socket';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { isMine } from './bookings.actions';
import { loadBooking, loadBookings, upsertBooking, useBookings } from './bookings.store';
import { onLastPosition } from './positions';

/** Says it when a booking got another status by somebody else; the own presses say it themselves. */
function useStatusToasts(): void {
  useEffect(
    () =>
      useBookings.subscribe(({ byId }, before) => {
        if (byId === before.byId) return;
        for (const [id, { status }] of Object.entries(byId)) {
          const held = before.byId[id];
          if (!held || held.status === status || isMine(id)) continue;
          toast.info(t('bookings.status_toast', { status: t(`bookings.status.${status}`) }));
        }
      }),
    [],
  );
}

/** Keeps the caller's bookings fresh while mounted. Once a dashboard: the list, the pinned card and the details read the store. */
export function useBookingsLive(): { state: LiveState; retry: () => void } {
  useStatusToasts();
  // Bookings come by the caller's own room, joined on connect: the list read is the snapshot.
  const read = () => loadBookings();
  return useLive({ watch: read, read, pollMs: CUSTOMER_POLL_MS });
}

/** Follows one booking and its positions while mounted and `enabled`. */
export function useBookingLive(id: string, enabled = true): { state: LiveState; retry: () => void } {
  return useLive({
    key: id,
    enabled,
    watch: async () => {
      const { booking, position } = await send('booking:watch', { booking_id: id });
      upsertBooking(booking);
      if (position) onLastPosition(position);
    },
    read: () => loadBooking(id),
    pollMs: CUSTOMER_POLL_MS,
    unwatch: () => getSocket().emit('booking:unwatch', { booking_id: id }),
  });
}

/** Whether money and status buttons can work: the socket is up, or REST still answers. */
export function useReachable(): boolean {
  const connected = useConnection((connection) => connection.connected);
  const reachable = useBookings((bookings) => bookings.reachable);
  return connected || reachable;
}

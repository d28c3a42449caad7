import { GEOLOCATION_TIMEOUT_MS } from '@boli/shared/core/constants';
import type { MessageKey } from '@boli/shared/core/messages';
import { addTrack, sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import { useEffect } from 'react';
import { create } from 'zustand';
import { ApiError, call } from '../../core/api';
import { type DeviceFix, type LocationFailure, watchPosition } from '../../core/geolocation';
import { getSocket } from '../../core/socket';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { type Sharing, startSharing } from './sharing';

/** The booking whose driver position this device shares, and its newest fix. */
export const useSharing = create<{ bookingId: string | null; fix: DeviceFix | null }>(() => ({
  bookingId: null,
  fix: null,
}));

const failures = {
  denied: 'geo.not_available',
  unavailable: 'geo.failed',
  unsupported: 'geo.not_supported',
} as const satisfies Record<LocationFailure, MessageKey>;

/** A watch without a fix for this time is restarted: a device at rest reports its position only to a new watch. */
const RESTART_MS = GEOLOCATION_TIMEOUT_MS;

const point = ({ lat, lng, accuracy, recorded_at }: DeviceFix) => ({ lat, lng, accuracy, recorded_at });
/** Whether a retry can succeed: when offline, on 429 and on 5xx. Any other 4xx would be refused again. */
const isRetryable = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 429;

async function unlessRefused(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (isRetryable(error)) throw error;
  }
}

function sharingOf(bookingId: string): Sharing {
  const params = { id: bookingId };
  return startSharing({
    isConnected: () => getSocket().connected,
    emit: (fix) => getSocket().volatile.emit('booking:location', { booking_id: bookingId, ...fix }),
    put: (fix) => unlessRefused(call(sendLocation, { params, body: fix })),
    track: (points) => unlessRefused(call(addTrack, { params, body: { points: points.map(point) } })),
    now: Date.now,
  });
}

function share(bookingId: string, isQuiet = false): () => void {
  const sharing = sharingOf(bookingId);
  const socket = getSocket();
  let started = false;
  let stopWatch = () => {};
  let restartTimer: ReturnType<typeof setTimeout> | undefined;

  const onFix = (fix: DeviceFix) => {
    if (!started && !isQuiet) toast.info(t('bookings.tracking_started'));
    started = true;
    useSharing.setState({ bookingId, fix });
    sharing.addFix(fix);
    clearTimeout(restartTimer);
    restartTimer = setTimeout(watch, RESTART_MS);
  };
  const onError = (kind: LocationFailure) => {
    useSharing.setState({ bookingId: null, fix: null });
    if (!isQuiet) toast.error(t(failures[kind]));
  };
  const watch = () => {
    stopWatch();
    stopWatch = watchPosition({ onFix, onError });
  };
  watch();
  socket.on('connect', sharing.reconnected);
  return () => {
    clearTimeout(restartTimer);
    stopWatch();
    sharing.stop();
    socket.off('connect', sharing.reconnected);
    // When sharing stops while disconnected, the queue is sent on the next connect.
    if (!socket.connected) socket.once('connect', sharing.reconnected);
    useSharing.setState({ bookingId: null, fix: null });
    if (started && !isQuiet) toast.info(t('bookings.tracking_stopped'));
  };
}

/**
 * Shares this device's position for a booking while `active`; sharing ends when the component unmounts. Another
 * `attempt` restarts it after a failure.
 */
export function useLocationSharing(bookingId: string, active: boolean, attempt: number): void {
  // `attempt` is not read: its change alone starts the sharing again.
  useEffect(() => (active && attempt >= 0 ? share(bookingId) : undefined), [bookingId, active, attempt]);
}

/**
 * Shares this device's position for a booking (null: for none) without messages to the user, as on the way to the
 * pickup.
 */
export function useQuietSharing(bookingId: string | null): void {
  useEffect(() => (bookingId === null ? undefined : share(bookingId, true)), [bookingId]);
}

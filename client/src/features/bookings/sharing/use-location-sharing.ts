import { GEOLOCATION_TIMEOUT_MS } from '@boli/shared/core/constants';
import type { MessageKey } from '@boli/shared/core/messages';
import { sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call, isTransient } from '../../../core/api';
import { shareInBackground } from '../../../core/background';
import { type DeviceFix, type LocationFailure, watchPosition } from '../../../core/geolocation';
import { getSocket } from '../../../core/socket';
import { t } from '../../../core/t';
import { toast } from '../../../core/toast';
import { sendBatch, trailStoreOf, unlessRefused } from './kept-trail';
import { type Sharing, startSharing, type UndatedFix } from './sharing';

/** Why the customer does not see the last position: it did not reach the server, or the server did not accept it. */
export type SharingFailure = 'offline' | 'refused';

/** What this device shares of its position, for one booking of its driver. */
interface SharingState {
  bookingId: string | null;
  /** The newest fix of the device, sent or not. */
  fix: DeviceFix | null;
  /** When the last position that the server accepted was sent, in epoch ms; null before the first one. */
  deliveredAt: number | null;
  /** Why the newest position was not delivered; null once it is. */
  failure: SharingFailure | null;
  /** Whether the position is only shared while the app is open: the phone fails to send it by itself. */
  isOpenOnly: boolean;
}

const notSharing: SharingState = { bookingId: null, fix: null, deliveredAt: null, failure: null, isOpenOnly: false };

/** What this device shares now; `bookingId` is null while it shares no position. */
export const useSharing = create<SharingState>(() => notSharing);

const failures = {
  denied: 'geo.not_available',
  unavailable: 'geo.failed',
  unsupported: 'geo.not_supported',
} as const satisfies Record<LocationFailure, MessageKey>;

/** A watch without a fix for this time (ms) is restarted: a device at rest reports its position only to a new watch. */
const RESTART_MS = GEOLOCATION_TIMEOUT_MS;

/** A position that the server does not acknowledge within this time (ms) counts as not delivered. */
const ANSWER_MS = 5_000;

/** Records whether the position sent at `sentAt` (epoch ms) was delivered, unless a later one has been delivered. */
function record(bookingId: string, sentAt: number, failure: SharingFailure | null): void {
  useSharing.setState((held) => {
    if (held.bookingId !== bookingId || (held.deliveredAt ?? 0) > sentAt) return held;
    return failure ? { failure } : { failure, deliveredAt: sentAt };
  });
}

const outcomeOf = (answer: { live?: boolean }): SharingFailure | null => (answer.live ? null : 'refused');

async function emitFix(bookingId: string, fix: UndatedFix): Promise<void> {
  const sentAt = Date.now();
  try {
    const to = getSocket().timeout(ANSWER_MS).volatile;
    record(bookingId, sentAt, outcomeOf(await to.emitWithAck('booking:location', { booking_id: bookingId, ...fix })));
  } catch (error) {
    record(bookingId, sentAt, 'offline');
    throw error;
  }
}

async function putFix(bookingId: string, fix: UndatedFix): Promise<void> {
  const sentAt = Date.now();
  try {
    record(bookingId, sentAt, outcomeOf(await call(sendLocation, { params: { id: bookingId }, body: fix })));
  } catch (error) {
    record(bookingId, sentAt, isTransient(error) ? 'offline' : 'refused');
    throw error;
  }
}

function sharingOf(bookingId: string): Sharing {
  return startSharing({
    isConnected: () => getSocket().connected,
    emit: (fix) => emitFix(bookingId, fix),
    put: (fix) => unlessRefused(putFix(bookingId, fix)),
    track: (points) => sendBatch(bookingId, points),
    store: trailStoreOf(bookingId),
    isHidden: () => document.hidden,
    now: Date.now,
  });
}

/** Calls `returned` each time the page becomes visible. Returns a dispose function. */
function onReturn(returned: () => void): () => void {
  const check = () => document.hidden || returned();
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}

function share(bookingId: string, isQuiet = false): () => void {
  const sharing = sharingOf(bookingId);
  const socket = getSocket();
  let started = false;
  let isOpenOnly = false;
  let stopWatch = () => {};
  let restartTimer: ReturnType<typeof setTimeout> | undefined;

  const onFix = (fix: DeviceFix) => {
    if (!started && !isQuiet) toast.info(t('bookings.tracking_started'));
    started = true;
    const isKnown = useSharing.getState().bookingId === bookingId;
    useSharing.setState(isKnown ? { fix } : { ...notSharing, bookingId, fix, isOpenOnly });
    sharing.addFix(fix);
    clearTimeout(restartTimer);
    restartTimer = setTimeout(watch, RESTART_MS);
  };
  const onError = (kind: LocationFailure) => {
    useSharing.setState(notSharing);
    if (!isQuiet) toast.error(t(failures[kind]));
  };
  const watch = () => {
    stopWatch();
    stopWatch = watchPosition({ onFix, onError });
  };
  watch();
  const onFailing = (isFailing: boolean) => {
    isOpenOnly = isFailing;
    if (useSharing.getState().bookingId === bookingId) useSharing.setState({ isOpenOnly });
  };
  const stopBackground = shareInBackground(bookingId, { onFix: sharing.addSentFix, onFailing });
  const stopReturns = onReturn(sharing.returned);
  socket.on('connect', sharing.reconnected);
  return () => {
    clearTimeout(restartTimer);
    stopWatch();
    stopBackground();
    stopReturns();
    sharing.stop();
    socket.off('connect', sharing.reconnected);
    // When sharing stops while disconnected, the queue is sent on the next connect.
    if (!socket.connected) socket.once('connect', sharing.reconnected);
    useSharing.setState(notSharing);
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
 * Shares this device's position for a booking (null: for none) without toasts, as on the way to the pickup.
 */
export function useQuietSharing(bookingId: string | null): void {
  useEffect(() => (bookingId === null ? undefined : share(bookingId, true)), [bookingId]);
}

import { issuePositionToken, postPosition } from '@boli/shared/tracking/tracking.endpoints';
import { addressOf, call } from '../api';
import { logged } from '../log';
import { t } from '../t';
import { bridge } from './bridge';

/** The page sends each fix itself while it is visible: with the screen off a customer sees the car move this often. */
const INTERVAL_MS = 2_000;

/** The bookings that are being shared, the latest last. */
let wanted: string[] = [];
let running: string | null = null;
let last: Promise<unknown> = Promise.resolve();

/** Starts, stops or changes the one service that the phone has for it. */
async function follow(): Promise<void> {
  const next = wanted.at(-1) ?? null;
  if (next === running) return;
  const service = bridge().Plugins.BackgroundGeolocation;
  if (running !== null) await service.stop();
  running = null;
  if (next === null) return;
  const params = { id: next };
  const { token } = await call(issuePositionToken, { params });
  // It was stopped meanwhile.
  if (wanted.at(-1) !== next) return;
  service.start(
    {
      backgroundTitle: t('native.sharing_title'),
      backgroundMessage: t('native.sharing'),
      requestPermissions: true,
      stale: false,
      distanceFilter: 0,
      minIntervalMs: INTERVAL_MS,
      url: addressOf(postPosition, params),
      headers: { Authorization: `Bearer ${token}` },
    },
    (_position, error) => {
      if (error) logged('sharing in the background')(error);
    },
  );
  running = next;
}

function change(bookings: string[]): void {
  wanted = bookings;
  last = last.then(follow).catch(logged('sharing in the background'));
}

/**
 * Sends the phone's position for this booking also while the screen is off: the phone posts it by itself, with a token
 * for this booking only. Returns the function that ends it.
 */
export function shareInBackground(bookingId: string): () => void {
  change([...wanted, bookingId]);
  return () => {
    const at = wanted.lastIndexOf(bookingId);
    if (at >= 0) change(wanted.toSpliced(at, 1));
  };
}

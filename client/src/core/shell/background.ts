import { issuePositionToken, postPosition } from '@boli/shared/tracking/tracking.endpoints';
import { addressOf, call } from '../api';
import { logged } from '../log';
import { t } from '../t';
import { bridge } from './bridge';

/** How often the phone posts a position while the screen is off, in ms; a visible page sends each fix itself. */
const INTERVAL_MS = 2_000;

/** The pauses before a failed start is tried again, in ms; the last one repeats. */
const RETRY_MS = [2_000, 10_000, 60_000];

/** Stored from the start of the service until its end: Android's service outlives an app that is swiped away. */
const STARTED_KEY = 'sharing_started';

interface Run {
  bookingId: string;
  /** Whether the plugin reported an error since its last position: it may not run, or run without positions. */
  isFailed: boolean;
}

/** The bookings that are being shared, the latest last. */
let wanted: string[] = [];
let running: Run | null = null;
let last: Promise<unknown> = Promise.resolve();
let failures = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

const optionsOf = (requestPermissions: boolean) => ({
  backgroundTitle: t('native.sharing_title'),
  backgroundMessage: t('native.sharing'),
  requestPermissions,
  stale: false,
  distanceFilter: 0,
  minIntervalMs: INTERVAL_MS,
});

/**
 * Stops the service. On Android a `stop` that arrives before the service is bound would be executed before the start;
 * `updateHeaders` resolves once the service is bound and started, or at once if nothing was started.
 */
async function endService(): Promise<void> {
  const service = bridge().Plugins.BackgroundGeolocation;
  await service.updateHeaders({ headers: {} });
  await service.stop();
  localStorage.removeItem(STARTED_KEY);
}

function start(bookingId: string, token: string): Run {
  const run: Run = { bookingId, isFailed: false };
  localStorage.setItem(STARTED_KEY, 'yes');
  bridge().Plugins.BackgroundGeolocation.start(
    {
      ...optionsOf(true),
      url: addressOf(postPosition, { id: bookingId }),
      headers: { Authorization: `Bearer ${token}` },
    },
    (_position, error) => {
      run.isFailed = error !== undefined;
      if (error) logged('sharing in the background')(error);
    },
  );
  return run;
}

/** Starts, stops or restarts the phone's one service, so that it shares the position for the latest wanted booking. */
async function follow(): Promise<void> {
  const next = wanted.at(-1) ?? null;
  if (next === (running?.bookingId ?? null) && !running?.isFailed) return;
  if (running) await endService();
  running = null;
  if (next === null) return;
  const { token } = await call(issuePositionToken, { params: { id: next } });
  // The sharing may have ended while the token was requested.
  if (wanted.at(-1) === next) running = start(next, token);
}

async function attempt(): Promise<void> {
  clearTimeout(retryTimer);
  window.removeEventListener('online', enqueue);
  try {
    await follow();
    failures = 0;
  } catch (error) {
    logged('sharing in the background')(error);
    retryTimer = setTimeout(enqueue, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
    window.addEventListener('online', enqueue);
    failures += 1;
  }
}

function enqueue(): void {
  last = last.then(attempt);
}

function change(bookings: string[]): void {
  wanted = bookings;
  failures = 0;
  enqueue();
}

async function endEarlierService(): Promise<void> {
  const isLeft = localStorage.getItem(STARTED_KEY) !== null;
  let isRefused = false;
  // A page can stop only a service that it has bound, and only a start binds it. Without a URL this start posts
  // nothing.
  if (isLeft && bridge().getPlatform() === 'android')
    bridge().Plugins.BackgroundGeolocation.start(optionsOf(false), (_position, error) => {
      // After a reload of the page the service is bound already.
      isRefused = error !== undefined && error.code !== 'ALREADY_STARTED';
    });
  await endService();
  // Refused without the permission or with the location off: there are no positions to post, and the next run tries
  // again.
  if (isRefused) localStorage.setItem(STARTED_KEY, 'yes');
}

/** Ends the sharing of an earlier run of the app; call it before anything is shared. */
export function endEarlierSharing(): void {
  last = last.then(endEarlierService).catch(logged('ending the sharing of an earlier run'));
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

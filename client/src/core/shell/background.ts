import { issuePositionToken, postPosition } from '@boli/shared/tracking/tracking.endpoints';
import { addressOf, call } from '../api';
import type { BackgroundListener } from '../background';
import type { DeviceFix } from '../geolocation';
import { logged } from '../log';
import { t } from '../t';
import { type BackgroundPosition, bridge } from './bridge';
import { postIntervalMs, TOWN_MS } from './post-interval';

/** The pauses before a failed start is tried again, in ms; the last one repeats. */
const RETRY_MS = [2_000, 10_000, 60_000];

/**
 * Holds the id of the shared booking from the start of the service until its end: Android's service outlives an app that
 * is swiped away.
 */
const STARTED_KEY = 'sharing_started';

/** The plugin's error for a start while the app is not open: Android then gives a service no positions. */
const NOT_OPEN = 'FOREGROUND_SERVICE_START_NOT_ALLOWED';

interface Run {
  bookingId: string;
  token: string;
  /** The interval at which the service posts, and the interval that suits the last speed, in ms. */
  intervalMs: number;
  wantedMs: number;
  /** Whether the plugin reported an error since its last position: perhaps it has stopped, or it gets no positions. */
  isFailed: boolean;
}

interface Wanted {
  bookingId: string;
  listener: BackgroundListener;
}

/** The bookings that are being shared, the latest last. */
let wanted: Wanted[] = [];
let running: Run | null = null;
let last: Promise<unknown> = Promise.resolve();
let failures = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * The options of the service, which apply until it is stopped. A distance filter would save more energy, but with such a
 * filter the plugin reports no positions of a stationary car, and the customer would read that no position arrives.
 */
const optionsOf = (requestPermissions: boolean, minIntervalMs = TOWN_MS) => ({
  backgroundTitle: t('native.sharing_title'),
  backgroundMessage: t('native.sharing'),
  requestPermissions,
  stale: false,
  distanceFilter: 0,
  minIntervalMs,
});

/**
 * Stops the service. On Android a `stop` that arrives before the service is bound would be executed before the start;
 * `updateHeaders` resolves once the service is bound and started, or immediately if nothing was started.
 */
async function endService(): Promise<void> {
  const service = bridge().Plugins.BackgroundGeolocation;
  await service.updateHeaders({ headers: {} });
  await service.stop();
  localStorage.removeItem(STARTED_KEY);
}

const fixOf = ({ latitude, longitude, bearing, speed, accuracy, time }: BackgroundPosition): DeviceFix => ({
  ...{ lat: latitude, lng: longitude, heading: bearing, speed, accuracy },
  recorded_at: new Date(time ?? Date.now()).toISOString(),
});

const listenersOf = (bookingId: string) =>
  wanted.filter((each) => each.bookingId === bookingId).map(({ listener }) => listener);

/** Records whether the service works, and reports each change. */
function setFailing(run: Run, isFailed: boolean): void {
  if (run.isFailed === isFailed) return;
  run.isFailed = isFailed;
  for (const { onFailing } of listenersOf(run.bookingId)) onFailing(isFailed);
}

function onPosition(run: Run, position: BackgroundPosition): void {
  for (const { onFix } of listenersOf(run.bookingId)) onFix(fixOf(position));
  run.wantedMs = postIntervalMs(position.speed, run.wantedMs);
  if (mayChangeInterval(run)) enqueue();
}

/** Whether the service should post at another interval, which is changed only while the app is open (`NOT_OPEN`). */
function mayChangeInterval({ intervalMs, wantedMs }: Run): boolean {
  return intervalMs !== wantedMs && !document.hidden;
}

function start(bookingId: string, token: string, intervalMs = TOWN_MS): void {
  const run: Run = { bookingId, token, intervalMs, wantedMs: intervalMs, isFailed: false };
  running = run;
  localStorage.setItem(STARTED_KEY, bookingId);
  bridge().Plugins.BackgroundGeolocation.start(
    {
      ...optionsOf(true, intervalMs),
      url: addressOf(postPosition, { id: bookingId }),
      headers: { Authorization: `Bearer ${token}` },
    },
    (position, error) => {
      // A service that has ended may still report.
      if (running !== run) return;
      if (error) logged('sharing in the background')(error);
      setFailing(run, error !== undefined);
      if (error?.code === NOT_OPEN) document.addEventListener('visibilitychange', enqueue, { once: true });
      if (position) onPosition(run, position);
    },
  );
}

/** Starts, stops or restarts the phone's one service, so that it shares the position for the latest wanted booking. */
async function follow(): Promise<void> {
  const next = wanted.at(-1)?.bookingId ?? null;
  if (running && next === running.bookingId && !running.isFailed) {
    const { bookingId, token, wantedMs } = running;
    if (!mayChangeInterval(running)) return;
    await endService();
    return start(bookingId, token, wantedMs);
  }
  if (running) await endService();
  running = null;
  if (next === null) return;
  const { token } = await call(issuePositionToken, { params: { id: next } });
  // The sharing may have ended while the token was requested.
  if (wanted.at(-1)?.bookingId === next) start(next, token);
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

function change(next: Wanted[]): void {
  wanted = next;
  failures = 0;
  enqueue();
}

async function endEarlierService(bookingId: string | null): Promise<void> {
  let isRefused = false;
  // A page can stop only a service that it has bound, and only a start binds it. Without a URL this start posts
  // nothing.
  if (bookingId !== null && bridge().getPlatform() === 'android')
    bridge().Plugins.BackgroundGeolocation.start(optionsOf(false), (_position, error) => {
      // After a reload of the page the service is bound already.
      isRefused = error !== undefined && error.code !== 'ALREADY_STARTED';
    });
  await endService();
  // The start is refused without the permission or with the location off. There are no positions to post then, and the
  // next run tries again.
  if (isRefused && bookingId !== null) localStorage.setItem(STARTED_KEY, bookingId);
}

/**
 * Ends the sharing of an earlier run of the app; call it before anything is shared. Returns the booking that was shared,
 * null for none.
 */
export function endEarlierSharing(): string | null {
  const bookingId = localStorage.getItem(STARTED_KEY);
  last = last.then(() => endEarlierService(bookingId)).catch(logged('ending the sharing of an earlier run'));
  return bookingId;
}

/**
 * Sends the phone's position for this booking also while the screen is off: the phone posts it by itself, with a token
 * for this booking only. Returns the function that ends the sharing.
 */
export function shareInBackground(bookingId: string, listener: BackgroundListener): () => void {
  const own: Wanted = { bookingId, listener };
  change([...wanted, own]);
  return () => {
    if (wanted.includes(own)) change(wanted.filter((each) => each !== own));
  };
}

import { BoundedMap } from '@boli/shared/core/bounded-map';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { clock } from '../core/clock';
import { grouped } from '../core/grouped';
import { areLimitersShared, limiterKey, limiterOf } from '../core/limiters';
import { logger } from '../core/logger';
import { untilFinished } from '../core/unfinished';
import type { DomainEvents } from '../domain-events';
import { profiles } from '../drivers/drivers.repository';
import { openRides } from '../rides/open-rides.repository';
import type { RideDocument } from '../rides/rides.model';
import { asOf } from '../rides/rides.policy';
import { pushSubscriptions } from './push.repository';
import { type PushNotice, queuePush } from './push.service';
import { messageOf } from './push.text';
import { type Candidate, circleOf, isOffered, nearestDrivers, textOfRequests } from './requests-near.policy';

/** The maximum number of drivers among whom a search looks for those near a request. */
const MAX_CONSIDERED = 5_000;
/** The maximum number of drivers who are notified of one request: the nearest. */
const MAX_DRIVERS = 50;
/**
 * The maximum number of requests that wait for the next search of drivers, and the maximum number of requests that one
 * driver has not been notified of yet. Older ones are dropped.
 */
const MAX_WAITING = 200;
const MAX_OF_DRIVER = 20;
/** How many requests are remembered, so that none is announced again when the call that posts it is repeated. */
const MAX_SEEN = 5_000;
/** A driver is notified at most once in this time (ms); the next notification covers all requests that are still open. */
const GAP_MS = 5 * 60_000;
/** Requests come in bursts: those that arrive within this time (ms) share one search of drivers. */
const TOGETHER_MS = 500;
/** The pause (ms) after a search that has failed. */
const RETRY_MS = 2_000;
/** The pause after a search, in multiples of its duration, so that searches among many drivers do not slow the server. */
const REST = 20;

/** All new requests are one subject, so that a device shows one notification. */
const SUBJECT = 'requests_near';
const AVAILABLE_RIDES = '/?tab=available';

const waiting = new BoundedMap<string, RideDocument>(MAX_WAITING);
const seen = new Set<string>();
/** The requests of which a driver is to be notified, by user id. */
const pending = new Map<string, string[]>();
/** When a driver was last notified (epoch ms), by user id. */
const notifiedAt = new Map<string, number>();
/** The next search or the running one; null if none is planned. */
let search: NodeJS.Timeout | null = null;
let pauseMs = TOGETHER_MS;

/**
 * Notifies drivers who want to know of new ride requests near them, soon after a request is posted. The call that posts
 * the request does not wait. If the process dies first, nobody is notified: drivers find the request in their list.
 */
export function notifyDriversNear({ ride, change }: DomainEvents['ride.changed']): void {
  if (change !== 'created' || ride.status !== 'open' || seen.has(ride._id)) return;
  remember(seen, ride._id, MAX_SEEN);
  wait(ride);
}

/**
 * Notifies the drivers within twice the distance that they have chosen of a widened request, including those who were
 * notified when it was posted. As for every request, a driver with a quote on it is left out, and a driver who was
 * notified less than five minutes ago is notified when the five minutes are over.
 */
export function notifyDriversFarther({ ride }: DomainEvents['ride.widened']): void {
  wait(ride);
}

function wait(ride: RideDocument): void {
  waiting.set(ride._id, ride);
  searchSoon();
}

function searchSoon(): void {
  if (search) return;
  search = setTimeout(() => {
    const began = performance.now();
    let leastPauseMs = TOGETHER_MS;
    untilFinished(searchDrivers())
      .catch((error: unknown) => {
        leastPauseMs = RETRY_MS;
        logger.warn({ err: error }, 'the drivers near new requests could not be read');
      })
      .finally(() => {
        pauseMs = Math.max(leastPauseMs, REST * (performance.now() - began));
        search = null;
        if (waiting.size > 0) searchSoon();
      });
  }, pauseMs).unref();
}

/**
 * Forgets the requests that wait and the search that is planned for them; called before the database is closed. A
 * running search ends by itself.
 */
export async function closeRequestsNear(): Promise<void> {
  waiting.clear();
  if (search) clearTimeout(search);
  search = null;
}

/** Notifies the drivers whose pause (`GAP_MS`) is over of the requests that arrived during the pause. */
export async function notifyWaitingDrivers(): Promise<void> {
  if (pending.size > 0) await searchDrivers();
}

async function searchDrivers(): Promise<void> {
  const rides = [...waiting.values()];
  const candidates = await readCandidates();
  // Requests that were posted while the drivers were read wait for the next search, because they may concern drivers who
  // came meanwhile. If the read fails, all requests wait for the next search.
  for (const ride of rides) if (waiting.get(ride._id) === ride) waiting.delete(ride._id);
  for (const ride of rides)
    for (const id of nearestDrivers(ride, candidates, MAX_DRIVERS))
      pending.set(id, [...new Set([...(pending.get(id) ?? []), ride._id])].slice(-MAX_OF_DRIVER));
  const now = clock.millis();
  for (const [id, at] of notifiedAt) if (now - at >= GAP_MS) notifiedAt.delete(id);
  const due = new Map([...pending].filter(([id]) => !notifiedAt.has(id)));
  for (const id of due.keys()) {
    pending.delete(id);
    notifiedAt.set(id, now);
  }
  const turnsTaken = await Promise.all([...due].map(async ([id, ids]) => ({ id, ids, taken: await takesTurn(id) })));
  for (const { id, ids, taken } of turnsTaken) {
    if (taken) continue;
    // Another node has notified this driver a short time ago: a later search tries again.
    due.delete(id);
    notifiedAt.delete(id);
    pending.set(id, [...new Set([...ids, ...(pending.get(id) ?? [])])].slice(-MAX_OF_DRIVER));
  }
  const byDriver = grouped(candidates, ({ device }) => device.user_id);
  for (const [id, ids] of due) {
    const own = byDriver.get(id) ?? [];
    const notice = noticeOf(ids, own.length);
    for (const { device } of own) queuePush(device, notice);
  }
}

/** The turns of all nodes: one notification of a driver in the time of `GAP_MS`. */
const turns = () => limiterOf('requests_near', { points: 1, seconds: GAP_MS / 1_000 });

/**
 * Whether no other node has notified this driver in the last five minutes; if so, this node may do it now. True as well if
 * that cannot be found out: one notification too many is better than none.
 */
async function takesTurn(driverId: string): Promise<boolean> {
  if (!areLimitersShared()) return true;
  try {
    await turns().consume(limiterKey(driverId));
    return true;
  } catch (error) {
    return !(error instanceof RateLimiterRes);
  }
}

/** Lets the next request notify this driver, because nothing was sent after all. */
async function giveTurnBack(driverId: string): Promise<void> {
  notifiedAt.delete(driverId);
  if (areLimitersShared()) await turns().delete(limiterKey(driverId));
}

async function readCandidates(): Promise<Candidate[]> {
  const now = clock.now();
  const devices = await pushSubscriptions.wantingRequests(MAX_CONSIDERED, now);
  if (devices.length === 0) return [];
  const found = await profiles.byUsers(devices.map((device) => device.user_id));
  return devices.flatMap((device) => {
    const near = circleOf(device, found.get(device.user_id), now);
    return near ? [{ device, near }] : [];
  });
}

/**
 * The notice of these requests for all devices of a driver. Sending it may be delayed, so the requests and the driver are
 * read again then. If no device gets a message, the next request need not wait until the five minutes are over.
 */
const noticeOf = (ids: readonly string[], devices: number): PushNotice => {
  const without = new Set<string>();
  return {
    kind: 'request_near',
    subject: SUBJECT,
    async message(language, device) {
      const now = clock.now();
      const near = circleOf(device, await profiles.byUser(device.user_id), now);
      if (!near) return null;
      const open = (await openRides.byIds(ids))
        .map((ride) => asOf(ride, now))
        .filter((ride) => isOffered(ride, near, device.user_id))
        .sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
      const [newest] = open;
      if (newest)
        return messageOf(textOfRequests(newest, open.length, near), { tag: SUBJECT, url: AVAILABLE_RIDES }, language);
      without.add(device._id);
      if (without.size === devices) await giveTurnBack(device.user_id);
      return null;
    },
  };
};

/** Adds an id to a set; when the set is larger than `most`, the oldest id is removed. */
function remember(set: Set<string>, id: string, most: number): void {
  set.add(id);
  const [oldest] = set;
  if (set.size > most && oldest !== undefined) set.delete(oldest);
}

import { readBooking } from '@boli/shared/bookings/bookings.endpoints';
import { MAX_TRACK_POINTS } from '@boli/shared/core/constants';
import { addTrack } from '@boli/shared/tracking/tracking.endpoints';
import { call, isTransient } from '../../../core/api';
import { type DeviceDatabase, withDevice } from '../../../core/device-store';
import { useSession } from '../../../core/session';
import { memoryStore, startTrail, type TrailFix, type TrailStore } from './trail';

/** The maximum number of points stored of one booking: five and a half hours at one per second. */
export const MAX_KEPT_POINTS = 20_000;
/** Points are deleted after a day: the server accepts no points of a ride that ended more than a day ago. */
const MAX_AGE_MS = 24 * 60 * 60_000;

type Range = [from: string[], to: unknown[]];
/** The keys of a booking. IndexedDB orders an array after every string, so `[]` is above every `recorded_at`. */
const rangeOf = (user: string, booking: string): Range => [
  [user, booking],
  [user, booking, []],
];
const between = ([from, to]: Range) => IDBKeyRange.bound(from, to);

const running = new Set<string>();

/** Runs `work` unless work of this name is running in this page or, if the browser has Web Locks, in another page. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (running.has(name)) return;
  running.add(name);
  try {
    if (!('locks' in navigator)) await work();
    else await navigator.locks.request(`trail:${name}`, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  } finally {
    running.delete(name);
  }
}

/** Deletes the points that are too old, and every second one when there are too many. */
async function bound(db: DeviceDatabase, user: string, booking: string): Promise<void> {
  const { store, done } = db.transaction('trail', 'readwrite');
  const tooOld = new Date(Date.now() - MAX_AGE_MS).toISOString();
  void store.delete(IDBKeyRange.bound([user, booking], [user, booking, tooOld]));
  const range = between(rangeOf(user, booking));
  if ((await store.count(range)) >= MAX_KEPT_POINTS) {
    const keys = await store.getAllKeys(range);
    for (const key of keys.filter((_, place) => place % 2 === 1)) void store.delete(key);
  }
  await done;
}

/** Stores the fixes of a booking in this browser's database: they outlast a reload, and are deleted after a day. */
export function keptTrail(user: string, booking: string): TrailStore {
  const range = () => between(rangeOf(user, booking));
  return {
    add: async ({ lat, lng, accuracy, recorded_at }) => {
      await withDevice(user, async (db) => {
        await bound(db, user, booking);
        await db.put('trail', { user, booking, lat, lng, accuracy, recorded_at });
      });
    },
    oldest: async () => {
      const points = await withDevice(user, async (db) => {
        await bound(db, user, booking);
        return db.getAll('trail', range(), MAX_TRACK_POINTS);
      });
      return (points ?? []).map(({ lat, lng, accuracy, recorded_at }) => ({ lat, lng, accuracy, recorded_at }));
    },
    remove: async (fixes) => {
      await withDevice(user, async (db) => {
        const { store, done } = db.transaction('trail', 'readwrite');
        for (const { recorded_at } of fixes) void store.delete([user, booking, recorded_at]);
        await done;
      });
    },
    alone: (work) => alone(booking, work),
  };
}

/** The store for a booking's fixes of the signed-in user: in memory if the browser has no database. */
export function trailStoreOf(booking: string): TrailStore {
  const user = useSession.getState().user?.id;
  return user && typeof indexedDB !== 'undefined' ? keptTrail(user, booking) : memoryStore();
}

/** Resolves when the server has accepted or refused the sent data; rejects when the data have to be sent again. */
export async function unlessRefused(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (isTransient(error)) throw error;
  }
}

/**
 * Sends a batch without the fixes recorded after the booking's end, which the server would count as part of the ride.
 */
async function deliver(booking: string, fixes: TrailFix[]): Promise<void> {
  const params = { id: booking };
  const { completed_at: completed, cancelled_at: cancelled } = await call(readBooking, { params });
  const end = completed ?? cancelled;
  const points = end ? fixes.filter(({ recorded_at: at }) => Date.parse(at) <= Date.parse(end)) : fixes;
  if (points.length > 0) await call(addTrack, { params, body: { points } });
}

/** Sends a batch of a booking's fixes. Rejects when it has to be sent again. */
export const sendBatch = (booking: string, fixes: TrailFix[]): Promise<void> => unlessRefused(deliver(booking, fixes));

/** Sends the stored fixes of all bookings of the signed-in user, left by an earlier page. Never rejects. */
export async function sendKeptTrails(): Promise<void> {
  const user = useSession.getState().user?.id;
  if (!user || typeof indexedDB === 'undefined') return;
  const keys = await withDevice(user, (db) => db.getAllKeys('trail', IDBKeyRange.bound([user], [user, []]))).catch(
    () => null,
  );
  for (const booking of new Set((keys ?? []).map(([, id]) => id)))
    await startTrail((fixes) => sendBatch(booking, fixes), keptTrail(user, booking)).upload();
}

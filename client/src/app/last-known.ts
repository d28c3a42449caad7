import { useAway } from '../core/away';
import { type KeptPart, withDevice } from '../core/device-store';
import { logged } from '../core/log';
import { useSession } from '../core/session';
import { markAsOf, useConnection } from '../core/socket';
import { type LastKnownPart, lastKnownParts } from './last-known.parts';

/** Data older than this, in ms, are not shown any more. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** The time after which a change of a row is saved, in ms. */
const SAVE_MS = 300;
/** The time after which any other change is saved, in ms: of positions, or of the time of the newest data. */
const SAVE_AGAIN_MS = 5_000;

/** The signed-in user with the parts that are kept for them; null if nothing is kept, as for suspended users. */
function ownerNow(): { id: string; parts: readonly LastKnownPart[] } | null {
  const { status, user } = useSession.getState();
  if (status !== 'signed_in' || !user || user.suspension || typeof indexedDB === 'undefined') return null;
  const parts = lastKnownParts[user.role];
  return parts.length > 0 ? { id: user.id, parts } : null;
}

/** Saves the parts that the server has sent to this page, with the time of the newest data. */
async function save(): Promise<void> {
  const owner = ownerNow();
  const { lastFresh, lastPush } = useConnection.getState();
  if (!owner || lastFresh === null) return;
  const saved_at = Math.max(lastFresh, lastPush ?? 0);
  const known = owner.parts.flatMap(({ name: part, read }) => {
    const value = read();
    return value === null ? [] : [{ user: owner.id, part, saved_at, value }];
  });
  if (known.length === 0) return;
  await withDevice(owner.id, async (db) => {
    const { store, done } = db.transaction('last_known', 'readwrite');
    for (const kept of known) void store.put(kept);
    await done;
  });
}

/** Returns a function that calls `save` after a wait; calls during the wait can only shorten it. */
function startSaving(): (waitMs: number) => void {
  let due = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (waitMs) => {
    if (Date.now() + waitMs >= due) return;
    clearTimeout(timer);
    due = Date.now() + waitMs;
    timer = setTimeout(() => {
      due = Number.POSITIVE_INFINITY;
      void save().catch(logged('keeping what is shown'));
    }, waitMs);
  };
}

/** Whether this page waits for its first data without reaching the server. */
function isStranded(): boolean {
  const { lastFresh, fallback } = useConnection.getState();
  return lastFresh === null && (useAway.getState().isAway || fallback);
}

const isYoung = ({ saved_at }: KeptPart) => saved_at <= Date.now() && Date.now() - saved_at <= MAX_AGE_MS;

/** The parts that are kept for a user; those that are too old are deleted. */
async function readKept(user: string): Promise<KeptPart[]> {
  const kept = await withDevice(user, async (db) => {
    const { store, done } = db.transaction('last_known', 'readwrite');
    // IndexedDB orders arrays after strings, so this range has all keys of the user.
    const all = await store.getAll(IDBKeyRange.bound([user], [user, []]));
    for (const { part } of all.filter((one) => !isYoung(one))) void store.delete([user, part]);
    await done;
    return all.filter(isYoung);
  });
  return kept ?? [];
}

/**
 * Applies the kept parts of the signed-in user, unless data of the server came first. Returns whether there were parts to
 * apply.
 */
async function restore(): Promise<boolean> {
  const owner = ownerNow();
  if (!owner) return false;
  const kept = await readKept(owner.id);
  // Another user may be signed in by now, and the network may be back.
  if (kept.length === 0 || ownerNow()?.id !== owner.id || !isStranded()) return false;
  const shown = owner.parts.flatMap(({ name, apply }) =>
    kept.filter(({ part, value }) => part === name && apply(value)),
  );
  // The time of a part from which nothing is shown does not count: it may be older than what is shown.
  markAsOf(Math.min(...(shown.length > 0 ? shown : kept).map(({ saved_at }) => saved_at)));
  return true;
}

/** Once data of the server arrive, reads what no screen reads by itself. */
function refreshOnReturn(): void {
  const { lastFresh: asOf } = useConnection.getState();
  const stop = useConnection.subscribe(({ lastFresh }) => {
    if (lastFresh === asOf) return;
    stop();
    for (const { refresh } of ownerNow()?.parts ?? []) refresh?.().catch(logged('reading after the network is back'));
  });
}

/**
 * Keeps the signed-in user's current bookings, a customer's open requests and a driver's profile on this device. Shows
 * them with their age when the page cannot load its first data because the server cannot be reached. The kept data are
 * those of this user only, are shown for a day at most, and are deleted at each sign-out (`startDeviceStore`). Call
 * once, from the signed-in part of the app.
 */
export function startLastKnown(): void {
  const saveIn = startSaving();
  const parts = new Set(Object.values(lastKnownParts).flat());
  for (const { subscribe } of parts) subscribe(() => saveIn(SAVE_MS));
  useConnection.subscribe(() => saveIn(SAVE_AGAIN_MS));
  document.addEventListener('visibilitychange', () => document.hidden && saveIn(0));

  let tried: string | null = null;
  const restoreIfStranded = () => {
    const owner = ownerNow();
    if (!owner || !isStranded() || tried === owner.id) return;
    tried = owner.id;
    restore().then((isRestored) => isRestored && refreshOnReturn(), logged('showing what the device keeps'));
  };
  useAway.subscribe(restoreIfStranded);
  useConnection.subscribe(restoreIfStranded);
  useSession.subscribe(restoreIfStranded);
  restoreIfStranded();
}

import type { DBSchema, IDBPDatabase } from 'idb';
import { logged } from './log';
import { onSignOut, onUserChange, useSession } from './session';

/** The database of this browser for what the signed-in user has to keep across a reload. */
export const DEVICE_DATABASE = 'boli';
const OWNER_KEY = 'device_owner';

/** A fix of a driver that the server does not have yet; `recorded_at` is ISO 8601, UTC. */
export interface KeptPoint {
  user: string;
  booking: string;
  lat: number;
  lng: number;
  accuracy: number | null;
  recorded_at: string;
}

/** A part of what a user was last shown; `saved_at` (epoch ms) is when the server last confirmed it. */
export interface KeptPart {
  user: string;
  part: string;
  saved_at: number;
  value: unknown;
}

interface DeviceSchema extends DBSchema {
  trail: { key: [user: string, booking: string, recorded_at: string]; value: KeptPoint };
  last_known: { key: [user: string, part: string]; value: KeptPart };
}
export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

const ownerNow = () => useSession.getState().user?.id;

/** Opens the database. A deletion, by this or another page, waits until the connection is closed. */
async function openDevice(): Promise<DeviceDatabase> {
  const { openDB } = await import('idb');
  return openDB<DeviceSchema>(DEVICE_DATABASE, 2, {
    upgrade: (db, before) => {
      if (before < 1) db.createObjectStore('trail', { keyPath: ['user', 'booking', 'recorded_at'] });
      db.createObjectStore('last_known', { keyPath: ['user', 'part'] });
    },
  });
}

/**
 * Runs `work` on the database, while `user` is signed in. Resolves to null, without leaving a database, when another
 * user or nobody is signed in. Rejects if the browser refuses storage.
 */
export async function withDevice<T>(user: string, work: (db: DeviceDatabase) => Promise<T>): Promise<T | null> {
  if (ownerNow() !== user) return null;
  const db = await openDevice();
  try {
    // The user may have signed out while the database was being opened; opening it has then created it again.
    if (ownerNow() === user) return await work(db);
  } finally {
    // Closed immediately, because a deletion waits until all connections are closed.
    db.close();
  }
  // If another user has signed in, the database stays: it has that user's data, and that sign-in has deleted the data
  // of `user`.
  if (!ownerNow()) await deleteDevice();
  return null;
}

/** Deletes the database; resolves when it is deleted. */
function deleteDevice(): Promise<void> {
  return new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(DEVICE_DATABASE);
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => reject(deletion.error);
  });
}

/** The user whose data the database may contain; null for nobody. */
function storedOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_KEY);
  } catch {
    // Without storage the browser has no database either.
    return null;
  }
}

/** Stores the user who is signed in now as the owner of the database; removes the owner if nobody is signed in. */
function storeOwner(): void {
  const owner = ownerNow();
  try {
    if (owner) localStorage.setItem(OWNER_KEY, owner);
    else localStorage.removeItem(OWNER_KEY);
  } catch {
    // Without storage the browser has no database either.
  }
}

/**
 * Deletes what the browser's database keeps of a user. Needs no network. The owner changes only after the deletion, so
 * that the next start repeats one that failed or was interrupted.
 */
function wipeDevice(): void {
  const deletion = typeof indexedDB === 'undefined' ? Promise.resolve() : deleteDevice();
  deletion.then(storeOwner).catch(logged('deleting what the device keeps'));
}

/** Deletes what the previous user has left, when another one is signed in. */
function claimDevice(): void {
  const owner = ownerNow();
  if (!owner) return;
  const before = storedOwner();
  if (before === null) storeOwner();
  else if (before !== owner) wipeDevice();
}

/**
 * Deletes the database at each sign-out, whether the user or the server ended the session, and at another user's
 * sign-in. Call once, before the session starts.
 */
export function startDeviceStore(): void {
  onUserChange(claimDevice);
  onSignOut(wipeDevice);
  // An earlier deletion failed, or its page was closed before it had finished.
  if (useSession.getState().status === 'signed_out' && storedOwner() !== null) wipeDevice();
}

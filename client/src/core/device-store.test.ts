import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { DEVICE_DATABASE, startDeviceStore, withDevice } from './device-store';
import { checkSession, logOut, signIn, signOut } from './session';

const userOf = (id: string) => ({ id, name: 'Asha', email: 'a@example.in', role: 'driver' as const, phone: null });
const enter = (id: string) => signIn({ access_token: `of-${id}`, token_type: 'bearer', user: userOf(id) });
const point = { booking: 'b', lat: 28, lng: 77, accuracy: 5, recorded_at: '2026-11-21T04:30:00.000Z' };
const keep = (user: string) => withDevice(user, (db) => db.put('trail', { user, ...point }));
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

beforeAll(() => startDeviceStore());
beforeEach(async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  enter('1');
  await keep('1');
  expect(await names()).toEqual([DEVICE_DATABASE]);
});
afterEach(() => signOut());

const isWiped = () => waitFor(async () => expect(await names()).toEqual([]));

test('signing out without a network deletes the database', async () => {
  logOut();
  await isWiped();
});

test('a session that the server has ended deletes the database', async () => {
  globalThis.fetch = async () => new Response(JSON.stringify({ detail: 'ended', code: 'x' }), { status: 401 });
  await checkSession();
  await isWiped();
});

test("the same user's sign-in deletes nothing; another user's sign-in deletes what the first has left", async () => {
  enter('1');
  expect(await withDevice('1', (db) => db.count('trail'))).toBe(1);
  enter('2');
  await waitFor(async () => expect(await withDevice('2', (db) => db.count('trail'))).toBe(0));
});

test('a write that a sign-out overtakes resolves to null and leaves no database', async () => {
  const late = keep('1');
  signOut();
  expect(await late).toBeNull();
  await isWiped();
});

test.each([
  ['fails', (deletion: IDBOpenDBRequest) => deletion.onerror?.(new Event('error'))],
  ['is interrupted by the end of the page', () => undefined],
])('a deletion that %s is repeated at the next start', async (_how, end) => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { deleteDatabase } = indexedDB;
  const refused: string[] = [];
  indexedDB.deleteDatabase = (name) => {
    refused.push(name);
    const deletion = { onerror: null, error: new DOMException('no space left') } as object as IDBOpenDBRequest;
    queueMicrotask(() => end(deletion));
    return deletion;
  };
  signOut();
  await Promise.resolve();
  indexedDB.deleteDatabase = deleteDatabase;
  expect([refused, await names()]).toEqual([[DEVICE_DATABASE], [DEVICE_DATABASE]]);
  warned.mockRestore();
  startDeviceStore();
  await isWiped();
  await waitFor(() => expect(localStorage.getItem('device_owner')).toBeNull());
});

test('a write that a sign-out overtakes deletes nothing of the user who has signed in since', async () => {
  const late = keep('1');
  signOut();
  enter('2');
  const kept = keep('2');
  await Promise.all([late, kept]);
  expect(await withDevice('2', (db) => db.getAll('trail'))).toMatchObject([{ user: '2' }]);
});

test('a trail in a database of version 1, which has no last known data, outlasts the upgrade of the database', async () => {
  signOut();
  await isWiped();
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(DEVICE_DATABASE, 1);
    opening.onupgradeneeded = () => {
      opening.result
        .createObjectStore('trail', { keyPath: ['user', 'booking', 'recorded_at'] })
        .put({ user: '1', ...point });
    };
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
    opening.onerror = () => reject(opening.error);
  });
  enter('1');
  expect(await withDevice('1', (db) => Promise.all([db.count('trail'), db.count('last_known')]))).toEqual([1, 0]);
});

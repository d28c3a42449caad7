import { listBookings } from '@boli/shared/bookings/bookings.endpoints';
import { listRecentPlaces, listSavedPlaces } from '@boli/shared/places/places.endpoints';
import { listRides } from '@boli/shared/rides/rides.endpoints';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { addressOf, callList } from '../core/api';
import { writeToken } from '../core/token';
import { useBookings } from '../features/bookings/bookings.store';
import { useOwnPlaces } from '../features/rides/own-places.store';
import { useRides } from '../features/rides/rides.store';
import { applyEarlyRows } from './early-rows';

const RIDES = addressOf(listRides);
const BOOKINGS = addressOf(listBookings);
const RIDE = { id: 'ride', version: 1, created_at: '2026-01-01T00:00:00.000Z' };
const respond = (rows: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(rows), { status, headers: { 'X-Total-Count': '7' } }));

/** The requests that the page itself has sent. */
let sent: string[] = [];

beforeEach(() => {
  sent = [];
  globalThis.fetch = async (address) => {
    sent.push(String(address));
    return new Response('[]');
  };
  useRides.setState({ byId: {}, total: null });
  useBookings.setState({ byId: {}, total: null });
  useOwnPlaces.setState({ saved: null, recent: null, failed: false });
  writeToken('t');
  window.early = {
    token: 't',
    answers: {
      [RIDES]: respond([RIDE]),
      [BOOKINGS]: respond([]),
      [addressOf(listSavedPlaces)]: respond([]),
      [addressOf(listRecentPlaces)]: respond([]),
    },
  };
});

test('the lists that the document has requested are known before the first rendering, without a request', async () => {
  await applyEarlyRows();
  expect(useRides.getState()).toMatchObject({ byId: { ride: RIDE }, total: 7 });
  expect(useBookings.getState().total).toBe(7);
  expect(useOwnPlaces.getState()).toMatchObject({ saved: [], recent: [] });
  expect(sent).toEqual([]);
});

test('the first read of a list still receives the early response, and the next one is sent', async () => {
  await applyEarlyRows();
  expect((await callList(listRides)).rows).toEqual([RIDE]);
  expect(sent).toEqual([]);
  await callList(listRides);
  expect(sent).toHaveLength(1);
});

test("a failed response, a lost one, and one for another user's token are not applied", async () => {
  const answers = window.early?.answers ?? {};
  answers[RIDES] = respond({ detail: 'no' }, 500);
  answers[BOOKINGS] = Promise.reject(new TypeError('no network'));
  await applyEarlyRows();
  expect(useRides.getState().total).toBeNull();
  expect(useBookings.getState().total).toBeNull();
  useOwnPlaces.setState({ saved: null, recent: null });
  writeToken('of another user');
  await applyEarlyRows();
  expect(useOwnPlaces.getState().saved).toBeNull();
});

test('a response that does not arrive delays the first rendering by 200 ms at most, and the others are applied', async () => {
  const answers = window.early?.answers ?? {};
  answers[BOOKINGS] = new Promise(() => undefined);
  jest.useFakeTimers();
  const applied = applyEarlyRows();
  await jest.advanceTimersByTimeAsync(200);
  await applied;
  jest.useRealTimers();
  expect(useRides.getState().total).toBe(7);
  expect(useBookings.getState().total).toBeNull();
});

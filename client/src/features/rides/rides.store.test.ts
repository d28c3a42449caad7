import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { signIn, signOut } from '../../core/session';
import { MAX_REMEMBERED } from '../../core/versioned';
import { aQuote, aRide } from '../../testing/ride.builder';
import { fakeServer } from '../../testing/server';
import {
  closeOpenRide,
  readMoreOpenRides,
  readOpenRides,
  upsertMyQuote,
  upsertOpenRide,
  useOpenRides,
} from './open-rides.store';
import { applyRidesPage, loadRide, sortRides, upsertRide, useRides } from './rides.store';

const ride = (id: string, over: Partial<RideRequest> = {}) =>
  aRide({ id, created_at: '2026-11-22T06:00:00.000Z', ...over });

const person = (id: string) =>
  signIn({
    access_token: id,
    token_type: 'bearer',
    user: { id, name: id, email: `${id}@example.in`, role: 'customer', phone: null },
  });

beforeEach(() => {
  useRides.setState({ byId: {}, total: null });
  // A change of user resets every store of user data, also that of the open requests.
  signOut(null);
  person('nobody');
});

describe('my ride requests', () => {
  test('never revert to an older version, by push, reply or read', () => {
    upsertRide(ride('a', { status: 'booked', version: 3 }));
    upsertRide(ride('a', { version: 2, quote_count: 1 }));
    applyRidesPage([ride('a', { version: 1 })], 1);
    expect(useRides.getState().byId.a).toMatchObject({ status: 'booked', version: 3 });
  });

  test('are sorted newest first', () => {
    applyRidesPage([ride('old'), ride('new', { created_at: '2026-11-22T06:30:00.000Z' })], 2);
    expect(sortRides(useRides.getState().byId).map(({ id }) => id)).toEqual(['new', 'old']);
  });

  test('that arrive after another person has signed in are not stored', async () => {
    person('asha');
    fakeServer({
      'GET /rides/request/a': () => {
        person('ravi');
        return { body: ride('a') };
      },
    });
    await loadRide('a');
    expect(useRides.getState().byId).toEqual({});
  });

  test('increase the total once per new request', () => {
    applyRidesPage([ride('a')], 1);
    upsertRide(ride('b'));
    upsertRide(ride('b', { version: 2 }));
    expect(useRides.getState().total).toBe(2);
  });
});

describe("a driver's list of open ride requests", () => {
  test('removes a request that is not open any more, and an older version does not restore it', () => {
    upsertOpenRide(ride('a', { version: 2 }));
    upsertOpenRide(ride('a', { status: 'booked', version: 4 }));
    upsertOpenRide(ride('a', { version: 3 }));
    expect(useOpenRides.getState().byId).toEqual({});
  });

  test('contains a request that opened again', () => {
    upsertOpenRide(ride('a', { status: 'booked', version: 4 }));
    upsertOpenRide(ride('a', { version: 5 }));
    expect(useOpenRides.getState().byId.a).toMatchObject({ status: 'open', version: 5 });
  });

  test('removes a closed request, and an older version neither closes nor restores a request', () => {
    upsertOpenRide(ride('a', { version: 3 }));
    closeOpenRide({ ride_request_id: 'a', version: 2 });
    expect(Object.keys(useOpenRides.getState().byId)).toEqual(['a']);
    closeOpenRide({ ride_request_id: 'a', version: 4 });
    upsertOpenRide(ride('a', { version: 3 }));
    expect(useOpenRides.getState().byId).toEqual({});
    closeOpenRide({ ride_request_id: 'b', version: 2 });
    upsertOpenRide(ride('b', { version: 1 }));
    expect(useOpenRides.getState().byId).toEqual({});
  });

  test('ignores a page of a circle that was changed meanwhile', async () => {
    const [here, there] = [28.6, 19.1].map((lat) => ({ lat, lng: 77.2, radius_km: 5 }));
    if (!here || !there) throw new Error('two circles');
    let switched: Promise<void> | undefined;
    const older = ride('older', { created_at: '2026-11-22T05:00:00.000Z' });
    fakeServer({
      'GET /rides/requests': (_body, query) => {
        const asked = new URLSearchParams(query);
        const headers = { 'X-Total-Count': '2' };
        if (asked.get('lat') === String(there.lat)) return { body: [ride('there')], headers };
        if (!asked.get('before')) return { body: [ride('here')], headers };
        switched = readOpenRides(there);
        return { body: [older], headers };
      },
    });
    await readOpenRides(here);
    await readMoreOpenRides(here);
    await switched;
    expect(Object.keys(useOpenRides.getState().byId)).toEqual(['there']);
  });

  test('remembers the newest few thousand closed requests', () => {
    const of = (index: number) => `ride-${index}`;
    for (let index = 0; index <= MAX_REMEMBERED; index += 1) closeOpenRide({ ride_request_id: of(index), version: 3 });
    for (const index of [0, 1, MAX_REMEMBERED]) upsertOpenRide(ride(of(index), { version: 2 }));
    expect(Object.keys(useOpenRides.getState().byId)).toEqual([of(0)]);
  });

  test.each([
    ["pushed to the driver's room together with the quote", (quote: RideRequest['my_quote']) => ({ my_quote: quote })],
    ['pushed to the room of an area without the quote', () => ({})],
  ])("shows the driver's quote again on a reopened request, %s", (_how, carried) => {
    const quote = aQuote({ ride_request_id: 'a', version: 2 });
    upsertOpenRide(ride('a', { version: 2 }));
    upsertMyQuote(quote);
    closeOpenRide({ ride_request_id: 'a', version: 3 });
    upsertOpenRide(ride('a', { version: 4, ...carried(quote) }));
    expect(useOpenRides.getState().byId.a).toMatchObject({ my_quote: quote });
  });

  test("keeps the newer version of the driver's quote, whichever event has it", () => {
    upsertOpenRide(ride('a', { version: 2, my_quote: aQuote({ ride_request_id: 'a', version: 1 }) }));
    upsertMyQuote(aQuote({ ride_request_id: 'a', version: 2, price: 99 }));
    upsertOpenRide(ride('a', { version: 3, my_quote: aQuote({ ride_request_id: 'a', version: 1 }) }));
    expect(useOpenRides.getState().byId.a).toMatchObject({ version: 3, my_quote: { version: 2, price: 99 } });
    closeOpenRide({ ride_request_id: 'a', version: 4 });
    upsertMyQuote(aQuote({ ride_request_id: 'a', version: 3, status: 'withdrawn' }));
    upsertOpenRide(ride('a', { version: 5 }));
    expect(useOpenRides.getState().byId.a).toMatchObject({ my_quote: { version: 3, status: 'withdrawn' } });
  });
});

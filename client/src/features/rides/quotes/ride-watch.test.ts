import { beforeEach, expect, test } from '@jest/globals';
import { getSocket } from '../../../core/socket';
import { aQuote, aRide } from '../../../testing/ride.builder';
import { upsertRide, useRides } from '../rides.store';
import { quotesOf, upsertQuote, useQuotes } from './quotes.store';
import { watchRide } from './ride-watch';

type Ack = (answer: object) => void;

let asked: object[] = [];
let answer: object = {};
/** Runs while the server answers. */
let meanwhile = () => {};

beforeEach(() => {
  asked = [];
  meanwhile = () => {};
  Object.assign(getSocket(), {
    connected: true,
    emit: (_message: string, payload: object, _traceparent: string, ack: Ack) => {
      asked.push(JSON.parse(JSON.stringify(payload)));
      meanwhile();
      ack(answer);
    },
  });
});

const shown = (id: string) => quotesOf(useQuotes.getState().byId, id).map((quote) => quote.id);

test('a request that the page has received is kept if the server answers `unchanged` to its version', async () => {
  const ride = aRide({ id: 'r1', version: 3 });
  answer = { ok: true, ride_request: ride, quotes: [] };
  await watchRide('r1');
  upsertRide({ ...ride, version: 4, status: 'cancelled' });
  answer = { ok: true, unchanged: true };
  await watchRide('r1');
  expect(asked).toEqual([{ ride_request_id: 'r1' }, { ride_request_id: 'r1', since: 4 }]);
  expect(useRides.getState().byId.r1).toMatchObject({ version: 4, status: 'cancelled' });
});

test('a request that the device only remembers is read in full', async () => {
  upsertRide(aRide({ id: 'r2', version: 3 }));
  answer = { ok: true, ride_request: aRide({ id: 'r2', version: 3, pickup_location: 'As it is now' }), quotes: [] };
  await watchRide('r2');
  expect(asked).toEqual([{ ride_request_id: 'r2' }]);
  expect(useRides.getState().byId.r2?.pickup_location).toBe('As it is now');
});

test('the answer `unchanged` removes the quotes of a request, except one that was pushed meanwhile', async () => {
  answer = { ok: true, ride_request: aRide({ id: 'r3', version: 3 }), quotes: [] };
  await watchRide('r3');
  upsertQuote(aQuote({ id: 'gone', ride_request_id: 'r3' }));
  answer = { ok: true, unchanged: true };
  meanwhile = () => upsertQuote(aQuote({ id: 'pushed', ride_request_id: 'r3' }));
  await watchRide('r3');
  expect(shown('r3')).toEqual(['pushed']);
});

import { afterEach, expect, jest, test } from '@jest/globals';
import type { RideDocument } from '../rides/rides.model';
import { rides } from '../rides/rides.repository';
import { market } from '../testing/market';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { receiveFromNode } from './nodes';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, chosen, other } = setUpPeople({
  customer: () => app.register('customer'),
  chosen: () => app.registerDriver(),
  other: () => app.registerDriver(),
});

afterEach(() => void jest.restoreAllMocks());

/** The message of another node that a request has changed. */
const changed = (ride: RideDocument, more: { change?: 'created' | 'updated'; row_version?: number } = {}) => {
  const { change = 'updated', ...rest } = more;
  const payload = { ride_id: ride._id, change };
  return receiveFromNode({ node: 'another node', name: 'ride.changed', version: 1, payload, ...rest });
};

async function withTwoQuotes(): Promise<RideDocument> {
  const { id } = await steps.ride(customer);
  for (const driver of [chosen, other]) await steps.quote(driver, { id });
  const stored = await rides.byId(id);
  if (!stored) throw new Error('the request is not stored');
  return stored;
}

test('a losing driver gets nothing about an earlier version after the message that the request is closed', async () => {
  const stored = await withTwoQuotes();
  const screen = await connect(other);
  const open = { ...stored, version: stored.version + 1 };
  const booked = {
    ...open,
    version: open.version + 1,
    status: 'booked' as const,
    quotes: open.quotes.map((quote) =>
      quote.driver_id === chosen.id ? { ...quote, status: 'accepted' as const, booking_id: 'a booking' } : quote,
    ),
  };
  jest.spyOn(rides, 'pacedById').mockResolvedValueOnce(open).mockResolvedValueOnce(booked);
  await Promise.all([changed(stored), changed(stored)]);
  await screen.waitFor('ride:closed');
  await screen.ask('settled');
  const versions = screen.received.flatMap(({ event, payload }) => {
    if (event === 'ride:updated' && 'ride_request' in payload) return [payload.ride_request.version];
    return event === 'ride:closed' && 'version' in payload ? [payload.version] : [];
  });
  expect(versions.filter((version) => version > stored.version)).toEqual([open.version, booked.version]);
});

test('a driver with a quote gets an update also if the same version has been pushed as a new request', async () => {
  const stored = await withTwoQuotes();
  const screen = await connect(other);
  const newest = { ...stored, version: stored.version + 1 };
  jest.spyOn(rides, 'pacedById').mockResolvedValue(newest);
  for (const change of ['created', 'updated'] as const) await changed(stored, { change, row_version: newest.version });
  const isNewest = ({ ride_request }: { ride_request: { version: number } }) => ride_request.version === newest.version;
  const { ride_request } = await screen.waitFor('ride:updated', isNewest);
  expect(ride_request).toMatchObject({ id: stored._id, my_quote: { driver_id: other.id } });
});

test('a message about a pushed version reads nothing if it names the version, and pushes nothing if it does not', async () => {
  const stored = await withTwoQuotes();
  const [quote] = stored.quotes;
  if (!quote) throw new Error('the request has no quote');
  const newest = {
    ...stored,
    version: stored.version + 1,
    quotes: stored.quotes.map((one) => (one._id === quote._id ? { ...one, version: one.version + 1 } : one)),
  };
  const screen = await connect(customer);
  const read = jest.spyOn(rides, 'pacedById').mockResolvedValue(newest);
  const ids = { ride_id: stored._id, quote_id: quote._id, customer_id: customer.id, driver_id: chosen.id };
  const quoteChanged = (more: { row_version?: number }) =>
    receiveFromNode({
      node: 'another node',
      name: 'quote.changed',
      version: 1,
      payload: { ...ids, change: 'updated' },
      ...more,
    });
  await changed(stored);
  await quoteChanged({});
  expect(read).toHaveBeenCalledTimes(2);
  await changed(stored);
  await quoteChanged({});
  expect(read).toHaveBeenCalledTimes(4);
  await changed(stored, { row_version: newest.version });
  await quoteChanged({ row_version: quote.version + 1 });
  expect(read).toHaveBeenCalledTimes(4);
  await screen.ask('settled');
  const requests = screen.all('ride:updated').filter(({ ride_request }) => ride_request.version === newest.version);
  expect([requests.length, screen.all('quote:updated').length]).toEqual([1, 1]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openTestDatabase } from '../testing/store';
import { quotes } from './quotes.repository';
import { type ClaimAttempt, claims } from './rides.claims.repository';
import type { QuoteRecord, RideDocument } from './rides.model';
import { rides } from './rides.repository';

const NOW = new Date();
const LATER = new Date(NOW.getTime() + 60_000);

let close: () => Promise<void>;
let ride: RideDocument;
let quote: QuoteRecord;
let attempt: ClaimAttempt;

function aQuote(): QuoteRecord {
  return {
    _id: randomUUID(),
    driver_id: randomUUID(),
    driver_name: 'Ravi',
    car_model: 'Dzire',
    vehicle_number: null,
    experience_years: 3,
    license_number: 'DL-1',
    accepts_upi: false,
    price_paise: 10_000,
    eta: null,
    status: 'active',
    booking_id: null,
    created_at: NOW,
    version: 1,
  };
}

function aRide(offered: QuoteRecord[]): RideDocument {
  return {
    _id: randomUUID(),
    customer_id: randomUUID(),
    customer_name: 'Asha',
    pickup_location: 'A',
    pickup_lat: 28.6,
    pickup_lng: 77.2,
    drop_location: 'B',
    drop_lat: 28.7,
    drop_lng: 77.3,
    distance_km: 15,
    roads: [],
    is_scheduled: false,
    scheduled_time: null,
    status: 'open',
    booking_id: null,
    quote_count: offered.length,
    quotes: offered,
    spent: [],
    created_at: NOW,
    expires_at: LATER,
    version: 1,
  };
}

beforeAll(async () => {
  close = await openTestDatabase();
});
beforeEach(async () => {
  quote = aQuote();
  ride = aRide([quote, aQuote()]);
  await rides.insert(ride);
  attempt = {
    vehicleNumber: 'DL 1C AB 1234',
    rideId: ride._id,
    customerId: ride.customer_id,
    quoteId: quote._id,
    quoteVersion: 1,
    claim: { at: NOW, booking: { _id: randomUUID() } },
  };
});
afterAll(() => close());

const stored = async () => {
  const read = await rides.byId(ride._id);
  if (!read) throw new Error('the request is gone');
  const { changed_at, ...rest } = read;
  expect(changed_at).toBeInstanceOf(Date);
  return rest;
};
const bookingOf = (one: ClaimAttempt) => one.claim.booking._id;

describe('claiming a request for a booking', () => {
  test('changes the request and its quote in one step', async () => {
    expect(await claims.take(attempt)).toMatchObject({
      status: 'booked',
      booking_id: bookingOf(attempt),
      spent: [bookingOf(attempt)],
      quote_count: 1,
      version: 2,
      claim: attempt.claim,
      quotes: [
        { status: 'accepted', booking_id: bookingOf(attempt), version: 2 },
        { status: 'active', version: 1 },
      ],
    });
  });

  test.each<[string, (one: ClaimAttempt) => ClaimAttempt]>([
    ['by another customer', (one) => ({ ...one, customerId: randomUUID() })],
    ['after the request has expired', (one) => ({ ...one, claim: { ...one.claim, at: LATER } })],
    ['for a quote that was changed since it was read', (one) => ({ ...one, quoteVersion: 2 })],
    ['for an unknown quote', (one) => ({ ...one, quoteId: randomUUID() })],
  ])('fails %s', async (_why, change) => {
    expect(await claims.take(change(attempt))).toBeNull();
    expect(await stored()).toEqual(ride);
  });

  test('fails for a withdrawn quote', async () => {
    const withdrawn = await quotes.withdraw(quote._id, quote.driver_id);
    expect(withdrawn?.quotes[0]).toMatchObject({ status: 'withdrawn', version: 2 });
    expect(await claims.take({ ...attempt, quoteVersion: 2 })).toBeNull();
  });

  test('fails on a booked request, also with another quote', async () => {
    await claims.take(attempt);
    const other = {
      ...attempt,
      quoteId: ride.quotes[1]?._id ?? '',
      claim: { at: NOW, booking: { _id: randomUUID() } },
    };
    expect(await claims.take(other)).toBeNull();
  });

  test('never succeeds twice for one booking, even if the request was released in between', async () => {
    await claims.take(attempt);
    await claims.reopen(ride._id, bookingOf(attempt), LATER);
    const offer = { ...quote, price_paise: 1 };
    const [mine] = (await stored()).quotes;
    if (mine) await quotes.replace(ride._id, mine, { offer, now: NOW });
    expect((await stored()).quotes[0]).toMatchObject({ status: 'active', booking_id: null, version: 4 });
    expect(await claims.take({ ...attempt, quoteVersion: 4 })).toBeNull();
    const next = { ...attempt, quoteVersion: 4, claim: { at: NOW, booking: { _id: randomUUID() } } };
    expect(await claims.take(next)).not.toBeNull();
  });
});

describe('the claim of a request', () => {
  const other = randomUUID();

  test('is settled only by the booking that holds it', async () => {
    await claims.take(attempt);
    await claims.settle(ride._id, other);
    expect((await stored()).claim).toBeDefined();
    await claims.settle(ride._id, bookingOf(attempt));
    expect((await stored()).claim).toBeUndefined();
  });

  test.each<[string, (bookingId: string) => Promise<void>]>([
    ['start', (id) => claims.start(ride._id, id)],
    ['end', (id) => claims.end(ride._id, id, 'completed')],
    ['reopen', (id) => claims.reopen(ride._id, id, LATER)],
  ])('is required: only the booking that holds it can %s the request', async (_name, act) => {
    await claims.take(attempt);
    const before = await stored();
    await act(other);
    expect(await stored()).toEqual(before);
    await act(bookingOf(attempt));
    expect((await stored()).version).toBe(before.version + 1);
  });

  test('only moves forward: a late step changes nothing', async () => {
    await claims.take(attempt);
    await claims.end(ride._id, bookingOf(attempt), 'completed');
    const ended = await stored();
    expect(ended).toMatchObject({ status: 'completed', quote_count: 0 });
    expect(ended.quotes.map(({ status, version }) => [status, version])).toEqual([
      ['accepted', 2],
      ['expired', 2],
    ]);
    await claims.start(ride._id, bookingOf(attempt));
    await claims.end(ride._id, bookingOf(attempt), 'cancelled');
    await claims.reopen(ride._id, bookingOf(attempt), LATER);
    expect(await stored()).toEqual(ended);
  });

  test('cannot be given back once the ride is running', async () => {
    await claims.take(attempt);
    await claims.start(ride._id, bookingOf(attempt));
    await claims.reopen(ride._id, bookingOf(attempt), LATER);
    expect((await stored()).status).toBe('in_progress');
  });
});

describe('a quote', () => {
  test('cannot be added to a booked or expired request', async () => {
    expect(await quotes.add(ride._id, aQuote(), LATER)).toBeNull();
    await claims.take(attempt);
    expect(await quotes.add(ride._id, aQuote(), NOW)).toBeNull();
  });

  test('is replaced only in the version that was read, on an open request', async () => {
    const offer = { ...quote, price_paise: 1 };
    expect(await quotes.replace(ride._id, { ...quote, version: 2 }, { offer, now: NOW })).toBeNull();
    expect(await quotes.replace(ride._id, quote, { offer, now: LATER })).toBeNull();
    const rival = ride.quotes[1];
    await claims.take(attempt);
    if (rival) expect(await quotes.replace(ride._id, rival, { offer, now: NOW })).toBeNull();
  });

  test('that was chosen cannot be withdrawn', async () => {
    await claims.take(attempt);
    expect(await quotes.withdraw(quote._id, quote.driver_id)).toBeNull();
  });
});

test('an expired request cannot be cancelled, and expires once', async () => {
  expect(await rides.cancel(ride._id, ride.customer_id, LATER)).toBeNull();
  expect(await rides.expire(ride._id, NOW)).toBeNull();
  expect(await rides.expire(ride._id, LATER)).toMatchObject({ status: 'expired', quote_count: 0 });
  expect(await rides.expire(ride._id, LATER)).toBeNull();
});

test('a booked request can neither be cancelled as a request nor expire', async () => {
  await claims.take(attempt);
  expect(await rides.cancel(ride._id, ride.customer_id, NOW)).toBeNull();
  expect(await rides.expire(ride._id, LATER)).toBeNull();
  expect((await stored()).status).toBe('booked');
});

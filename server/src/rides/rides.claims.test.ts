import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openTestDatabase } from '../testing/store';
import { quotes } from './quotes.repository';
import { type ClaimAttempt, claims } from './rides.claims.repository';
import { type QuoteRecord, type RideDocument, RideModel } from './rides.model';
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
    vehicle_class: null,
    vehicle_number: null,
    experience_years: 3,
    license_number: 'DL-1',
    accepts_upi: false,
    price_paise: 10_000,
    eta: null,
    hold_min: null,
    expires_at: null,
    counter: null,
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
    rates: null,
    area: null,
    quartiles: null,
    is_scheduled: false,
    scheduled_time: null,
    status: 'open',
    end_reason: null,
    asked_price_paise: null,
    widened_at: null,
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

  test('fails from the moment at which the quote runs out', async () => {
    await RideModel.updateOne({ _id: ride._id }, { $set: { 'quotes.0.expires_at': NOW } });
    expect(await claims.take(attempt)).toBeNull();
    const before = new Date(NOW.getTime() - 1);
    expect(await claims.take({ ...attempt, claim: { ...attempt.claim, at: before } })).not.toBeNull();
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

  test('cannot be released once the ride has started', async () => {
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

describe('the quotes of a request that have run out', () => {
  const runOut = (index: number, at: Date) =>
    RideModel.updateOne({ _id: ride._id }, { $set: { [`quotes.${index}.expires_at`]: at } });

  test('expire together, and the others stay', async () => {
    await runOut(0, NOW);
    await runOut(1, LATER);
    expect((await quotes.ridesWithRunOut(NOW)).map(({ _id }) => _id)).toEqual([ride._id]);
    const read = await stored();
    expect(await quotes.expireRunOut(read, NOW)).toMatchObject({
      quote_count: 1,
      version: 2,
      quotes: [
        { status: 'expired', version: 2 },
        { status: 'active', version: 1 },
      ],
    });
    expect(await quotes.ridesWithRunOut(NOW)).toEqual([]);
  });

  test('do not expire if the request has changed since it was read', async () => {
    await runOut(0, NOW);
    const read = await stored();
    await quotes.withdraw(ride.quotes[1]?._id ?? '', ride.quotes[1]?.driver_id ?? '');
    expect(await quotes.expireRunOut(read, NOW)).toBeNull();
    expect((await stored()).quote_count).toBe(1);
  });

  test('do not expire while the request is booked', async () => {
    await runOut(1, LATER);
    const booked = await claims.take(attempt);
    if (!booked) throw new Error('the request was not claimed');
    expect(await quotes.expireRunOut(booked, LATER)).toBeNull();
  });

  test('are left to the expiry of their request once the request itself has run out', async () => {
    await runOut(0, NOW);
    expect(await quotes.ridesWithRunOut(LATER)).toEqual([]);
  });
});

test('a request expires only in the version that was read, because the reason depends on its quotes', async () => {
  for (const { _id, driver_id } of ride.quotes) await quotes.withdraw(_id, driver_id);
  expect(await rides.expire(ride, LATER)).toBeNull();
  expect(await rides.expire(await stored(), LATER)).toMatchObject({ end_reason: 'all_withdrawn' });
});

test('an expired request cannot be cancelled, and expires once', async () => {
  expect(await rides.cancel(ride._id, ride.customer_id, LATER)).toBeNull();
  expect(await rides.expire(ride, NOW)).toBeNull();
  expect(await rides.expire(ride, LATER)).toMatchObject({
    status: 'expired',
    quote_count: 0,
    end_reason: 'all_expired',
  });
  expect(await rides.expire(ride, LATER)).toBeNull();
});

test('a booked request can neither be cancelled as a request nor expire', async () => {
  await claims.take(attempt);
  expect(await rides.cancel(ride._id, ride.customer_id, NOW)).toBeNull();
  expect(await rides.expire({ ...ride, version: 2 }, LATER)).toBeNull();
  expect((await stored()).status).toBe('booked');
});

import type { Quote } from '@boli/shared/rides/quotes.schema';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { applyQuotesSnapshot, beginQuotesRead, lowestPrice, shownQuotes, upsertQuote, useQuotes } from './quotes.store';

const RIDE = '11111111-1111-4111-8111-111111111111';

function quote(id: string, over: Partial<Quote> = {}): Quote {
  return {
    id,
    ride_request_id: RIDE,
    driver_id: `driver-${id}`,
    driver_name: 'Ravi Kumar',
    driver_photo: null,
    vehicle_image: null,
    price: 240,
    car_model: 'Maruti Suzuki Dzire',
    vehicle_number: null,
    vehicle_class: null,
    reference: null,
    experience_years: 7,
    experience: 7,
    license_number: 'DL-0420110012345',
    average_rating: 0,
    total_ratings: 0,
    completed_rides: 0,
    verification_status: 'verified',
    is_available: true,
    accepts_upi: true,
    distance_to_pickup_km: null,
    pickup_eta_min: null,
    eta_source: null,
    status: 'active',
    hold_min: null,
    expires_at: null,
    counter: null,
    created_at: '2026-11-22T06:00:00.000Z',
    offered_at: '2026-11-22T06:00:00.000Z',
    version: 1,
    ...over,
  };
}

/** All permutations of a few things. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((thing, at) =>
    orders([...things.slice(0, at), ...things.slice(at + 1)]).map((rest) => [thing, ...rest]),
  );
}

const shown = () => shownQuotes(useQuotes.getState().byId, RIDE);

beforeEach(() => useQuotes.setState({ byId: {} }));

describe('quotes', () => {
  test('have the same final state in any order of pushes and a snapshot', () => {
    const mark = beginQuotesRead(RIDE);
    const steps = [
      () => upsertQuote(quote('a', { price: 300, version: 1 })),
      () => upsertQuote(quote('a', { price: 280, version: 2 })),
      () => upsertQuote(quote('b', { status: 'withdrawn', version: 3 })),
      () => applyQuotesSnapshot(RIDE, [quote('a', { price: 300, version: 1 }), quote('b', { version: 2 })], mark),
    ];
    for (const order of orders(steps)) {
      useQuotes.setState({ byId: {} });
      for (const step of order) step();
      expect(shown().map(({ id, price, version }) => ({ id, price, version }))).toEqual([
        { id: 'a', price: 280, version: 2 },
      ]);
    }
  });

  test('that a push touched after the read began stay; others that the snapshot does not list are removed', () => {
    upsertQuote(quote('old'));
    const mark = beginQuotesRead(RIDE);
    upsertQuote(quote('new'));
    applyQuotesSnapshot(RIDE, [], mark);
    expect(shown().map(({ id }) => id)).toEqual(['new']);
  });

  test('of another request stay when a snapshot of one request is applied', () => {
    upsertQuote(quote('elsewhere', { ride_request_id: 'other' }));
    applyQuotesSnapshot(RIDE, [quote('a')], beginQuotesRead(RIDE));
    expect(Object.keys(useQuotes.getState().byId).sort()).toEqual(['a', 'elsewhere']);
  });

  test('are ordered by price and then by age', () => {
    upsertQuote(quote('late', { price: 240, created_at: '2026-11-22T06:05:00.000Z' }));
    upsertQuote(quote('early', { price: 240 }));
    upsertQuote(quote('cheap', { price: 199.5, created_at: '2026-11-22T06:09:00.000Z' }));
    expect(shown().map(({ id }) => id)).toEqual(['cheap', 'early', 'late']);
  });

  test('have a lowest price only if all of them are known', () => {
    upsertQuote(quote('a', { price: 250 }));
    expect(lowestPrice(useQuotes.getState().byId, RIDE, 2)).toBeNull();
    upsertQuote(quote('b', { price: 230 }));
    expect(lowestPrice(useQuotes.getState().byId, RIDE, 2)).toBe(230);
  });
});

import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { aRide } from '../../testing/ride.builder';
import { upsertOpenRide, useOpenRides } from './open-rides.store';
import { sortRides, takeRides, upsertRide, useRides } from './rides.store';

const ride = (id: string, over: Partial<RideRequest> = {}) =>
  aRide({ id, created_at: '2026-11-22T06:00:00.000Z', ...over });

beforeEach(() => {
  useRides.setState({ byId: {}, total: null });
  useOpenRides.setState({ byId: {}, closed: {} });
});

describe('my ride requests', () => {
  test('never go back to an older version, by push, reply or read', () => {
    upsertRide(ride('a', { status: 'booked', version: 3 }));
    upsertRide(ride('a', { version: 2, quote_count: 1 }));
    takeRides([ride('a', { version: 1 })], 1);
    expect(useRides.getState().byId.a).toMatchObject({ status: 'booked', version: 3 });
  });

  test('stand newest first', () => {
    takeRides([ride('old'), ride('new', { created_at: '2026-11-22T06:30:00.000Z' })], 2);
    expect(sortRides(useRides.getState().byId).map(({ id }) => id)).toEqual(['new', 'old']);
  });

  test('count a new one once', () => {
    takeRides([ride('a')], 1);
    upsertRide(ride('b'));
    upsertRide(ride('b', { version: 2 }));
    expect(useRides.getState().total).toBe(2);
  });
});

describe('open ride requests of a driver', () => {
  test('lose one that is no longer open, and an older word does not bring it back', () => {
    upsertOpenRide(ride('a', { version: 2 }));
    upsertOpenRide(ride('a', { status: 'booked', version: 4 }));
    upsertOpenRide(ride('a', { version: 3 }));
    expect(useOpenRides.getState().byId).toEqual({});
  });

  test('take back one that was reopened', () => {
    upsertOpenRide(ride('a', { status: 'booked', version: 4 }));
    upsertOpenRide(ride('a', { version: 5 }));
    expect(useOpenRides.getState().byId.a).toMatchObject({ status: 'open', version: 5 });
  });
});

import { estimatedRoadKm, estimatedRoadSeconds } from '@boli/shared/core/distance';
import { describe, expect, test } from '@jest/globals';
import { aRide } from '../../../testing/ride.builder';
import type { OpenRide } from '../open-rides.store';
import { pickupWay } from './pickup-way';

const NOW = Date.parse('2026-11-21T05:00:00.000Z');
const place = { lat: 28.6, lng: 77.2 };
const ride = (over: Partial<OpenRide> = {}): OpenRide => ({
  ...aRide({ to_pickup_min: 7, to_pickup_km: 2.13, to_pickup_source: 'roads' }),
  minutesAt: NOW,
  ...over,
});
const estimated = ({ pickup_lat: lat, pickup_lng: lng }: OpenRide) => {
  const km = estimatedRoadKm(place, { lat, lng });
  return { minutes: estimatedRoadSeconds(km) / 60, km, source: 'estimate' };
};

describe('the way to a pickup', () => {
  test('is the one that the server has computed, even if this device knows its position', () => {
    expect(pickupWay(ride(), place, NOW)).toEqual({ minutes: 7, km: 2.13, source: 'roads' });
  });

  test.each(['roads', 'estimate'] as const)(
    'never mixes minutes of the server (%s) with kilometres of the device',
    (to_pickup_source) => {
      const asked = ride({ to_pickup_km: null, to_pickup_source });
      expect(pickupWay(asked, place, NOW)).toEqual(estimated(asked));
      expect(pickupWay(asked, null, NOW)).toEqual({ minutes: 7, km: null, source: to_pickup_source });
    },
  );

  test('is estimated again once the figures of the server are older than three minutes', () => {
    const asked = ride({ minutesAt: NOW - 3 * 60_000 - 1 });
    expect(pickupWay(asked, place, NOW)).toEqual(estimated(asked));
    expect(pickupWay(asked, null, NOW)).toBeNull();
  });

  test('is not known for a scheduled ride', () => {
    expect(pickupWay(ride({ scheduled_time: '2026-11-22T04:00:00.000Z' }), place, NOW)).toBeNull();
  });
});

import { pointFrom } from '@boli/shared/testing/points';
import { beforeAll, expect, test } from '@jest/globals';
import { configure, readSettings } from '../settings';
import { aRoute } from '../testing/market';
import { nearestDrivers } from './requests-near.policy';

beforeAll(() => configure(readSettings({ NODE_ENV: 'test', JWT_SECRET: 'x'.repeat(32) })));

const pickup = { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng };
const ride = {
  ...aRoute,
  _id: 'r1',
  customer_id: 'u1',
  customer_name: 'Asha',
  distance_km: 2,
  is_scheduled: false,
  scheduled_time: null,
  status: 'open' as const,
  booking_id: null,
  quote_count: 0,
  created_at: new Date(),
  expires_at: new Date(Date.now() + 60_000),
  version: 1,
};
const candidate = (user_id: string, metres: number, radius_km = 5) => ({
  device: {
    _id: `${user_id} ${radius_km}`,
    user_id,
    token: { jti: null },
    endpoint: '',
    p256dh: '',
    auth: '',
    language: 'en',
    muted: [],
    quiet: null,
    time_zone: 'UTC',
    near_km: radius_km,
    seen_at: new Date(),
  },
  near: { ...pointFrom(pickup, metres, 0), radius_km },
});

test('of the drivers in whose circle a pickup is, only the nearest are notified, each once', () => {
  const candidates = [
    candidate('far', 4_900),
    candidate('beyond', 5_100),
    candidate('near', 10),
    candidate('near', 10, 10),
  ];
  const crowd = Array.from({ length: 500 }, (_, n) => candidate(`driver ${n}`, 1_000 + n));
  expect(nearestDrivers(ride, candidates, 50)).toEqual(['near', 'far']);
  const nearest = nearestDrivers(ride, [...candidates, ...crowd], 50);
  expect(nearest).toHaveLength(50);
  expect([nearest.at(0), nearest.at(-1)]).toEqual(['near', 'driver 48']);
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Rates, Reference, VehicleClass } from './fares.schema';
import { vehicleClasses } from './fares.schema';
import { fareSum, fromUsual, referenceOf, referenceOfWay } from './reference';

const delhi: Rates = {
  base: 80,
  base_km: 3,
  per_km: 20,
  per_minute: 1,
  hour_percent: 100,
  class_percents: { auto: 57, hatchback: 90, sedan: 100, suv: 130 },
};

const hundredths = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((n) => n / 100);
const tenths = (max: number) => fc.integer({ min: 0, max: max * 10 }).map((n) => n / 10);
const percent = fc.integer({ min: 1, max: 1_000 });
const rides = fc.record({
  source: fc.constantFrom('roads' as const, 'estimate' as const),
  km: tenths(3_000),
  minutes: fc.integer({ min: 1, max: 5_000 }),
  vehicle_class: fc.constantFrom<VehicleClass | null>(null, ...vehicleClasses),
  rates: fc.record({
    base: hundredths(1_000),
    base_km: tenths(20),
    per_km: hundredths(200),
    per_minute: hundredths(50),
    hour_percent: percent,
    class_percents: fc.record({ auto: percent, hatchback: percent, sedan: fc.constant(100 as const), suv: percent }),
  }),
});
type Ride = Parameters<typeof referenceOf>[0];

/** The formula of docs/FAIRNESS.md with exact fractions of a paisa, without rounding. */
function exactPaise({ km, minutes, vehicle_class, rates }: Ride): number {
  const whole = (value: number, times: number) => BigInt(Math.round(value * times));
  const further = whole(km, 10) - whole(rates.base_km, 10);
  const tenthsOfPaise =
    whole(rates.base, 100) * 10n +
    whole(rates.per_km, 100) * (further > 0n ? further : 0n) +
    whole(rates.per_minute, 100) * BigInt(minutes) * 10n;
  const classPercent = vehicle_class ? rates.class_percents[vehicle_class] : 100;
  return Number(tenthsOfPaise * BigInt(rates.hour_percent) * BigInt(classPercent)) / 100_000;
}

describe('the usual price', () => {
  test('equals the example of docs/FAIRNESS.md', () => {
    const ride: Ride = { source: 'roads', km: 9.4, minutes: 31, vehicle_class: 'hatchback', rates: delhi };
    expect(referenceOf({ ...ride, rates: { ...delhi, hour_percent: 125 } })).toMatchObject({
      low: 240,
      mid: 270,
      high: 295,
    });
    expect(fareSum(ride)).toEqual({
      base: 80_00,
      further_km: 6.4,
      distance: 128_00,
      time: 31_00,
      subtotal: 239_00,
      at_hour: 239_00,
      class_percent: 90,
      fare: 215_10,
    });
  });

  test('differs from the exact fare only because each line is rounded to whole paise', () => {
    fc.assert(
      fc.property(rides, (ride) => {
        const sum = fareSum(ride);
        for (const line of [sum.base, sum.distance, sum.time, sum.subtotal, sum.at_hour, sum.fare])
          expect(Number.isInteger(line)).toBe(true);
        // Each of three roundings is an error of half a paisa at most. The percents of the hour and of the class
        // multiply the first error by up to ten times ten, the second by up to ten.
        expect(Math.abs(sum.fare - exactPaise(ride))).toBeLessThanOrEqual(0.5 * (100 + 10 + 1) + 1e-6);
      }),
    );
  });

  test('is 90, 100 and 110 percent of the fare to the nearest ₹5, never less than ₹5', () => {
    fc.assert(
      fc.property(rides, (ride) => {
        const { fare } = fareSum(ride);
        const { low, mid, high } = referenceOf(ride);
        for (const [price, share] of [
          [low, 90],
          [mid, 100],
          [high, 110],
        ] as const) {
          expect(price % 5).toBe(0);
          const exact = (fare * share) / 10_000;
          if (exact >= 5) expect(Math.abs(price - exact)).toBeLessThanOrEqual(2.5 + 1e-6);
          else expect(price).toBe(5);
        }
        expect(low <= mid && mid <= high).toBe(true);
      }),
    );
  });

  test('never falls with a longer way, more minutes, a higher percent of the hour or of the class', () => {
    fc.assert(
      fc.property(rides, fc.nat(500), fc.nat(500), (ride, more, longer) => {
        const { mid } = referenceOf(ride);
        const km = Math.round(ride.km * 10 + more) / 10;
        const hour_percent = ride.rates.hour_percent + more;
        expect(referenceOf({ ...ride, km }).mid).toBeGreaterThanOrEqual(mid);
        expect(referenceOf({ ...ride, minutes: ride.minutes + longer }).mid).toBeGreaterThanOrEqual(mid);
        expect(referenceOf({ ...ride, rates: { ...ride.rates, hour_percent } }).mid).toBeGreaterThanOrEqual(mid);
        const suv = ride.rates.class_percents.suv + longer;
        const class_percents = { ...ride.rates.class_percents, suv };
        const inSuv: Ride = { ...ride, vehicle_class: 'suv' };
        expect(referenceOf({ ...inSuv, rates: { ...ride.rates, class_percents } }).mid).toBeGreaterThanOrEqual(
          referenceOf(inSuv).mid,
        );
      }),
    );
  });

  test('of a ride within the base kilometres is the base fare plus the price of its minutes', () => {
    const short = (km: number): Reference =>
      referenceOf({ source: 'roads', km, minutes: 10, vehicle_class: null, rates: delhi });
    expect(short(0.1)).toMatchObject({ mid: 90 });
    expect(short(3)).toMatchObject({ mid: 90 });
    expect(short(3.2)).toMatchObject({ mid: 95 });
  });

  test('of a vehicle without a class is that of a sedan', () => {
    fc.assert(
      fc.property(rides, (ride) => {
        const [none, sedan] = [null, 'sedan' as const].map((one) => referenceOf({ ...ride, vehicle_class: one }));
        expect(none).toEqual({ ...sedan, vehicle_class: null });
      }),
    );
  });

  test('uses the kilometres and minutes as they are shown', () => {
    const way = { distance_km: 6.74, duration_s: 1_165 };
    expect(referenceOfWay({ ...way, source: 'roads' }, delhi, null)).toMatchObject({ km: 6.7, minutes: 19, mid: 175 });
    expect(referenceOfWay({ ...way, source: 'estimate' }, delhi, null)).toMatchObject({ km: 7, minutes: 20, mid: 180 });
    const near = { distance_km: 0.3, duration_s: 49, source: 'estimate' as const };
    expect(referenceOfWay(near, delhi, null)).toMatchObject({ km: 1, minutes: 1, source: 'estimate' });
  });
});

describe('compared with the usual prices,', () => {
  const usual = { low: 210, high: 260 };
  test.each([
    [210, 'usual', 0],
    [260, 'usual', 0],
    [233.5, 'usual', 0],
    [209.99, 'below', 1],
    [260.01, 'above', 1],
    [197, 'below', 6],
    [270, 'above', 4],
    [0, 'below', 100],
    [1_000_000, 'above', 384_515],
  ] as const)('₹%p is %s (by %p percent)', (price, side, percent) => {
    expect(fromUsual(price, usual)).toEqual({ side, percent });
  });
});

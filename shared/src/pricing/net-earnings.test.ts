import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COMMISSION, type FeeRule, platformFee, pricingModels, WITH_PASS } from '../core/money';
import { netEarnings, PICKUP_WAIT_MINUTES, type RideOffer } from './net-earnings';

const tenths = (max: number) => fc.integer({ min: 0, max: max * 10 }).map((n) => n / 10);
const rupees = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((n) => n / 100);
const ways = fc.record({ km: tenths(3_000), minutes: fc.integer({ min: 0, max: 5_000 }) });
const rules: fc.Arbitrary<FeeRule> = fc.record({
  model: fc.constantFrom(...pricingModels),
  percent: fc.integer({ min: 0, max: 100 }),
  per_ride_paise: fc.integer({ min: 0, max: 100_00 }),
});
const offers: fc.Arbitrary<RideOffer> = fc.record({
  price: rupees(10_000),
  rule: rules,
  cost_per_km: rupees(100),
  to_pickup: fc.option(ways),
  trip: ways,
});

/** What remains by the formula of docs/FAIRNESS.md, exactly in tenths of a paisa, and the minutes that divide it. */
function exactNet({ price, rule, cost_per_km, to_pickup, trip }: RideOffer): { numerator: bigint; minutes: bigint } {
  const paise = BigInt(Math.round(price * 100));
  const fee = BigInt(platformFee(Number(paise), rule));
  const tenthsOfKm = BigInt(Math.round(trip.km * 10)) + BigInt(Math.round((to_pickup?.km ?? 0) * 10));
  const numerator = (paise - fee) * 10n - BigInt(Math.round(cost_per_km * 100)) * tenthsOfKm;
  return { numerator, minutes: BigInt(trip.minutes + PICKUP_WAIT_MINUTES + (to_pickup?.minutes ?? 0)) };
}

describe('what remains of a price', () => {
  test('equals the formula in exact fractions, within the rounding of its lines', () => {
    fc.assert(
      fc.property(offers, (offer) => {
        const { per_hour, net, cost, earnings, minutes } = netEarnings(offer);
        const exact = exactNet(offer);
        for (const amount of [per_hour, net, cost, earnings]) expect(Number.isInteger(amount)).toBe(true);
        expect(minutes).toBe(Number(exact.minutes));
        // The cost is rounded by half a paisa at most, and the hour multiplies that by 60 / minutes.
        const hourly = (Number(exact.numerator) * 6) / Number(exact.minutes);
        expect(Math.abs(per_hour - hourly)).toBeLessThanOrEqual(30 / minutes + 0.5 + 1e-6);
      }),
    );
  });

  test('follows line by line: cost from kilometres, net from earnings and cost, the rates from net', () => {
    fc.assert(
      fc.property(offers, (offer) => {
        const sum = netEarnings(offer);
        const halfUp = (value: number) => Math.floor(value + 0.5 + 1e-9);
        expect(sum.cost).toBe(halfUp(Math.round(offer.cost_per_km * 100) * sum.km));
        expect(sum.net).toBe(sum.earnings - sum.cost);
        expect(sum.per_hour).toBe(halfUp((sum.net * 60) / sum.minutes));
        if (sum.per_km === null) expect(sum.km).toBe(0);
        else expect(Math.abs(sum.per_km * sum.km - sum.net)).toBeLessThanOrEqual(0.5 * sum.km + 1e-6);
      }),
    );
  });

  test('does not rise with the cost or the empty way, moves towards zero with more minutes, and does not fall with the price', () => {
    fc.assert(
      fc.property(offers, fc.nat(500), (offer, more) => {
        const { per_hour, net } = netEarnings(offer);
        expect(netEarnings({ ...offer, cost_per_km: offer.cost_per_km + more }).net).toBeLessThanOrEqual(net);
        const { km, minutes } = offer.to_pickup ?? { km: 0, minutes: 0 };
        expect(netEarnings({ ...offer, to_pickup: { km: km + more, minutes } }).per_hour).toBeLessThanOrEqual(per_hour);
        const later = netEarnings({ ...offer, to_pickup: { km, minutes: minutes + more } }).per_hour;
        if (net >= 0) expect(later).toBeLessThanOrEqual(per_hour);
        else expect(later).toBeGreaterThanOrEqual(per_hour);
        expect(netEarnings({ ...offer, price: offer.price + more }).per_hour).toBeGreaterThanOrEqual(per_hour);
      }),
    );
  });

  test('is computed after the fee of each pricing model', () => {
    const offer: RideOffer = {
      price: 240,
      rule: COMMISSION,
      cost_per_km: 0,
      to_pickup: null,
      trip: { km: 10, minutes: 27 },
    };
    expect(netEarnings(offer)).toMatchObject({ earnings: 216_00, per_km: 21_60, per_hour: 432_00 });
    expect(netEarnings({ ...offer, rule: WITH_PASS })).toMatchObject({ earnings: 240_00, per_hour: 480_00 });
    const per_ride: FeeRule = { model: 'per_ride', percent: 0, per_ride_paise: 15_00 };
    expect(netEarnings({ ...offer, rule: per_ride })).toMatchObject({ earnings: 225_00, per_hour: 450_00 });
  });

  test('may be below zero, and is not divided by zero kilometres', () => {
    const offer = { price: 0, rule: COMMISSION, cost_per_km: 100, to_pickup: null, trip: { km: 0.3, minutes: 1 } };
    expect(netEarnings(offer)).toMatchObject({ net: -30_00, per_km: -100_00, per_hour: -450_00 });
    expect(netEarnings({ ...offer, trip: { km: 0, minutes: 1 } })).toMatchObject({ net: 0, per_km: null });
  });
});

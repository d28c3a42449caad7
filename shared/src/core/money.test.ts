import { describe, expect, test } from '@jest/globals';
import { COMMISSION, fareAfterRefund, platformFee, splitFare, toPaise, toRupees, WITH_PASS } from './money';

describe('money:', () => {
  test('every fare from 0.00 to 10,000.00 splits without losing a paisa', () => {
    for (let price = 0; price <= 1_000_000; price += 1) {
      const split = splitFare(price, COMMISSION);
      if (split.earnings + split.fee !== split.final || !Number.isInteger(split.fee)) {
        throw new Error(`a fare of ${price} paise does not add up: ${JSON.stringify(split)}`);
      }
    }
  });

  test('every amount with two decimals is equal after a conversion to paise and back', () => {
    for (let paise = 0; paise <= 1_000_000; paise += 1) {
      if (toPaise(toRupees(paise)) !== paise)
        throw new Error(`${paise} paise came back as ${toPaise(toRupees(paise))}`);
    }
  });

  test('the fee is rounded half up', () => {
    expect(platformFee(5, COMMISSION)).toBe(1);
    expect(platformFee(4, COMMISSION)).toBe(0);
    expect(platformFee(15, COMMISSION)).toBe(2);
    expect(platformFee(24_000, COMMISSION)).toBe(2_400);
  });

  test('the platform pays for a discount, which is at most the price', () => {
    expect(splitFare(24_000, COMMISSION, 12_000)).toEqual({
      price: 24_000,
      discount: 12_000,
      final: 12_000,
      fee: 2_400,
      earnings: 21_600,
    });
    expect(splitFare(5_000, COMMISSION, 10_000).final).toBe(0);
    const split = splitFare(10_001, COMMISSION, 3_333);
    expect(split.earnings + split.fee - split.discount).toBe(split.final);
  });

  test('a refund reduces price and discount in proportion, and the fee is computed from the reduced price', () => {
    const whole = splitFare(30_000, COMMISSION, 10_000);
    expect(fareAfterRefund(whole, 10_000, COMMISSION)).toEqual(splitFare(15_000, COMMISSION, 5_000));
    expect(fareAfterRefund(whole, 0, COMMISSION)).toEqual(whole);
    for (const all of [20_000, 20_001])
      expect(fareAfterRefund(whole, all, COMMISSION)).toEqual(splitFare(0, COMMISSION));
    for (let refund = 0; refund <= whole.final; refund += 1) {
      const { earnings, fee, discount, final } = fareAfterRefund(whole, refund, COMMISSION);
      if (earnings + fee - discount !== final || final !== whole.final - refund)
        throw new Error(`what is left after ${refund} paise does not add up`);
    }
  });

  test('each pricing model has its own fee, which is at most the price', () => {
    const perRide = { model: 'per_ride', percent: 0, per_ride_paise: 500 } as const;
    expect(splitFare(24_000, perRide)).toMatchObject({ fee: 500, earnings: 23_500 });
    expect(splitFare(499, perRide)).toMatchObject({ fee: 499, earnings: 0 });
    expect(splitFare(0, perRide).fee).toBe(0);
    expect(splitFare(24_000, WITH_PASS)).toMatchObject({ fee: 0, earnings: 24_000 });
    // The discount is borne by the platform, also if it is higher than the fee.
    expect(splitFare(24_000, perRide, 10_000)).toMatchObject({ final: 14_000, fee: 500, earnings: 23_500 });
  });

  test('the fee of a fare that remains after a refund follows the rule of the booking', () => {
    const perRide = { model: 'per_ride', percent: 0, per_ride_paise: 500 } as const;
    const whole = splitFare(30_000, perRide);
    expect(fareAfterRefund(whole, 20_000, perRide)).toEqual(splitFare(10_000, perRide));
    expect(fareAfterRefund(whole, 29_900, perRide)).toMatchObject({ price: 100, fee: 100, earnings: 0 });
  });
});

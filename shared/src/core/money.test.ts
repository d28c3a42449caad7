import { describe, expect, test } from '@jest/globals';
import { fareAfterRefund, platformFee, splitFare, toPaise, toRupees } from './money';

describe('money', () => {
  test('every fare from 0.00 to 10,000.00 splits without losing a paisa', () => {
    for (let price = 0; price <= 1_000_000; price += 1) {
      const split = splitFare(price);
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
    expect(platformFee(5)).toBe(1);
    expect(platformFee(4)).toBe(0);
    expect(platformFee(15)).toBe(2);
    expect(platformFee(24_000)).toBe(2_400);
  });

  test('the platform pays for a discount, which is at most the price', () => {
    expect(splitFare(24_000, 12_000)).toEqual({
      price: 24_000,
      discount: 12_000,
      final: 12_000,
      fee: 2_400,
      earnings: 21_600,
    });
    expect(splitFare(5_000, 10_000).final).toBe(0);
    const split = splitFare(10_001, 3_333);
    expect(split.earnings + split.fee - split.discount).toBe(split.final);
  });

  test('the fare that remains after a refund has price and discount in proportion, and the fee of the reduced price', () => {
    const whole = splitFare(30_000, 10_000);
    expect(fareAfterRefund(whole, 10_000)).toEqual(splitFare(15_000, 5_000));
    expect(fareAfterRefund(whole, 0)).toEqual(whole);
    for (const all of [20_000, 20_001]) expect(fareAfterRefund(whole, all)).toEqual(splitFare(0));
    for (let refund = 0; refund <= whole.final; refund += 1) {
      const { earnings, fee, discount, final } = fareAfterRefund(whole, refund);
      if (earnings + fee - discount !== final || final !== whole.final - refund)
        throw new Error(`what is left after ${refund} paise does not add up`);
    }
  });
});

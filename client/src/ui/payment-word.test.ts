import { expect, test } from '@jest/globals';
import { paymentState, paymentText } from './payment-word';

const unpaid = {
  payment_status: 'pending',
  refund_status: null,
  payment_claimed_by: null,
  payment_confirmed_by: null,
} as const;

test('an unpaid booking that ended without a ride is not charged and is not a debt', () => {
  for (const status of ['cancelled', 'rejected'] as const) {
    expect(paymentState({ ...unpaid, status })).toBe('not_charged');
    expect(paymentText({ ...unpaid, status })).toBe('Pending, Not charged');
  }
  for (const status of ['pending', 'accepted', 'in_progress', 'completed'] as const)
    expect(paymentState({ ...unpaid, status })).toBe('pending');
});

test('the charged part of the fare of a cancelled ride is still to be paid', () => {
  const part_fare = { price: 120, discount_amount: 0, platform_fee: 12, driver_earnings: 108, final_price: 120 };
  expect(paymentState({ ...unpaid, status: 'cancelled', part_fare })).toBe('pending');
});

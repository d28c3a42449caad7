import { COMMISSION, WITH_PASS } from '@boli/shared/core/money';
import type { Receipt } from '@boli/shared/ledger/ledger.schema';
import { presentFeeRule } from '@boli/shared/pricing/pricing.schema';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderPart } from '../../../testing/render';
import { ReceiptPaper } from './ReceiptPaper';

const receipt: Receipt = {
  booking_id: '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a02',
  customer_name: 'Asha Verma',
  driver_name: 'Kabir Khan',
  car_model: 'Maruti Dzire',
  vehicle_number: null,
  pickup_location: 'Khan Market',
  drop_location: 'India Gate',
  distance_km: 2.4,
  driven: null,
  price: 390,
  promo_code: null,
  discount_amount: 0,
  final_price: 390,
  platform_fee: 39,
  driver_earnings: 351,
  fee_rule: presentFeeRule(COMMISSION),
  payment_method: 'online',
  payment_status: 'completed',
  payment_claimed_by: null,
  payment_confirmed_by: 'gateway',
  refund_status: null,
  refund_amount: null,
  is_part: false,
  payment_reference: null,
  scheduled_time: null,
  created_at: '2026-11-12T04:10:00.000Z',
  accepted_at: '2026-11-12T04:11:00.000Z',
  arrived_at: null,
  started_at: '2026-11-12T04:20:00.000Z',
  completed_at: '2026-11-12T04:40:00.000Z',
};

afterEach(cleanup);
const show = (over: Partial<Receipt>) => renderPart(<ReceiptPaper receipt={{ ...receipt, ...over }} ref={null} />);

test('a paid fare is split between driver and platform', () => {
  show({});
  expect(screen.getByText('₹351.00')).toBeTruthy();
});

test('a refunded fare has no split', () => {
  show({ refund_status: 'refunded', refund_amount: 390 });
  expect(screen.getByText('Refunded')).toBeTruthy();
  expect(screen.queryByText('₹351.00')).toBeNull();
});

test('the charged part of a fare is split, and labelled as partly refunded', () => {
  show({ is_part: true, refund_status: 'refunded', refund_amount: 390 });
  expect(screen.getByText('Partly refunded')).toBeTruthy();
  expect(screen.getByText('₹351.00')).toBeTruthy();
});

test.each([
  ['matched', '7.4 km in 21 min, along the roads'],
  ['recorded', '7.4 km in 21 min, recorded by GPS, not matched to roads'],
] as const)('a %s driven distance is shown with its source, beside the agreed distance', (source, words) => {
  show({ driven: { distance_km: 7.42, duration_min: 21, source } });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByText('2.4 km')).toBeTruthy();
});

test.each([
  [COMMISSION, 'Platform 10%'],
  [{ model: 'per_ride', percent: 0, per_ride_paise: 500 }, 'Fee per ride ₹5.00'],
  [WITH_PASS, 'Pass: no fee'],
  [{ model: 'zero', percent: 0, per_ride_paise: 0 }, 'No fee'],
] as const)('the platform’s line names the fee rule of the ride: %j', (rule, words) => {
  show({ fee_rule: presentFeeRule(rule) });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByText(/10%/) !== null).toBe(rule.model === 'commission');
});

test('levies that the driver bears are lines of the split, and a fee for cancelling has no split', () => {
  show({ driver_earnings: 347.1, levies: [{ name: 'Welfare levy', percent: 1, borne_by: 'driver', amount: 3.9 }] });
  expect(screen.getByText('Welfare levy 1%').nextElementSibling?.textContent).toBe('₹3.90');
  cleanup();
  show({
    price: 0,
    final_price: 0,
    cancellation_fee: { by: 'customer', amount: 15, rule: { en: 'a rule of the law', hi: 'x' } },
  });
  expect(screen.getByText('Cancellation fee of the customer').nextElementSibling?.textContent).toBe('₹15.00');
  expect(screen.getByText('a rule of the law')).toBeTruthy();
  expect(screen.queryByText('Where the money goes')).toBeNull();
});

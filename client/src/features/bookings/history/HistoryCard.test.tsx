import type { HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderPart } from '../../../testing/render';
import { HistoryCard } from './HistoryCard';

const entry: HistoryEntry = {
  booking_id: '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a02',
  status: 'completed',
  rating: null,
  pickup_location: 'Khan Market',
  drop_location: 'India Gate',
  distance_km: 2.4,
  driven: null,
  created_at: '2026-11-12T04:10:00.000Z',
  payment_method: 'cash',
  price: 145,
  total_price: 145,
  driver_earnings: 130.5,
  driver_earned: 130.5,
  part_fare: null,
  payment_status: 'pending',
  payment_claimed_by: null,
  payment_confirmed_by: null,
  refund_status: null,
  scheduled_time: null,
  customer_name: 'Asha Verma',
  driver_name: 'Kabir Khan',
};

afterEach(cleanup);

test('the card shows a driver the earnings from a completed ride', () => {
  renderPart(<HistoryCard entry={entry} side="driver" onOpen={() => undefined} />);
  expect(screen.getByText('You earned ₹130.50')).toBeTruthy();
});

test('the card shows a driver the earnings from the charged part of a fare', () => {
  const part_fare = { price: 60, discount_amount: 0, final_price: 60, platform_fee: 6, driver_earnings: 54 };
  const part = { ...entry, status: 'cancelled', refund_status: 'refunded', driver_earned: 54, part_fare } as const;
  renderPart(<HistoryCard entry={part} side="driver" onOpen={() => undefined} />);
  expect(screen.getByText('You earned ₹54.00')).toBeTruthy();
  expect(document.body.textContent).toContain('₹60.00');
  expect(screen.getByText('Partly refunded')).toBeTruthy();
});

test('the card of a cancelled or rejected ride shows what the earnings would have been, not that they were earned', () => {
  for (const status of ['cancelled', 'rejected'] as const) {
    renderPart(
      <HistoryCard entry={{ ...entry, status, driver_earned: null }} side="driver" onOpen={() => undefined} />,
    );
    expect(screen.queryByText(/You earned/)).toBeNull();
    expect(screen.getByText('Your earnings would have been ₹130.50')).toBeTruthy();
    cleanup();
  }
});

test('the card shows a payment claimed by one side differently from a confirmed one', () => {
  const claimed = { ...entry, payment_status: 'completed', payment_claimed_by: 'customer' } as const;
  renderPart(<HistoryCard entry={{ ...claimed, payment_method: 'phonepe' }} side="driver" onOpen={() => undefined} />);
  expect(screen.getByText('Paid').nextSibling?.textContent).toBe('· not confirmed yet');
  cleanup();
  renderPart(<HistoryCard entry={{ ...claimed, payment_method: 'cash' }} side="driver" onOpen={() => undefined} />);
  expect(screen.getByText('Paid').nextSibling?.textContent).toBe('· in cash, not confirmed yet');
  cleanup();
  renderPart(
    <HistoryCard entry={{ ...claimed, payment_confirmed_by: 'driver' }} side="driver" onOpen={() => undefined} />,
  );
  expect(screen.getByText('Paid')).toBeTruthy();
  expect(screen.queryByText(/not confirmed/)).toBeNull();
});

test('the driven distance is shown beside the straight-line distance, once a drive is recorded', () => {
  const driven = { distance_km: 7.42, duration_min: 21, source: 'matched' } as const;
  renderPart(<HistoryCard entry={{ ...entry, driven }} side="customer" onOpen={() => undefined} />);
  expect(screen.getByText('2.4 km in a straight line')).toBeTruthy();
  expect(screen.getByText('Driven 7.4 km in 21 min')).toBeTruthy();
  cleanup();
  renderPart(<HistoryCard entry={entry} side="customer" onOpen={() => undefined} />);
  expect(screen.queryByText(/Driven/)).toBeNull();
});

test.each(['cancelled', 'rejected'] as const)(
  'a ride that was %s and not paid is marked as not charged, an unpaid completed one is not',
  (status) => {
    const unpaid = { ...entry, status, payment_status: 'pending', payment_claimed_by: null } as const;
    renderPart(<HistoryCard entry={unpaid} side="customer" onOpen={() => undefined} />);
    expect(screen.getByText('Pending').nextSibling?.textContent).toBe('· Not charged');
    cleanup();
    renderPart(<HistoryCard entry={{ ...unpaid, status: 'completed' }} side="customer" onOpen={() => undefined} />);
    expect(screen.getByText('Pending').nextSibling).toBeNull();
  },
);

test('a driver sees the quoted price; the discounted total is shown only as what the customer pays', () => {
  const discounted = { ...entry, total_price: 95 };
  renderPart(<HistoryCard entry={discounted} side="driver" onOpen={() => undefined} />);
  expect(document.body.textContent).toContain('₹145.00');
  expect(screen.getByText('Customer pays ₹95.00')).toBeTruthy();
  expect(screen.getByText('You earned ₹130.50')).toBeTruthy();
  cleanup();
  renderPart(<HistoryCard entry={discounted} side="customer" onOpen={() => undefined} />);
  expect(document.body.textContent).toContain('₹95.00');
  expect(screen.queryByText(/Customer pays/)).toBeNull();
  expect(document.body.textContent).not.toContain('₹145.00');
});

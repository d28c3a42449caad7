import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { aBooking } from '../../testing/booking.builder';
import { renderPart } from '../../testing/render';
import { BookingCard } from './BookingCard';
import { useSharing } from './sharing/use-location-sharing';
import type { Side } from './words';

const show = (side: Side, status: 'accepted' | 'in_progress') => {
  const booking = aBooking({ status });
  renderPart(<BookingCard booking={booking} side={side} onOpen={() => {}} />);
  return booking;
};
const note = () => screen.queryByText('Location is not shared');

afterEach(() => {
  cleanup();
  useSharing.setState({ bookingId: null, fix: null });
});

test('a driver whose device does not share its position during a ride sees a note in the list', () => {
  show('driver', 'in_progress');
  expect(note()).not.toBeNull();
});

test('the note is not shown while the position is shared, before the start, or to the customer', () => {
  const { id } = show('driver', 'accepted');
  useSharing.setState({ bookingId: id, fix: null });
  show('driver', 'in_progress');
  show('customer', 'in_progress');
  expect(note()).toBeNull();
});

test("a driver sees the quoted price and the driver's share; the discounted total is shown only as what the customer pays", () => {
  const booking = aBooking({ status: 'accepted', discount_amount: 40, final_price: 200, total_price: 200 });
  renderPart(<BookingCard booking={booking} side="driver" onOpen={() => {}} />);
  expect(document.body.textContent).toContain('₹240.00');
  expect(screen.getByText('You earn ₹216.00')).toBeTruthy();
  expect(screen.getByText('Customer pays ₹200.00')).toBeTruthy();
  cleanup();
  renderPart(<BookingCard booking={booking} side="customer" onOpen={() => {}} />);
  expect(document.body.textContent).not.toContain('₹240.00');
  expect(screen.queryByText(/You earn|Customer pays/)).toBeNull();
});

test('a driver sees the charged part of a ride that was cancelled on the way, and no earnings for a rejected booking', () => {
  const part = { price: 60, discount_amount: 0, final_price: 60, platform_fee: 6, driver_earnings: 54 };
  const cancelled = aBooking({ status: 'cancelled', part_fare: part, driver_fare: part });
  renderPart(<BookingCard booking={cancelled} side="driver" onOpen={() => {}} />);
  expect(document.body.textContent).toContain('₹60.00');
  expect(screen.getByText('You earned ₹54.00')).toBeTruthy();
  cleanup();
  renderPart(<BookingCard booking={aBooking({ status: 'rejected' })} side="driver" onOpen={() => {}} />);
  expect(screen.queryByText(/You earn/)).toBeNull();
});

import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { aBooking } from '../../testing/booking.builder';
import { renderPart } from '../../testing/render';
import { BookingCard } from './BookingCard';
import { useSharing } from './use-location-sharing';
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

test('a driver whose device does not share its position during a ride sees so in the list', () => {
  show('driver', 'in_progress');
  expect(note()).not.toBeNull();
});

test('nothing of it while the location is shared, before the start, and to the customer', () => {
  const { id } = show('driver', 'accepted');
  useSharing.setState({ bookingId: id, fix: null });
  show('driver', 'in_progress');
  show('customer', 'in_progress');
  expect(note()).toBeNull();
});

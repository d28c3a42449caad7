import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { aBooking } from '../../testing/booking.builder';
import { renderPart } from '../../testing/render';
import { useBookings } from './bookings.store';
import { PinnedBooking } from './PinnedBooking';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const show = (scheduled_time: string | null) => {
  const booking = aBooking({ status: 'accepted', scheduled_time });
  useBookings.setState({ byId: { [booking.id]: booking } });
  return renderPart(<PinnedBooking side="customer" />);
};

afterEach(() => {
  cleanup();
  useBookings.setState({ byId: {} });
});

test('a ride planned for later shows its time, and not that the driver is on the way', () => {
  const time = inMinutes(24 * 60);
  const { container } = show(time);
  expect(screen.getByText('This ride is planned for')).toBeTruthy();
  expect(container.querySelector(`time[datetime="${time}"]`)).toBeTruthy();
  expect(screen.queryByText('The driver is coming to you')).toBeNull();
});

test('an immediate or due ride shows that the driver is on the way', () => {
  for (const time of [inMinutes(20), inMinutes(-5), null]) {
    show(time);
    expect(screen.getByText('The driver is coming to you')).toBeTruthy();
    cleanup();
  }
});

test('of two accepted rides the one that is due is pinned, not the newer one that is planned for tomorrow', () => {
  const due = aBooking({ status: 'accepted' });
  const ahead = aBooking({
    id: 'ahead',
    status: 'accepted',
    scheduled_time: inMinutes(24 * 60),
    created_at: inMinutes(0),
  });
  useBookings.setState({ byId: { [due.id]: due, ahead } });
  renderPart(<PinnedBooking side="customer" />);
  expect(screen.getByText('The driver is coming to you')).toBeTruthy();
});

test("a driver sees the quoted price and the driver's share; the discounted total is shown only as what the customer pays", () => {
  const booking = aBooking({ status: 'accepted', discount_amount: 40, final_price: 200, total_price: 200 });
  useBookings.setState({ byId: { [booking.id]: booking } });
  renderPart(<PinnedBooking side="driver" />);
  expect(document.body.textContent).toContain('₹240.00');
  expect(screen.getByText('You earn ₹216.00')).toBeTruthy();
  expect(screen.getByText('Customer pays ₹200.00')).toBeTruthy();
});

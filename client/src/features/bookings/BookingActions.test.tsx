import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { bookingStatuses } from '@boli/shared/bookings/bookings.state';
import { afterEach, describe, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { aBooking } from '../../testing/booking.builder';
import { BookingActions, canRate } from './BookingActions';
import { reasonOf } from './CancelBooking';
import { canArrive } from './trip/ArriveButton';
import type { Side } from './words';

const shown = (booking: Booking, side: Side) => {
  const nothing = () => undefined;
  render(
    <MantineProvider>
      <BookingActions booking={booking} side={side} onChanged={nothing} />
    </MantineProvider>,
  );
  return screen.queryAllByRole('button').map((button) => button.textContent);
};

afterEach(cleanup);

describe('the main actions of a booking', () => {
  const driver = {
    pending: ['Reject', 'Accept'],
    accepted: ['Start Ride & Track Location'],
    rejected: [],
    in_progress: ['Complete Ride'],
    completed: [],
    cancelled: [],
  };
  test.each(bookingStatuses)('that is %s are those of the state table for a driver', (status) => {
    expect(shown(aBooking({ status }), 'driver')).toEqual(driver[status]);
  });

  test.each(bookingStatuses)('that is %s are none for a customer', (status) => {
    expect(shown(aBooking({ status }), 'customer')).toEqual([]);
  });

  test('let a driver mark the arrival once, and not long before a planned ride', () => {
    expect(canArrive(aBooking({ status: 'accepted' }))).toBe(true);
    expect(canArrive(aBooking({ status: 'accepted', arrived_at: new Date().toISOString() }))).toBe(false);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(canArrive(aBooking({ status: 'accepted', scheduled_time: tomorrow }))).toBe(false);
  });

  test('offer a rating only after a completed ride, once, to a customer who is not suspended', () => {
    expect(bookingStatuses.filter((status) => canRate(aBooking({ status }), 'customer', false))).toEqual(['completed']);
    expect(canRate(aBooking({ status: 'completed', has_rating: true }), 'customer', false)).toBe(false);
    expect(canRate(aBooking({ status: 'completed' }), 'customer', true)).toBe(false);
    expect(canRate(aBooking({ status: 'completed' }), 'driver', false)).toBe(false);
  });
});

describe('a cancellation', () => {
  const error = { error: 'Please select or enter a cancellation reason' };
  test('sends the text of the chosen reason', () => {
    expect(reasonOf({ chosen: 'cancel.change_of_plans', text: 'not used' })).toEqual({ reason: 'Change of plans' });
  });
  test('sends the typed text for Other, without surrounding blanks', () => {
    expect(reasonOf({ chosen: 'cancel.other', text: '  My train is late ' })).toEqual({ reason: 'My train is late' });
  });
  test('needs a reason, and a typed text for Other', () => {
    expect(reasonOf({ chosen: null, text: '' })).toEqual(error);
    expect(reasonOf({ chosen: 'cancel.other', text: '   ' })).toEqual(error);
  });
});

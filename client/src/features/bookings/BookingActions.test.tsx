import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { bookingStatuses } from '@boli/shared/bookings/bookings.state';
import { afterEach, describe, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { aBooking } from '../../testing/booking.builder';
import { BookingActions } from './BookingActions';
import { reasonOf } from './CancelBooking';
import type { Side } from './words';

const shown = (booking: Booking, side: Side) => {
  const nothing = () => undefined;
  render(
    <MantineProvider>
      <BookingActions booking={booking} side={side} onChanged={nothing} onRate={nothing} />
    </MantineProvider>,
  );
  return screen.queryAllByRole('button').map((button) => button.textContent);
};

afterEach(cleanup);

describe('the main actions of a booking', () => {
  const driver = {
    pending: ['Reject', 'Accept'],
    accepted: ["I'm here", 'Start Ride & Track Location'],
    rejected: [],
    in_progress: ['Complete Ride'],
    completed: [],
    cancelled: [],
  };
  test.each(bookingStatuses)('of a driver, %s, are those of the state table', (status) => {
    expect(shown(aBooking({ status }), 'driver')).toEqual(driver[status]);
  });

  test.each(bookingStatuses)('of a customer, %s, are none but to rate what is completed', (status) => {
    expect(shown(aBooking({ status }), 'customer')).toEqual(status === 'completed' ? ['Rate This Ride'] : []);
  });

  test('let a driver say once that it is at the pickup, and not long before a planned ride', () => {
    const start = 'Start Ride & Track Location';
    expect(shown(aBooking({ status: 'accepted', arrived_at: new Date().toISOString() }), 'driver')).toEqual([start]);
    cleanup();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(shown(aBooking({ status: 'accepted', scheduled_time: tomorrow }), 'driver')).toEqual([start]);
  });

  test('offer no second rating', () => {
    expect(shown(aBooking({ status: 'completed', has_rating: true }), 'customer')).toEqual([]);
  });
});

describe('a cancellation', () => {
  const error = { error: 'Please select or enter a cancellation reason' };
  test('takes the words of the chosen reason', () => {
    expect(reasonOf({ chosen: 'cancel.change_of_plans', text: 'not used' })).toEqual({ reason: 'Change of plans' });
  });
  test('takes the own words where Other is chosen, without the blanks around them', () => {
    expect(reasonOf({ chosen: 'cancel.other', text: '  My train is late ' })).toEqual({ reason: 'My train is late' });
  });
  test('needs a reason, and words where Other is chosen', () => {
    expect(reasonOf({ chosen: null, text: '' })).toEqual(error);
    expect(reasonOf({ chosen: 'cancel.other', text: '   ' })).toEqual(error);
  });
});

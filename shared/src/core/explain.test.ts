import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { LoginInput, RegisterInput } from '../auth/auth.schema';
import { BookingInput, CancelInput } from '../bookings/bookings.schema';
import { QuoteInput } from '../rides/quotes.schema';
import { RideRequestInput } from '../rides/rides.schema';
import type { ErrorBody } from './errors';
import { explain } from './explain';

function faultOf(schema: z.ZodType, value: unknown): ErrorBody {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) throw new Error('this value was accepted');
  return explain(parsed.error);
}

const id = '6f1c1f9e-2b7a-4c3d-9e8f-0a1b2c3d4e5f';
const ride = {
  pickup_location: 'A',
  pickup_lat: 28.6,
  pickup_lng: 77.2,
  drop_location: 'B',
  drop_lat: 28.5,
  drop_lng: 77.1,
};

describe('the error of an invalid input', () => {
  test('for a missing field is a sentence about that field', () => {
    expect(faultOf(LoginInput, { password: 'x' })).toMatchObject({
      code: 'auth.email_required',
      detail: 'Please enter your email',
    });
    expect(faultOf(BookingInput, { payment_method: 'cash' }).detail).toBe('quote_id: This field is required');
    expect(faultOf(CancelInput, {}).detail).toBe('Please select or enter a cancellation reason');
    expect(faultOf(LoginInput, { email: '', password: 'x' }).detail).toBe('Please enter your email');
  });

  test('for an object in the place of a string says that the field must be a string', () => {
    const fault = faultOf(LoginInput, { email: { $ne: null }, password: 'x' });
    expect(fault.errors?.[0]).toMatchObject({ field: 'email', code: 'common.wrong_type', message: 'Must be a string' });
  });

  test('for missing points is the specified sentence', () => {
    const { pickup_lat: _, ...without } = ride;
    expect(faultOf(RideRequestInput, without).detail).toBe('Please select both pickup and drop locations on the map');
  });

  test('has its own text for equal points, and for a planned time that is missing, too soon or too late', () => {
    expect(faultOf(RideRequestInput, { ...ride, drop_lat: 28.6, drop_lng: 77.2 }).code).toBe('rides.points_equal');
    expect(faultOf(RideRequestInput, { ...ride, is_scheduled: true }).code).toBe('rides.schedule_required');
    const soon = new Date(Date.now() + 20 * 60_000).toISOString();
    expect(faultOf(RideRequestInput, { ...ride, is_scheduled: true, scheduled_time: soon }).detail).toBe(
      'Rides must be scheduled at least 30 minutes in advance',
    );
    const far = new Date(Date.now() + 40 * 86_400_000).toISOString();
    expect(faultOf(RideRequestInput, { ...ride, is_scheduled: true, scheduled_time: far }).code).toBe(
      'rides.schedule_far',
    );
  });

  test('does not occur for the time of an unscheduled request, because the time is dropped', () => {
    const parsed = RideRequestInput.parse({ ...ride, is_scheduled: false, scheduled_time: '2026-01-01T00:00:00Z' });
    expect(parsed.scheduled_time).toBeNull();
  });

  test('occurs for prices that are not numbers, are out of bounds or have more than two decimals, and for no others', () => {
    for (const price of [-1, 1_000_000.01, 0.001, Number.NaN, Number.POSITIVE_INFINITY, '100', null, {}, []]) {
      expect(QuoteInput.safeParse({ ride_request_id: id, price }).success).toBe(false);
    }
    for (const price of [0, 0.01, 0.1 + 0.2, 19.99, 1_000_000]) {
      expect(QuoteInput.safeParse({ ride_request_id: id, price: Math.round(price * 100) / 100 }).success).toBe(true);
    }
  });

  test('does not occur for other spellings of Google Pay; an unknown method gets the specified sentence', () => {
    expect(BookingInput.parse({ quote_id: id, payment_method: 'gpay' }).payment_method).toBe('google_pay');
    expect(faultOf(BookingInput, { quote_id: id, payment_method: 'barter' }).detail).toBe(
      'Please select a payment method',
    );
  });

  test('does not occur for empty optional texts, which count as missing', () => {
    expect(BookingInput.parse({ quote_id: id, payment_method: 'cash', promo_code: ' ' }).promo_code).toBeNull();
    const person = { email: ' A@B.in ', password: 'secret12', name: 'A', role: 'customer', phone: '' };
    expect(RegisterInput.parse(person)).toMatchObject({ phone: null, email: 'a@b.in', admin_code: null });
  });

  test('for a blank cancellation reason is the specified sentence', () => {
    expect(faultOf(CancelInput, { reason: '   ' }).detail).toBe('Please select or enter a cancellation reason');
  });
});

import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { expect, test } from '@jest/globals';
import { applyRide, differencesOf, emptyHeld, type Held, type Read } from './held';

const at = '2026-01-01T10:00:00.000Z';
const customers = new Set(['customer']);
const none: Read = {
  rides: [],
  quotes: [],
  bookings: [],
  notifications: [],
  earnings: {
    total_earnings: 0,
    platform_fees_paid: 0,
    pending_payment: 0,
    completed_rides: 0,
    usual_price_per_km: null,
    pass_until: null,
  },
};

const quote = (fields: Partial<Quote> = {}): Quote => ({
  id: 'quote',
  ride_request_id: 'ride',
  driver_id: 'driver',
  driver_name: 'Ravi',
  driver_photo: null,
  vehicle_image: null,
  price: 100,
  car_model: 'Dzire',
  vehicle_number: null,
  vehicle_class: null,
  reference: null,
  experience_years: 3,
  experience: 3,
  license_number: 'DL-1',
  average_rating: 0,
  total_ratings: 0,
  completed_rides: 0,
  verification_status: 'pending',
  is_available: true,
  accepts_upi: false,
  distance_to_pickup_km: null,
  pickup_eta_min: null,
  eta_source: null,
  status: 'active',
  hold_min: null,
  expires_at: null,
  counter: null,
  created_at: at,
  offered_at: at,
  version: 1,
  ...fields,
});

const ride = (fields: Partial<RideRequest> = {}): RideRequest => ({
  id: 'ride',
  customer_id: 'customer',
  customer_name: 'Asha',
  pickup_location: 'Ring Road',
  pickup_lat: 28.6,
  pickup_lng: 77.2,
  drop_location: 'Hauz Khas',
  drop_lat: 28.5,
  drop_lng: 77.2,
  pickup_is_approximate: false,
  distance_km: 10,
  road: null,
  reference: null,
  middle_half: null,
  is_scheduled: false,
  scheduled_time: null,
  status: 'open',
  end_reason: null,
  asked_price: null,
  widened: false,
  quotes_ended: null,
  quote_count: 0,
  booking_id: null,
  created_at: at,
  expires_at: at,
  version: 1,
  ...fields,
});

function holding(...rides: RideRequest[]): Held {
  const held = emptyHeld();
  for (const one of rides) applyRide(held, one);
  return held;
}
const ofDriver = (held: Held, read: Partial<Read>) => differencesOf('driver', held, { ...none, ...read }, customers);

test('screens of a driver that equal what REST returns have no difference', () => {
  const open = ride({ version: 2, my_quote: quote() });
  expect(ofDriver(holding(open), { rides: [open] })).toEqual([]);
});

test('a row that is newer than the one read is no difference; an older row, a missing row and another status are differences', () => {
  const differs = ['a ride request on a screen is not what the server holds'];
  expect(ofDriver(holding(ride({ version: 3 })), { rides: [ride({ version: 2 })] })).toEqual([]);
  expect(ofDriver(holding(ride({ version: 1 })), { rides: [ride({ version: 2 })] })).toEqual(differs);
  expect(ofDriver(holding(ride({ status: 'booked' })), { rides: [ride()] })).toEqual(differs);
  expect(ofDriver(holding(), { rides: [ride()] })).toEqual(differs);
});

test('a missing or outdated quote of the driver is a difference', () => {
  const differs = ['a quote on a screen is not what the server holds'];
  expect(ofDriver(holding(ride()), { rides: [ride({ my_quote: quote() })] })).toEqual(differs);
  const withdrawn = ride({ my_quote: quote({ status: 'withdrawn', version: 2 }) });
  expect(ofDriver(holding(ride({ my_quote: quote() })), { rides: [withdrawn] })).toEqual(differs);
});

test('a request that is open on a screen but missing from the read is a difference, unless its customer is outside the simulation or it is older than all rows of a full page', () => {
  const differs = ['a closed request is still listed as open'];
  expect(ofDriver(holding(ride()), {})).toEqual(differs);
  expect(ofDriver(holding(ride({ status: 'booked' })), {})).toEqual([]);
  expect(ofDriver(holding(ride({ customer_id: 'stranger' })), {})).toEqual([]);
  const page = Array.from({ length: 200 }, (_, index) => ride({ id: `${index}`, customer_id: 'stranger' }));
  expect(ofDriver(holding(ride({ created_at: '2026-01-01T09:00:00.000Z' })), { rides: page })).toEqual([]);
  expect(ofDriver(holding(ride({ created_at: '2026-01-01T11:00:00.000Z' })), { rides: page })).toEqual(differs);
});

test('missing earnings and notifications are a difference', () => {
  const earnings = {
    total_earnings: 100,
    platform_fees_paid: 0,
    pending_payment: 0,
    completed_rides: 1,
    usual_price_per_km: null,
    pass_until: null,
  };
  expect(ofDriver(holding(), { earnings })).toEqual(["a driver's earnings are not what the server holds"]);
  expect(ofDriver({ ...holding(), earnings }, { earnings })).toEqual([]);
  const notifications: Read['notifications'] = [
    {
      id: 'row',
      kind: 'booking_requested',
      title: '',
      body: '',
      ride_request_id: null,
      booking_id: null,
      scheduled_time: null,
      created_at: at,
      read_at: null,
    },
  ];
  expect(ofDriver(holding(), { notifications })).toEqual(['a notification never came']);
  expect(ofDriver({ ...holding(), notifications: new Set(['row']) }, { notifications })).toEqual([]);
});

import { MAX_UPLOAD_BYTES } from '@boli/shared/core/constants';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { onePixelPng, profileForm } from './testing/app';
import { aRoute, market } from './testing/market';
import { pdfFile } from './testing/pdf';
import { setUpApp, setUpPeople } from './testing/set-up';

/**
 * The validation rules of the specification (section 5), as the server reports them to callers that bypass the screens.
 */

const app = setUpApp();
const { customer, driver, newcomer } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  newcomer: () => app.register('driver'),
});
let ids: { ride: string; quote: string; booking: string; completed: string };

beforeAll(async () => {
  const steps = market(app);
  const ride = await steps.ride(customer);
  const quote = await steps.quote(driver, ride);
  const booking = await steps.booked(customer, driver);
  const completed = await steps.drive(driver, await steps.booked(customer, driver), 'completed');
  ids = { ride: ride.id, quote: quote.id, booking: booking.id, completed: completed.id };
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const account = { name: 'Asha', email: 'asha@example.org', password: 'a good password', role: 'customer', phone: '' };
const noPoints = 'Please select both pickup and drop locations on the map';
const tooSoon = 'Rides must be scheduled at least 30 minutes in advance';
const noReason = 'Please select or enter a cancellation reason';

type Who = 'nobody' | 'customer' | 'driver';
interface Rule {
  who: Who;
  call: () => [method: string, path: string];
  wrong: () => Record<string, unknown>;
  words: string;
}
const rule = (who: Who, call: Rule['call'], wrong: Rule['wrong'], words: string): Rule => ({ who, call, wrong, words });

const login = () => ['POST', '/auth/login'] as [string, string];
const register = () => ['POST', '/auth/register'] as [string, string];
const ride = () => ['POST', '/rides/request'] as [string, string];
const promo = () => ['POST', '/promo/validate'] as [string, string];
const book = () => ['POST', '/bookings/create'] as [string, string];
const rating = () => ['POST', '/ratings/create'] as [string, string];
const cancel = () => ['PUT', `/bookings/${ids.booking}/cancel`] as [string, string];
const contact = () => ['POST', '/emergency/contacts'] as [string, string];
const quote = () => ['POST', '/quotes/create'] as [string, string];

const rules: Record<string, Rule> = {
  'a login without email': rule('nobody', login, () => ({ password: 'x' }), 'Please enter your email'),
  'a login without password': rule('nobody', login, () => ({ email: 'a@b.in' }), 'Please enter your password'),
  'a registration without name': rule('nobody', register, () => ({ ...account, name: ' ' }), 'Please enter your name'),
  'a registration without email': rule(
    'nobody',
    register,
    () => ({ ...account, email: '' }),
    'Please enter your email',
  ),
  'an invalid email': rule(
    'nobody',
    register,
    () => ({ ...account, email: 'asha' }),
    'Please enter a valid email address',
  ),
  'a registration without role': rule(
    'nobody',
    register,
    () => ({ ...account, role: 'pilot' }),
    'Please choose customer, driver or admin',
  ),
  'a ride without pickup point': rule('customer', ride, () => ({ ...aRoute, pickup_lat: undefined }), noPoints),
  'a ride without drop point': rule('customer', ride, () => ({ ...aRoute, drop_lng: null }), noPoints),
  'a ride without pickup text': rule(
    'customer',
    ride,
    () => ({ ...aRoute, pickup_location: ' ' }),
    'Please enter the pickup location',
  ),
  'a ride without drop text': rule(
    'customer',
    ride,
    () => ({ ...aRoute, drop_location: '' }),
    'Please enter the drop location',
  ),
  'a scheduled ride without a time': rule(
    'customer',
    ride,
    () => ({ ...aRoute, is_scheduled: true }),
    'Please choose a date and time',
  ),
  'a ride scheduled too soon': rule(
    'customer',
    ride,
    () => ({ ...aRoute, is_scheduled: true, scheduled_time: inMinutes(28) }),
    tooSoon,
  ),
  'a blank promo code': rule('customer', promo, () => ({ code: '  ', amount: 240 }), 'Please enter a promo code'),
  'a booking without payment method': rule(
    'customer',
    book,
    () => ({ quote_id: ids.quote, payment_method: null }),
    'Please select a payment method',
  ),
  'a rating without stars': rule(
    'customer',
    rating,
    () => ({ booking_id: ids.completed, rating: null }),
    'Please select a rating',
  ),
  'a cancellation without reason': rule('customer', cancel, () => ({}), noReason),
  'a cancellation for a blank reason': rule('driver', cancel, () => ({ reason: '  ' }), noReason),
  'a contact without name': rule('customer', contact, () => ({ name: ' ', phone: '112' }), 'Please enter a name'),
  'a contact without phone': rule('driver', contact, () => ({ name: 'Mother' }), 'Please enter a phone number'),
  'a quote without price': rule('driver', quote, () => ({ ride_request_id: ids.ride }), 'Please enter a price'),
  'a quote below zero': rule(
    'driver',
    quote,
    () => ({ ride_request_id: ids.ride, price: -0.01 }),
    'The price must be from 0 to 10,00,000 rupees',
  ),
  'a price of three decimals': rule(
    'driver',
    quote,
    () => ({ ride_request_id: ids.ride, price: 10.005 }),
    'At most two decimals',
  ),
};

describe('the server refuses', () => {
  test.each(Object.keys(rules))('%s, in the words of the specification', async (name) => {
    const wanted = rules[name];
    if (!wanted) throw new Error(name);
    const [method, path] = wanted.call();
    const token = wanted.who === 'nobody' ? undefined : { customer, driver }[wanted.who].token;
    const answer = await app.request(method, path, { token, body: wanted.wrong() });
    expect(answer).toMatchObject({ status: 400, body: { detail: wanted.words } });
  });

  test.each<[string, () => FormData, string]>([
    ['without a car model', () => profileForm({ car_model: ' ' }), 'Please enter the car model'],
    ['without a license number', () => profileForm({ license_number: '' }), 'Please enter the license number'],
    [
      'with years below zero',
      () => profileForm({ experience_years: '-1' }),
      'Years of experience must be a number from 0 to 80',
    ],
    [
      'with a document missing',
      () => profileForm({}, { fitness_document: null }),
      'Please upload all required documents',
    ],
    [
      'with a file of more than 5 MB',
      () => profileForm({}, { driver_photo: Buffer.concat([onePixelPng, Buffer.alloc(MAX_UPLOAD_BYTES)]) }),
      'File size should not exceed 5MB',
    ],
  ])('a profile %s', async (_what, form, words) => {
    const answer = await app.request('POST', '/driver/profile', { token: newcomer.token, form: form() });
    expect([400, 413]).toContain(answer.status);
    expect(answer.body).toMatchObject({ detail: words });
  });

  test.each(['driver_photo', 'vehicle_image'] as const)('a PDF as %s, but not as a document', async (name) => {
    const pdf = pdfFile();
    const token = newcomer.token;
    const answer = await app.request('POST', '/driver/profile', { token, form: profileForm({}, { [name]: pdf }) });
    expect(answer.body).toMatchObject({ detail: 'Please choose a JPG or PNG picture' });
    const other = await app.register('driver');
    const papers = { rc_document: pdf, license_document: pdf, fitness_document: pdf };
    const taken = await app.request('POST', '/driver/profile', { token: other.token, form: profileForm({}, papers) });
    expect(taken.status).toBe(201);
  });
});

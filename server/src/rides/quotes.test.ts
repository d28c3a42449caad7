import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { profiles } from '../drivers/drivers.repository';
import { configure, settings } from '../settings';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, driver, admin } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
  admin: () => app.register('admin'),
});
let ride: RideRequest;

beforeEach(async () => {
  ride = await steps.ride(customer);
});

const offer = (person: TestPerson, price: unknown, on = ride.id) =>
  app.request<Quote>('POST', '/quotes/create', { token: person.token, body: { ride_request_id: on, price } });
const withdraw = (person: TestPerson, quote: { id: string }) =>
  app.request<Quote>('DELETE', `/quotes/${quote.id}`, { token: person.token });

describe('quoting', () => {
  test('is refused to a customer, to a driver without a profile, and on an unknown request', async () => {
    expect((await offer(customer, 100)).status).toBe(403);
    const bare = await app.register('driver');
    expect(await offer(bare, 100)).toMatchObject({ status: 403, body: { code: 'drivers.no_profile' } });
    expect((await offer(driver, 100, '7d9f1f0e-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test.each([-0.01, 1_000_000.01, 0.001, '100', null, Number.NaN])('with the price %p is refused', async (price) => {
    expect((await offer(driver, price)).status).toBe(400);
  });

  test.each([0, 0.01, 240.55, 1_000_000])('with the price %p is accepted', async (price) => {
    expect(await offer(driver, price)).toMatchObject({ status: 201, body: { price } });
  });

  test('for the same request replaces the price: same id, higher version, 200', async () => {
    const first = await offer(driver, 100);
    const again = await offer(driver, 90);
    expect(again).toMatchObject({
      status: 200,
      body: { id: first.body.id, price: 90, version: 2, created_at: first.body.created_at },
    });
    expect((await steps.readRide(customer, ride.id)).quote_count).toBe(1);
  });

  test('returns the fields by which the customer chooses', async () => {
    const { body } = await offer(driver, 100);
    expect(body).toMatchObject({
      driver_id: driver.id,
      driver_name: driver.name,
      car_model: 'Maruti Dzire',
      experience_years: 5,
      experience: 5,
      license_number: 'DL-1420110012345',
      verification_status: 'pending',
      accepts_upi: false,
      is_available: false,
      average_rating: 0,
      distance_to_pickup_km: null,
    });
    expect(body.driver_photo).toMatch(/^\/api\/files\//);
  });

  test('returns the distance from the driver to the pickup once the position of the driver is known', async () => {
    await app.request('PUT', '/driver/availability', {
      token: driver.token,
      body: { is_available: true, lat: 28.6129, lng: 77.2295 },
    });
    expect((await offer(driver, 100)).body.distance_to_pickup_km).toBe(2.4);
  });

  test('by an unverified driver is refused if verification is required', async () => {
    configure({ ...settings(), REQUIRE_DRIVER_VERIFICATION: true });
    try {
      expect(await offer(driver, 100)).toMatchObject({ status: 403, body: { code: 'drivers.verification_required' } });
    } finally {
      configure({ ...settings(), REQUIRE_DRIVER_VERIFICATION: false });
    }
  });
});

describe('sealed quotes:', () => {
  test('the customer reads the active quotes, cheapest first, then oldest; drivers read only their own', async () => {
    const others = await Promise.all([1, 2, 3].map(() => app.registerDriver()));
    const [cheap, dear, gone] = others as [TestPerson, TestPerson, TestPerson];
    await steps.quote(dear, ride, 300);
    await steps.quote(driver, ride, 200);
    await steps.quote(cheap, ride, 200);
    await withdraw(gone, await steps.quote(gone, ride, 10));
    const shown = await steps.quotesOn(customer, ride);
    expect(shown.map((quote) => quote.driver_id)).toEqual([driver.id, cheap.id, dear.id]);
    expect((await steps.quotesOn(admin, ride)).length).toBe(3);
    expect((await steps.quotesOn(cheap, ride)).map((quote) => quote.driver_id)).toEqual([cheap.id]);
    expect(await steps.quotesOn(gone, ride)).toMatchObject([{ status: 'withdrawn' }]);
    const asDriver = await app.request('GET', `/rides/request/${ride.id}`, { token: cheap.token });
    expect(JSON.stringify(asDriver.body)).not.toContain(dear.id);
    const stranger = await app.register('customer');
    expect((await app.request('GET', `/quotes/ride/${ride.id}`, { token: stranger.token })).status).toBe(404);
  });
});

describe('withdrawing', () => {
  test('leaves the quote withdrawn until it is offered again, then under the same id', async () => {
    const quote = await steps.quote(driver, ride);
    const first = await withdraw(driver, quote);
    expect(first).toMatchObject({ status: 200, body: { status: 'withdrawn', version: 2 } });
    expect((await withdraw(driver, quote)).body).toEqual(first.body);
    expect((await steps.readRide(customer, ride.id)).quote_count).toBe(0);
    expect(await offer(driver, 80)).toMatchObject({
      status: 200,
      body: { id: quote.id, status: 'active', version: 3 },
    });
    expect((await steps.readRide(customer, ride.id)).quote_count).toBe(1);
  });

  test('is possible only for the driver of the quote, and not once the quote is chosen', async () => {
    const quote = await steps.quote(driver, ride);
    const other = await app.registerDriver();
    expect((await withdraw(other, quote)).status).toBe(404);
    await steps.book(customer, quote);
    expect(await withdraw(driver, quote)).toMatchObject({ status: 409, body: { code: 'quotes.accepted_already' } });
    expect(await offer(driver, 1)).toMatchObject({ status: 409, body: { code: 'rides.not_open' } });
  });
});

describe('a driver whom an admin rejects', () => {
  test('loses active quotes and pending bookings, keeps accepted rides, and can neither quote nor accept', async () => {
    const doomed = await app.registerDriver();
    const rival = await app.registerDriver();
    const accepted = await steps.booked(customer, doomed);
    await steps.step(doomed, accepted, 'accepted');
    const pending = await steps.booked(customer, doomed);
    await steps.quote(doomed, ride);
    await steps.quote(rival, ride);
    const verify = `/admin/drivers/${doomed.id}/verify?status=rejected`;
    await app.request('PUT', verify, { token: admin.token, body: { reason: 'The licence has expired' } });

    expect((await steps.quotesOn(customer, ride)).map((quote) => quote.driver_id)).toEqual([rival.id]);
    expect(await steps.readBooking(customer, pending.id)).toMatchObject({
      status: 'rejected',
      cancelled_by: 'system',
      cancellation_reason: "The driver's profile was rejected",
    });
    expect((await steps.readRide(customer, pending.ride_request_id)).status).toBe('open');
    expect(await offer(doomed, 50)).toMatchObject({
      status: 403,
      body: { detail: 'Your profile was rejected: The licence has expired' },
    });
    const accept = `/bookings/${pending.id}/status?status=accepted`;
    expect((await app.request('PUT', accept, { token: doomed.token })).status).toBe(403);
    expect((await app.request('GET', '/rides/requests', { token: doomed.token })).status).toBe(403);
    expect((await steps.step(doomed, accepted, 'in_progress')).status).toBe('in_progress');
  });

  test('also loses a quote that is written at the moment of the rejection', async () => {
    const doomed = await app.registerDriver();
    const before = await profiles.byUser(doomed.id);
    await app.request('PUT', `/admin/drivers/${doomed.id}/verify?status=rejected`, { token: admin.token });
    const read = jest.spyOn(profiles, 'byUser').mockResolvedValueOnce(before);
    // The first read of the profile gives the state before the rejection, as if the rejection came during the call.
    const answer = await offer(doomed, 50);
    expect([answer.status, answer.body]).toMatchObject([201, { status: 'active', version: 1 }]);
    expect(read.mock.calls.filter(([id]) => id === doomed.id)).toHaveLength(2);
    read.mockRestore();
    expect((await offer(doomed, 60)).status).toBe(403);
    expect(await steps.quotesOn(customer, ride)).toEqual([]);
    expect((await withdraw(doomed, answer.body)).body).toMatchObject({ status: 'withdrawn', price: 50, version: 2 });
  });
});

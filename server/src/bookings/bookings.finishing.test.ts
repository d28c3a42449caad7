import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { SUSPENDED_READS_RECEIPT_MS, SUSPENDED_SETTLES_HOURS } from '@boli/shared/core/constants';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpApp, setUpPeople } from '../testing/set-up';

const HOUR_MS = 60 * 60_000;

const app = setUpApp();
const steps = market(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
afterEach(() => clock.setOffset(0));

const suspend = async ({ id }: TestPerson) => {
  const body = { suspended: true, reason: 'Complaints' };
  const { status } = await app.request('PUT', `/admin/users/${id}/suspension`, { token: admin.token, body });
  expect(status).toBe(200);
};
const me = async ({ token }: TestPerson) => (await app.request('GET', '/auth/me', { token })).status;
const ask = (person: TestPerson, method: string, path: string, body?: unknown) =>
  app.request<Booking & { code?: string }>(method, path, { token: person.token, body });

async function agreed(method: string) {
  const [customer, driver] = await Promise.all([app.register('customer'), app.registerDriver({ upi_id: 'ravi@upi' })]);
  const booking = await steps.booked(customer, driver, { book: { payment_method: method } });
  return { customer, driver, booking: await steps.drive(driver, booking, 'accepted') };
}

async function complete(driver: TestPerson, booking: Booking) {
  await steps.step(driver, booking, 'in_progress');
  await steps.step(driver, booking, 'completed');
}

describe('after the ride a suspended person can settle its payment:', () => {
  test('a customer pays, reads the receipt, and is signed out some time after the payment is confirmed', async () => {
    const { customer, driver, booking } = await agreed('google_pay');
    await suspend(customer);
    await complete(driver, booking);
    clock.setOffset(SUSPENDED_READS_RECEIPT_MS + 1_000);
    expect(await me(customer)).toBe(200);
    const paid = await ask(customer, 'PUT', `/bookings/${booking.id}/payment`, { payment_status: 'completed' });
    expect([paid.status, paid.body.payment_status]).toEqual([200, 'completed']);
    clock.setOffset(2 * SUSPENDED_READS_RECEIPT_MS + 2_000);
    await steps.confirm(driver, booking);
    expect((await ask(customer, 'GET', `/bookings/${booking.id}/receipt`)).status).toBe(200);
    clock.setOffset(3 * SUSPENDED_READS_RECEIPT_MS + 3_000);
    expect(await me(customer)).toBe(403);
  });

  test('a driver confirms the cash, can take no new ride meanwhile, and is signed out afterwards', async () => {
    const { driver, booking } = await agreed('cash');
    await suspend(driver);
    await complete(driver, booking);
    clock.setOffset(HOUR_MS);
    expect(await ask(driver, 'GET', '/rides/requests')).toMatchObject({
      status: 403,
      body: { code: 'auth.suspended' },
    });
    expect((await ask(driver, 'POST', `/bookings/${booking.id}/payment/confirm`)).status).toBe(200);
    expect(await me(driver)).toBe(200);
    clock.setOffset(HOUR_MS + SUSPENDED_READS_RECEIPT_MS + 1_000);
    expect(await me(driver)).toBe(403);
  });

  test('a person who does not pay is signed out 24 hours after the ride', async () => {
    const { customer, driver, booking } = await agreed('google_pay');
    await suspend(customer);
    await complete(driver, booking);
    clock.setOffset(SUSPENDED_SETTLES_HOURS * HOUR_MS - 60_000);
    expect(await me(customer)).toBe(200);
    clock.setOffset(SUSPENDED_SETTLES_HOURS * HOUR_MS + 1_000);
    expect(await me(customer)).toBe(403);
  });

  test('a ride paid and confirmed long before the suspension keeps nobody signed in', async () => {
    const { customer, driver, booking } = await agreed('cash');
    await complete(driver, booking);
    await steps.confirm(driver, booking);
    clock.setOffset(HOUR_MS);
    await suspend(customer);
    expect(await me(customer)).toBe(403);
  });
});

describe('uploaded pictures', () => {
  const open = async (address: string | null) => (await fetch(`${app.url}${address}`)).status;

  test('of the driver and the car are visible to a suspended customer until the ride is finished', async () => {
    const { customer, driver, booking } = await agreed('cash');
    const { quote: other } = await steps.booked(customer, await app.registerDriver());
    await suspend(customer);
    const { quote } = await steps.readBooking(customer, booking.id);
    expect(await open(quote.driver_photo)).toBe(200);
    expect(await open(quote.vehicle_image)).toBe(200);
    expect(await open(other.driver_photo)).toBe(403);
    await steps.cancel(driver, booking);
    expect(await open(quote.driver_photo)).toBe(403);
  });

  test('of documents are not visible, not even to the suspended driver who owns them', async () => {
    const { driver } = await agreed('cash');
    const { body } = await app.request<DriverProfile>('GET', '/driver/profile', { token: driver.token });
    await suspend(driver);
    expect(await open(body.driver_photo)).toBe(200);
    expect(await open(body.rc_document)).toBe(403);
  });
});

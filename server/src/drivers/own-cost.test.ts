import type { VerificationItem } from '@boli/shared/admin/admin.schema';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { describe, expect, test } from '@jest/globals';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { DriverProfileModel } from './drivers.model';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { driver, rival, customer, admin } = setUpPeople({
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
  customer: () => app.register('customer'),
  admin: () => app.register('admin'),
});

/** A number that cannot occur in a timestamp of a response, because no time of day has 67 seconds. */
const COST = 67.35;
const change = (body: object, { token } = driver) =>
  app.request<DriverProfile>('PUT', '/driver/profile', { token, body });
const own = async ({ token } = driver) =>
  (await app.request<DriverProfile>('GET', '/driver/profile', { token })).body.cost_per_km;

describe("a driver's cost of a kilometre", () => {
  test.each([0, 0.01, 7.35, 100])('is kept: %p', async (cost) => {
    expect((await change({ cost_per_km: cost })).body.cost_per_km).toBe(cost);
    expect(await own()).toBe(cost);
  });

  test.each([-0.01, 100.01, 7.355, 'seven', true])('is refused: %p', async (cost) => {
    await change({ cost_per_km: COST });
    const { status, body } = await change({ cost_per_km: cost });
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'cost_per_km' }] }]);
    expect(await own()).toBe(COST);
  });

  test('stays when another field is changed, and is removed by null and by a blank text', async () => {
    for (const nothing of [null, '', ' ']) {
      await change({ cost_per_km: COST });
      await change({ car_model: 'Maruti Ertiga' });
      expect(await own()).toBe(COST);
      await change({ cost_per_km: nothing });
      expect(await own()).toBeNull();
    }
  });

  test('is null in a profile from before the field existed', async () => {
    const old = await app.registerDriver();
    await DriverProfileModel.updateOne({ user_id: old.id }, { $unset: { cost_per_km_paise: 1 } });
    expect(await own(old)).toBeNull();
  });

  test('is sent to nobody else: not to an admin, the customer of a ride, or another driver', async () => {
    const read = async (person: TestPerson, path: string) =>
      (await app.request<unknown>('GET', path, { token: person.token })).body;
    const sockets = await Promise.all([admin, customer, rival].map((person) => connect(person)));
    const mine = await connect(driver);
    await change({ cost_per_km: COST });
    const isOwn = (pushed: object) => JSON.stringify(pushed).includes(`"cost_per_km":${COST}`);
    await mine.waitFor('driver:updated', isOwn);

    const listed = (await read(admin, '/admin/drivers/pending-verification')) as VerificationItem[];
    const item = listed.find(({ profile }) => profile.user_id === driver.id);
    expect(item?.profile).toMatchObject({ car_model: expect.any(String), cost_per_km: null });
    const verify = `/admin/drivers/${driver.id}/verify?status=verified`;
    const verified = await app.request<DriverProfile>('PUT', verify, { token: admin.token, body: {} });
    expect(verified.body).toMatchObject({ verification_status: 'verified', cost_per_km: null });

    const booking = await steps.booked(customer, driver, { price: 240 });
    const answers = await Promise.all([
      read(admin, '/admin/live'),
      read(admin, `/bookings/${booking.id}`),
      read(admin, '/admin/log'),
      read(customer, `/bookings/${booking.id}`),
      read(customer, `/quotes/ride/${booking.ride_request_id}`),
      read(rival, '/driver/profile'),
    ]);
    expect(JSON.stringify([listed, verified.body, ...answers])).not.toContain(String(COST));
    for (const socket of sockets) expect(JSON.stringify(socket.received)).not.toContain(String(COST));
    expect(await own()).toBe(COST);
  });
});

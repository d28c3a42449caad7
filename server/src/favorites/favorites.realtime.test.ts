import { randomUUID } from 'node:crypto';
import type { DriverStatus } from '@boli/shared/drivers/drivers.schema';
import { expect, test } from '@jest/globals';
import { expirePresence } from '../realtime/presence';
import { market } from '../testing/market';
import { letPass } from '../testing/monotonic';
import { eventually, settle, type TestSocket } from '../testing/realtime';
import { setUpPeople, setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

const keep = async () => {
  const steps = market(app);
  await steps.quote(driver, await steps.ride(customer));
  return app.request('POST', `/favorites/add/${driver.id}`, { token: customer.token });
};
const watch = (socket: TestSocket, ...ids: string[]) => socket.ask('drivers:watch', { driver_ids: ids });
const turn = (is_available: boolean) =>
  app.request('PUT', '/driver/availability', { token: driver.token, body: { is_available } });
const status = (over: Partial<DriverStatus> = {}) => ({
  driver_id: driver.id,
  is_available: false,
  verification_status: 'pending',
  ...over,
});
const is = (over: Partial<DriverStatus>) => (pushed: object) =>
  Object.entries(over).every(([name, value]) => name in pushed && pushed[name as keyof typeof pushed] === value);

test('a customer sees a favorite driver come online, change availability, become verified and go offline', async () => {
  await keep();
  const screen = await connect(customer);
  expect(await watch(screen, driver.id)).toEqual({ ok: true, drivers: [status()] });
  const phone = await connect(driver);
  expect(await screen.waitFor('driver:updated', is({ is_available: true }))).toEqual(status({ is_available: true }));
  screen.received.length = 0;
  await turn(false);
  await screen.waitFor('driver:updated', is({ is_available: false }));
  await turn(true);
  await screen.waitFor('driver:updated', is({ is_available: true }));
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=verified`, { token: admin.token });
  await screen.waitFor('driver:updated', is({ verification_status: 'verified' }));
  screen.received.length = 0;
  phone.close();
  await phone.gone();
  // The clock advances again and again, because the server may notice the lost connection late.
  await eventually(() => {
    letPass(61_000);
    expirePresence();
    return screen.all('driver:updated').some(is({ is_available: false }));
  }, 'the driver never went offline');
});

test('only the public fields of a driver are pushed', async () => {
  await keep();
  const screen = await connect(customer);
  await watch(screen, driver.id);
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=rejected`, {
    token: admin.token,
    body: { reason: 'a private reason' },
  });
  const pushed = await screen.waitFor('driver:updated', is({ verification_status: 'rejected' }));
  expect(pushed).toEqual(status({ verification_status: 'rejected' }));
  expect(JSON.stringify(screen.received)).not.toContain('a private reason');
});

test('a customer may watch a driver who has quoted to them', async () => {
  const steps = market(app);
  const screen = await connect(customer);
  expect(await watch(screen, driver.id)).toMatchObject({ ok: false, status: 404 });
  await steps.quote(driver, await steps.ride(customer));
  expect(await watch(screen, driver.id)).toEqual({ ok: true, drivers: [status()] });
  const stranger = await connect(await app.register('customer'));
  expect(await watch(stranger, driver.id)).toMatchObject({ ok: false, status: 404 });
});

test('a refused watch joins no room, not even those of allowed drivers', async () => {
  await keep();
  const other = await app.registerDriver();
  const screen = await connect(customer);
  expect(await watch(screen, driver.id, other.id)).toMatchObject({ ok: false, status: 404 });
  await turn(false);
  await settle(screen);
  expect(screen.all('driver:updated')).toEqual([]);
});

test('after unwatching no updates are received', async () => {
  await keep();
  const screen = await connect(customer);
  await watch(screen, driver.id);
  await screen.ask('drivers:unwatch', { driver_ids: [driver.id] });
  await turn(false);
  await settle(screen);
  expect(screen.all('driver:updated')).toEqual([]);
});

test('a socket that unwatches during the check of its watch receives nothing', async () => {
  await keep();
  const screen = await connect(customer);
  const asked = watch(screen, driver.id);
  await Promise.all([asked, screen.ask('drivers:unwatch', { driver_ids: [driver.id] })]);
  await turn(false);
  await settle(screen);
  expect(screen.all('driver:updated')).toEqual([]);
});

test('a watch after a lost connection returns the same data as REST', async () => {
  await keep();
  const first = await connect(customer);
  await watch(first, driver.id);
  first.close();
  await first.gone();
  await connect(driver);
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=verified`, { token: admin.token });
  const again = await connect(customer);
  const { body } = await app.request<object[]>('GET', '/favorites/my', { token: customer.token });
  const { drivers } = await watch(again, driver.id);
  expect(drivers).toEqual([status({ is_available: true, verification_status: 'verified' })]);
  expect(body).toMatchObject([{ is_available: true, verification_status: 'verified' }]);
});

test('watching is only for customers, and for at most fifty drivers at a time', async () => {
  for (const person of [driver, admin])
    expect(await watch(await connect(person), driver.id)).toMatchObject({ ok: false, status: 403 });
  const screen = await connect(customer);
  const many = Array.from({ length: 51 }, () => randomUUID());
  expect(await watch(screen, ...many)).toMatchObject({ ok: false, status: 400 });
  for (const payload of [{}, { driver_ids: 'x' }, { driver_ids: ['x'] }, { driver_ids: [null] }])
    expect(await screen.ask('drivers:watch', payload)).toMatchObject({ ok: false, status: 400 });
  expect(await watch(screen)).toEqual({ ok: true, drivers: [] });
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { TestPerson } from '../testing/app';
import { type LiveApp, settle, startLiveApp, type TestSocket } from '../testing/live';

let app: LiveApp;
let driver: TestPerson;
let rival: TestPerson;
let admin: TestPerson;
const open: TestSocket[] = [];

beforeAll(async () => {
  app = await startLiveApp();
  admin = await app.register('admin');
});
afterAll(() => app.close());
beforeEach(async () => {
  [driver, rival] = await Promise.all([app.registerDriver(), app.registerDriver()]);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

async function connect(person: TestPerson): Promise<TestSocket> {
  const socket = await app.connect(person.token);
  open.push(socket);
  return socket;
}

test('a decision on a driver is told to that driver and to the admins', async () => {
  const [own, other, office] = [await connect(driver), await connect(rival), await connect(admin)];
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=verified`, { token: admin.token });
  const isVerified = (told: object) =>
    'profile' in told && JSON.stringify(told).includes('"verification_status":"verified"');
  expect(await own.hears('driver:updated', isVerified)).toMatchObject({
    profile: { user_id: driver.id, is_available: true },
  });
  expect((await office.hears('verification:updated', ({ item }) => isVerified(item))).item).toMatchObject({
    user: { id: driver.id },
  });
  await settle(other);
  expect(JSON.stringify(other.heard)).not.toContain(driver.id);
});

test('the online switch is turned by socket as by REST', async () => {
  const own = await connect(driver);
  expect(await own.ask('driver:availability', { is_available: false })).toEqual({ ok: true, is_available: false });
  expect((await app.request('GET', '/driver/profile', { token: driver.token })).body).toMatchObject({
    is_available: false,
  });
  expect(await own.ask('driver:availability', { is_available: true, lat: 28.6, lng: 77.2 })).toEqual({
    ok: true,
    is_available: true,
  });
  expect((await app.request('GET', '/driver/profile', { token: driver.token })).body).toMatchObject({
    is_available: true,
  });
});

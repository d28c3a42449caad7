import { expect, test } from '@jest/globals';
import { domainEvents } from '../domain-events';
import { eventually, settle } from '../testing/realtime';
import { setUpPeople, setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';
import { profiles } from './drivers.repository';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const { admin } = setUpPeople({ admin: () => app.register('admin') });
const { driver, rival } = setUpPeopleEach({ driver: () => app.registerDriver(), rival: () => app.registerDriver() });

test('a decision on a driver is pushed to that driver and to the admins', async () => {
  const [own, other, office] = [await connect(driver), await connect(rival), await connect(admin)];
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=verified`, { token: admin.token });
  const isVerified = (pushed: object) =>
    'profile' in pushed && JSON.stringify(pushed).includes('"verification_status":"verified"');
  expect(await own.waitFor('driver:updated', isVerified)).toMatchObject({
    profile: { user_id: driver.id, is_available: true },
  });
  expect((await office.waitFor('verification:updated', ({ item }) => isVerified(item))).item).toMatchObject({
    user: { id: driver.id },
  });
  await settle(other);
  expect(JSON.stringify(other.received)).not.toContain(driver.id);
});

test('documents are pushed to the driver and to each admin, each with their own signed addresses', async () => {
  const second = await app.register('admin');
  const [own, office, branch] = [await connect(driver), await connect(admin), await connect(second)];
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=verified`, { token: admin.token });
  const ofDriver = ({ item }: { item: { user: { id: string } } }) => item.user.id === driver.id;
  const [first, other] = [
    (await office.waitFor('verification:updated', ofDriver)).item.profile.rc_document,
    (await branch.waitFor('verification:updated', ofDriver)).item.profile.rc_document,
  ];
  const pushed = await own.waitFor('driver:updated', (news) => 'profile' in news);
  expect([first, other]).toEqual([
    expect.stringContaining(`user=${admin.id}&`),
    expect.stringContaining(`user=${second.id}&`),
  ]);
  expect('profile' in pushed && pushed.profile.rc_document).toContain(`user=${driver.id}&`);
  for (const address of [first, other]) expect((await fetch(`${app.url}${address}`)).status).toBe(200);
});

test('changes of the availability take effect in the order in which one socket sent them', async () => {
  const own = await connect(driver);
  for (let round = 0; round < 20; round += 1) {
    const changes = [true, false, true, false, round % 2 === 0];
    await Promise.all(changes.map((is_available) => own.ask('driver:availability', { is_available })));
    expect((await profiles.byUser(driver.id))?.online_switch).toBe(round % 2 === 0);
  }
});

test('the availability can be switched by socket, and REST then shows it', async () => {
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

test('the last push equals the stored state, even if the events of two writes arrive in reverse order', async () => {
  const own = await connect(driver);
  const before = await profiles.byUser(driver.id);
  if (!before) throw new Error('the driver has no profile');
  await own.ask('driver:availability', { is_available: false });
  await own.waitFor('driver:updated', (pushed) => 'profile' in pushed && !pushed.profile.is_available);
  own.received.length = 0;
  domainEvents.emit('driver.changed', { profile: before });
  await own.waitFor('driver:updated');
  expect(own.all('driver:updated')).toMatchObject([{ profile: { is_available: false } }]);
});

test('an event that arrives late does not show a decided driver as undecided to admins', async () => {
  const office = await connect(admin);
  const before = await profiles.byUser(driver.id);
  if (!before) throw new Error('the driver has no profile');
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=verified`, { token: admin.token });
  const pushed = () =>
    office
      .all('verification:updated')
      .filter(({ item }) => item.user.id === driver.id)
      .map(({ item }) => item.profile.verification_status);
  await eventually(() => pushed().includes('verified'), 'the decision was not pushed');
  domainEvents.emit('driver.changed', { profile: before });
  await app.request('PUT', `/admin/drivers/${driver.id}/verify?status=rejected`, { token: admin.token });
  await eventually(() => pushed().includes('rejected'), 'the next decision was not pushed');
  expect(pushed().slice(-2)).toEqual(['verified', 'rejected']);
});

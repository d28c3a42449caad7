import { expect, test } from '@jest/globals';
import { market } from '../testing/market';
import { settle } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { socketsOf } from '../testing/sockets';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});

test('a notification is pushed only to its owner, in the form of the REST answer', async () => {
  const [own, other, office] = [
    await connect(customer),
    await connect(driver),
    await connect(await app.register('admin')),
  ];
  await steps.quote(driver, await steps.ride(customer));
  const { notification } = await own.waitFor('notification:created');
  expect(notification).toMatchObject({ kind: 'quote_received', read_at: null });
  const { body } = await app.request('GET', '/notifications', { token: customer.token });
  expect(body).toEqual({ notifications: [notification], unread: 1 });
  await settle(other, office);
  for (const socket of [other, office]) expect(socket.all('notification:created')).toEqual([]);
});

test('a notification read on one device becomes read on the other devices', async () => {
  await steps.booked(customer, driver);
  const [phone, desktop, stranger] = [await connect(driver), await connect(driver), await connect(customer)];
  await app.request('POST', '/notifications/read', { token: driver.token, body: {} });
  for (const socket of [phone, desktop])
    expect(await socket.waitFor('notification:read')).toEqual({ ids: null, unread: 0 });
  await settle(stranger);
  expect(stranger.all('notification:read')).toEqual([]);
});

test('a booking and its cancellation push one notification each', async () => {
  const own = await connect(driver);
  const booking = await steps.booked(customer, driver);
  await own.waitFor('notification:created');
  await steps.cancel(customer, booking);
  await own.waitFor('notification:created', ({ notification }) => notification.kind === 'booking_cancelled');
  expect(own.all('notification:created')).toHaveLength(2);
});

import { rooms } from '@boli/shared/realtime/rooms';
import { beforeAll, expect, test } from '@jest/globals';
import { reportAnswer } from '../store/interruptions';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { letPass } from '../testing/monotonic';
import { settle } from '../testing/realtime';
import { setUpRealtimeApp } from '../testing/set-up';
import { inOrder } from './in-order';
import { hasListeners } from './push';

const app = setUpRealtimeApp();
let ride: string;
let booking: string;
let people: Record<'customer' | 'driver' | 'admin', TestPerson>;

beforeAll(async () => {
  const [customer, driver, admin] = await Promise.all([
    app.register('customer'),
    app.registerDriver(),
    app.register('admin'),
  ]);
  people = { customer, driver, admin };
  const steps = market(app);
  ride = (await steps.ride(customer)).id;
  booking = (await steps.booked(customer, driver)).id;
});

interface Left {
  role: keyof typeof people;
  noun: string;
  payload: () => object;
  room: () => string;
}

test.each<Left>([
  { role: 'customer', noun: 'ride', payload: () => ({ ride_request_id: ride }), room: () => rooms.ride(ride) },
  { role: 'customer', noun: 'booking', payload: () => ({ booking_id: booking }), room: () => rooms.booking(booking) },
  { role: 'driver', noun: 'rides', payload: () => ({}), room: () => rooms.rides },
  { role: 'admin', noun: 'admin', payload: () => ({}), room: () => rooms.liveAdmins },
])('as $role: $noun:unwatch during the check of $noun:watch takes the socket out of the room', async (left) => {
  const { role, noun, payload, room } = left;
  const socket = await app.connect(people[role].token);
  const all = (...names: string[]) => Promise.all(names.map((name) => socket.ask(`${noun}:${name}`, payload())));
  expect((await all('watch', 'unwatch', 'watch', 'unwatch')).map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(hasListeners(room())).toBe(false);
  await all('unwatch', 'watch');
  expect(hasListeners(room())).toBe(true);
  socket.close();
});

test('when too many events of a subject wait, only their receivers are asked to read fresh snapshots', async () => {
  const { customer, driver, admin } = people;
  const [receiver, watcher, other] = await Promise.all(
    [customer, driver, admin].map(({ token }) => app.connect(token)),
  );
  if (!receiver || !watcher || !other) throw new Error('not connected');
  await watcher.ask('rides:watch', {});
  const to = () => [rooms.user(customer.id), rooms.rides];
  let emitted = 0;
  const emit = async () => {
    emitted += 1;
  };
  await Promise.all(Array.from({ length: 150 }, (_, version) => inOrder('busy', emit, { says: `${version}`, to })));
  expect(emitted).toBe(100);
  letPass(1_000);
  reportAnswer();
  await Promise.all([receiver.waitFor('sync:required'), watcher.waitFor('sync:required')]);
  // A socket that is asked at all has been asked after three seconds: the random moments lie within that time.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await settle(receiver, watcher, other);
  const times = [receiver, watcher, other].map((socket) => socket.all('sync:required').length);
  expect(times).toEqual([1, 1, 0]);
  for (const socket of [receiver, watcher, other]) socket.close();
});

import { rooms } from '@boli/shared/realtime/rooms';
import { beforeAll, expect, test } from '@jest/globals';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpRealtimeApp } from '../testing/set-up';
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

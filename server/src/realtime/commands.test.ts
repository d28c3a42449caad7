import { expect, test } from '@jest/globals';
import { eventually } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const { customer, driver } = setUpPeople({
  customer: () => app.register('customer'),
  driver: () => app.register('driver'),
});

test('an unknown message gets an error, or is ignored if its sender expects no answer', async () => {
  const socket = await connect(customer);
  expect(await socket.ask('no:such', {})).toMatchObject({ ok: false, status: 404, code: 'realtime.unknown_event' });
  socket.raw.emit('no:such', {});
  expect(await socket.ask('toString', {})).toMatchObject({ ok: false, status: 404 });
  expect(await socket.ask('__proto__', {})).toMatchObject({ ok: false, status: 404 });
});

test('a message that only another role may send is refused', async () => {
  const socket = await connect(customer);
  const payload = { booking_id: crypto.randomUUID(), lat: 1, lng: 1 };
  expect(await socket.ask('booking:location', payload)).toMatchObject({ ok: false, status: 403 });
});

test('an invalid payload is refused with the code of its invalid field', async () => {
  const socket = await connect(driver);
  const answer = await socket.ask('booking:location', { booking_id: crypto.randomUUID(), lat: 91, lng: 1 });
  expect(answer).toMatchObject({ ok: false, status: 400, code: 'geo.latitude' });
});

test('a message over 16 kB closes its own connection and no other', async () => {
  const [loud, other] = [await connect(customer), await connect(driver)];
  loud.raw.emit('ride:watch', { ride_request_id: 'x'.repeat(20_000) });
  await loud.gone();
  expect(other.raw.connected).toBe(true);
});

test('messages beyond the budget get 429; positions beyond their own budget are dropped without an answer', async () => {
  const restore = withSettings({ RATE_CALLS: '25' });
  const socket = await connect(await app.register('driver'));
  const answers = await Promise.all(Array.from({ length: 250 }, () => socket.ask('no:such', {})));
  restore();
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(190);
  expect(statuses).toContain(429);
  const fix = { booking_id: crypto.randomUUID(), lat: 1, lng: 1 };
  const positions = Array.from({ length: 100 }, () =>
    socket.raw
      .timeout(2_000)
      .emitWithAck('booking:location', fix)
      .catch(() => null),
  );
  const dropped = (await Promise.all(positions)).filter((answer) => answer === null);
  expect(dropped.length).toBeGreaterThanOrEqual(70);
  expect(socket.raw.connected).toBe(true);
});

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}

const hostile: unknown[] = [
  null,
  undefined,
  true,
  0,
  -1,
  1e308,
  Number.NaN,
  '',
  'x',
  [],
  [[]],
  {},
  [null],
  { length: -1 },
  { booking_id: null },
  { booking_id: { $ne: null } },
  { booking_id: ['a'], lat: '1', lng: {} },
  { ride_request_id: '../../etc/passwd' },
  { ride_request_id: crypto.randomUUID(), __proto__: { role: 'admin' } },
  JSON.parse('{"__proto__":{"ok":true},"constructor":{"prototype":{"ok":true}}}'),
  Buffer.from('binary'),
  { booking_id: Buffer.alloc(64) },
  new Array(1_000).fill(0),
  nested(500),
];

const names = [
  'ride:watch',
  'rides:watch',
  'booking:watch',
  'booking:location',
  'driver:availability',
  'error',
  'data',
  'message',
  '',
  'constructor',
];

test('a malformed packet never ends the process, and other clients are served meanwhile', async () => {
  const witness = await connect(driver);
  for (const name of names) {
    const socket = await connect(await app.register('driver'));
    for (const payload of hostile) {
      socket.raw.emit(name, payload);
      socket.raw.emit(name, payload, payload, () => undefined);
      socket.raw.emit(name);
      socket.raw.emit(name, () => undefined);
    }
    expect(await socket.ask('no:such')).toMatchObject({ ok: false });
  }
  expect(await witness.ask('no:such')).toMatchObject({ ok: false, status: 404 });
});

test.each([
  '42["ride:watch"',
  '42[]',
  '42[{}]',
  '42[null,1]',
  '42["error",{}]',
  '42["disconnect"]',
  '42["newListener",1]',
  '451-["x",{"_placeholder":true,"num":9}]',
  '459999999-["x"]',
  '43[1]',
  '4399999999999[1]',
  '44{"message":"x"}',
  '47',
  '4',
  '9',
  '',
  '40/other,{}',
  '42/other,["x"]',
  '40',
  '41',
  '42999999999999999999["rides:watch",{}]',
])('the raw packet %s affects only its own connection', async (packet) => {
  const witness = await connect(driver);
  const socket = await connect(customer);
  const engine = socket.raw.io.engine;
  Reflect.get(engine.transport, 'ws').send(packet);
  await eventually(async () => (await witness.ask('no:such')).status === 404, 'the others were not served');
  expect(witness.raw.connected).toBe(true);
});

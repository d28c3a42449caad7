import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { registry } from './core/metrics';
import { startHeartbeat } from './store/heartbeat';
import { market } from './testing/market';
import { eventually, type RealtimeApp, settle, startRealtimeApp } from './testing/realtime';

let app: RealtimeApp;
let stopHeartbeat: () => Promise<void>;
beforeAll(async () => {
  app = await startRealtimeApp();
  stopHeartbeat = startHeartbeat();
});
afterAll(async () => {
  await stopHeartbeat();
  await app.close();
});

/** The value of a line of `/metrics`, such as `refusals_total{status="401"}`; 0 if there is none. */
async function valueOfLine(line: string): Promise<number> {
  const lines = (await registry.metrics()).split('\n');
  return Number(lines.find((each) => each.startsWith(`${line} `))?.slice(line.length + 1) ?? 0);
}

test('the metrics count events with their delay, rooms, positions with their age, refusals and pings of the database', async () => {
  const [customer, driver] = [await app.register('customer'), await app.registerDriver()];
  const before = await Promise.all(['socket_rooms', 'refusals_total{status="401"}'].map(valueOfLine));
  const socket = await app.connect(customer.token);
  const booking = await market(app).drive(driver, await market(app).booked(customer, driver), 'in_progress');
  await socket.ask('booking:watch', { booking_id: booking.id });
  // The socket's own room, the user's, and the booking's.
  expect(await valueOfLine('socket_rooms')).toBe((before[0] ?? 0) + 3);
  expect(await valueOfLine('socket_events_total{event="booking:created"}')).toBeGreaterThan(0);

  for (const event of ['ride.changed', 'quote.changed', 'booking.changed'])
    expect(await valueOfLine(`push_delay_seconds_count{event="${event}",from="own"}`)).toBeGreaterThan(0);

  const phone = await app.connect(driver.token);
  const aged = new Date(Date.now() - 2_000).toISOString();
  await phone.ask('booking:location', { booking_id: booking.id, lat: 28.62, lng: 77.21, recorded_at: aged });
  await socket.waitFor('booking:location');
  expect(await valueOfLine('position_age_seconds_count')).toBe(1);
  const age = await valueOfLine('position_age_seconds_sum');
  expect(age).toBeGreaterThan(1.9);
  expect(age).toBeLessThan(8);
  expect(await valueOfLine('socket_events_total{event="booking:location"}')).toBe(1);
  await eventually(async () => (await valueOfLine('positions_waiting')) === 0, 'the point is not stored');

  await app.request('GET', '/auth/me', { token: 'nobody' });
  expect(await valueOfLine('refusals_total{status="401"}')).toBe((before[1] ?? 0) + 1);
  await eventually(async () => (await valueOfLine('store_ping_seconds_count')) > 0, 'no ping was measured');
  await settle(socket, phone);
});

test('the metrics count the points that are not stored yet', async () => {
  const [customer, driver] = [await app.register('customer'), await app.registerDriver()];
  const booking = await market(app).drive(driver, await market(app).booked(customer, driver), 'in_progress');
  const phone = await app.connect(driver.token);
  const waits = async () => {
    await phone.ask('booking:location', { booking_id: booking.id, lat: 28.62, lng: 77.21 });
    return (await valueOfLine('positions_waiting')) > 0;
  };
  await eventually(waits, 'no point waits, although one is sent again and again');
});

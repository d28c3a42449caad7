import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { type PausableLink, pausableLink } from '../testing/pausable-link';
import { eventually, type RealtimeApp, startRealtimeApp, type TestSocket } from '../testing/realtime';

/** The positions that are sent while the database is stopped, which takes five seconds. */
const SENT = 5;
/** Milliseconds between two positions: a little more than the hub's minimum of a second between two pushes. */
const INTERVAL_MS = 1_050;

let app: RealtimeApp;
let steps: ReturnType<typeof market>;
let link: PausableLink;
const realUri = process.env.TEST_MONGODB_URI;

beforeAll(async () => {
  const uri = new URL(realUri ?? '');
  link = await pausableLink({ host: uri.hostname, port: Number(uri.port) });
  uri.host = `127.0.0.1:${link.port}`;
  uri.searchParams.set('directConnection', 'true');
  process.env.TEST_MONGODB_URI = uri.toString();
  app = await startRealtimeApp();
  steps = market(app);
});
afterAll(async () => {
  process.env.TEST_MONGODB_URI = realUri;
  await app.close();
  await link.close();
});

async function rideOn(customer: TestPerson, driver: TestPerson): Promise<Booking> {
  const ride = await steps.ride(customer);
  const booking = await steps.book(customer, await steps.quote(driver, ride, 200));
  return steps.step(driver, await steps.step(driver, booking, 'accepted'), 'in_progress');
}

interface Sent {
  lat: number;
  at: number;
}

/** Sends so many positions, one every `INTERVAL_MS`. Returns the sent positions. */
async function drive(own: TestSocket, booking: Booking, count: number): Promise<Sent[]> {
  const sent: Sent[] = [];
  while (sent.length < count) {
    const lat = 28 + sent.length / 1000 + Math.random() / 10_000;
    sent.push({ lat, at: performance.now() });
    own.raw.emit('booking:location', { booking_id: booking.id, lat, lng: 77.2 });
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
  return sent;
}

test('positions are pushed while the database is stopped for 5 seconds, and stored when it is back', async () => {
  const [customer, driver] = [await app.register('customer'), await app.registerDriver()];
  const booking = await rideOn(customer, driver);
  const [mine, own] = [await app.connect(customer.token), await app.connect(driver.token)];
  await mine.ask('booking:watch', { booking_id: booking.id });
  const arrived = new Map<number, number>();
  mine.raw.on('booking:location', ({ lat }: { lat: number }) => arrived.set(lat, performance.now()));
  await own.ask('booking:location', { booking_id: booking.id, lat: 28, lng: 77.2 });
  await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));

  link.pause();
  const sent = await drive(own, booking, SENT);
  link.resume();

  const delays = sent.map(({ lat, at }) => (arrived.get(lat) ?? Number.POSITIVE_INFINITY) - at);
  expect(Math.max(...delays)).toBeLessThan(500);
  const last = sent.at(-1)?.lat;
  const stored = () =>
    mongoose.connection.collection<{ _id: string; driver_lat?: number }>('bookings').findOne({ _id: booking.id });
  await eventually(async () => (await stored())?.driver_lat === last, 'the last position was not stored', 10_000);
  const track = await app.request<unknown[]>('GET', `/bookings/${booking.id}/track`, { token: customer.token });
  expect(track.body.length).toBeGreaterThanOrEqual(sent.length);
});

import { randomUUID } from 'node:crypto';
import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import mongoose from 'mongoose';
import { eventually } from '../testing/realtime';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { recordedDrive } from './drive';
import { storeTrack } from './late-points';
import { acceptFix, flushPositions, followBooking, readTrack, stopPositions } from './positions';
import { heldBooking, latestPosition } from './positions.memory';

const app = setUpApp();
const { driver } = setUpPeopleEach({ driver: () => app.register('driver') });

afterEach(() => stopPositions());

interface StoredRow {
  _id: string;
  [field: string]: unknown;
}
const bookings = () => mongoose.connection.collection<StoredRow>('bookings');
const admin = { id: 'an admin', role: 'admin', name: 'An admin' } as const;

/** A booking with only the fields that the positions read. */
async function storeBooking(status: BookingStatus, more: object = {}): Promise<string> {
  const _id = randomUUID();
  const row = { customer_id: randomUUID(), driver_id: driver.id, status, created_at: new Date(), version: 1 };
  await bookings().insertOne({ _id, ...row, driver_location_seq: null, ...more });
  return _id;
}

/** The times of a booking that was accepted and completed this long ago (ms). */
const ended = (ago = 0) => {
  const at = new Date(Date.now() - ago);
  return { accepted_at: at, completed_at: at };
};

function fix(lat: number, recorded_at: Date | null = null) {
  return { lat, lng: 77.2, heading: 90, speed: 8, accuracy: 5, recorded_at };
}

test.each(['pending', 'completed', 'cancelled', 'rejected'] as const)(
  'a booking that is %s accepts no position',
  async (status) => {
    const id = await storeBooking(status);
    await expect(acceptFix(id, driver.id, fix(28.6))).rejects.toMatchObject({ status: 409 });
  },
);

test("another driver's booking and a missing booking both get 404", async () => {
  const id = await storeBooking('in_progress');
  await expect(acceptFix(id, randomUUID(), fix(28.6))).rejects.toMatchObject({ status: 404 });
  await expect(acceptFix(randomUUID(), driver.id, fix(28.6))).rejects.toMatchObject({ status: 404 });
});

test('a jump is not shown live, also when the clock of the phone is hours ahead', async () => {
  const id = await storeBooking('in_progress');
  const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  expect(await acceptFix(id, driver.id, fix(28.6, ahead(1)))).toMatchObject({ live: true });
  expect(await acceptFix(id, driver.id, fix(37.6, ahead(9)))).toEqual({ live: false, reason: 'jump' });
});

test('the newest position is written later, without changing the version', async () => {
  const id = await storeBooking('in_progress');
  for (const lat of [28.6, 28.6001, 28.6002]) await acceptFix(id, driver.id, fix(lat));
  expect(await bookings().findOne({ _id: id })).not.toHaveProperty('driver_lat');
  await flushPositions();
  const seq = latestPosition(id)?.seq;
  expect(await bookings().findOne({ _id: id })).toMatchObject({
    driver_lat: 28.6002,
    driver_location_seq: seq,
    version: 1,
  });
});

test('a late batch never replaces a newer position', async () => {
  const id = await storeBooking('in_progress', { driver_lat: 1, driver_location_seq: Date.now() + 3_600_000 });
  const { writeNewest } = await import('./positions.repository');
  const late = { lat: 2, lng: 2, heading: null, speed: null, recordedAt: Date.now() };
  await writeNewest([{ bookingId: id, fix: late, seq: Date.now() }]);
  expect(await bookings().findOne({ _id: id })).toMatchObject({ driver_lat: 1 });
});

test('seq continues after a restart from the stored value, even if the clock was set back', async () => {
  const stored = Date.now() + 3_600_000;
  const id = await storeBooking('accepted', { driver_location_seq: stored });
  await acceptFix(id, driver.id, fix(28.6));
  expect(latestPosition(id)?.seq).toBe(stored + 1);
});

test('the last position of an ended booking is stored, further ones are refused, and memory is freed after a minute', async () => {
  const id = await storeBooking('in_progress');
  await acceptFix(id, driver.id, fix(28.6));
  followBooking({
    bookingId: id,
    customerId: 'c',
    driverId: driver.id,
    status: 'completed',
    createdAt: new Date(),
    version: 2,
  });
  await expect(acceptFix(id, driver.id, fix(28.7))).rejects.toMatchObject({ status: 409 });
  await flushPositions();
  expect(await bookings().findOne({ _id: id })).toMatchObject({ driver_lat: 28.6 });
  expect(latestPosition(id)).toMatchObject({ lat: 28.6 });
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 61_000);
  await flushPositions().finally(() => clock.mockRestore());
  expect(heldBooking(id)).toBeUndefined();
});

test('an outdated read of a booking never reopens it', async () => {
  const id = await storeBooking('in_progress');
  const changed = { bookingId: id, customerId: 'c', driverId: driver.id, createdAt: new Date() };
  followBooking({ ...changed, status: 'completed', version: 3 });
  followBooking({ ...changed, status: 'in_progress', version: 2 });
  await expect(acceptFix(id, driver.id, fix(28.7))).rejects.toMatchObject({ status: 409 });
});

test('the trail keeps one point a second in order, however often a batch is repeated', async () => {
  const id = await storeBooking('in_progress', { created_at: new Date(Date.now() - 600_000) });
  const start = Math.floor(Date.now() / 1000) * 1000 - 300_000;
  const points = Array.from({ length: 200 }, (_, index) => ({
    lat: 28.6 + index / 10_000,
    lng: 77.2,
    accuracy: null,
    recorded_at: new Date(start + index * 1000),
  }));
  expect(await storeTrack(id, driver.id, points)).toBe(200);
  expect(await storeTrack(id, driver.id, points.slice(50, 150))).toBe(100);
  await acceptFix(id, driver.id, fix(50));
  const track = await readTrack(id, admin);
  expect(track).toHaveLength(201);
  expect(track.slice(0, 200)).toEqual(
    points.map(({ lat, lng, recorded_at }) => ({ lat, lng, recorded_at: recorded_at.toISOString(), flag: null })),
  );
});

test('a position from before the booking is neither on the map nor in the trip', async () => {
  const id = await storeBooking('in_progress');
  await acceptFix(id, driver.id, fix(10, new Date('0000-01-01T00:00:00Z')));
  await acceptFix(id, driver.id, fix(11, new Date(Date.now() - 86_400_000)));
  await acceptFix(id, driver.id, fix(12));
  expect((await readTrack(id, admin)).map(({ lat }) => lat)).toEqual([12]);
  expect(latestPosition(id)).toMatchObject({ lat: 12 });
});

test('implausible points of a buffered trip are flagged', async () => {
  const id = await storeBooking('completed', { created_at: new Date(Date.now() - 600_000), ...ended() });
  const point = (second: number, lat: number, more: object = {}) => ({
    lat,
    lng: 77.2,
    accuracy: null,
    recorded_at: new Date(Date.now() - 300_000 + second * 1_000),
    ...more,
  });
  const points = [
    point(3, 0, { lng: 0 }),
    point(1, 28.6),
    point(2, 28.6002, { accuracy: 500 }),
    point(4, 28.9),
    point(5, 28.6004),
  ];
  expect(await storeTrack(id, driver.id, points)).toBe(5);
  const flags = (await readTrack(id, admin)).map(({ flag }) => flag);
  expect(flags).toEqual([null, 'inaccurate', 'zero', 'jump', null]);
});

test('points from before the booking or from the future are not stored', async () => {
  const id = await storeBooking('completed', ended());
  const at = (offset: number) => ({ lat: 1, lng: 1, accuracy: null, recorded_at: new Date(Date.now() + offset) });
  expect(await storeTrack(id, driver.id, [at(-86_400_000), at(-1_000), at(86_400_000)])).toBe(1);
});

test('a late batch adds points, and changes none that were recorded live or sent before', async () => {
  const id = await storeBooking('in_progress', { created_at: new Date(Date.now() - 600_000) });
  const second = Math.floor(Date.now() / 1000) * 1000 - 60_000;
  const at = (offset: number, lat: number) => ({
    ...{ lat, lng: 77.2, accuracy: null },
    recorded_at: new Date(second + offset * 1_000),
  });
  await storeTrack(id, driver.id, [at(0, 28.6), at(1, 28.6001)]);
  await acceptFix(id, driver.id, fix(28.6003));
  await flushPositions();
  const before = await readTrack(id, admin);
  const rewritten = before.map(({ recorded_at, lng }) => ({
    ...{ lat: 28.7, lng, accuracy: null },
    recorded_at: new Date(recorded_at),
  }));
  await storeTrack(id, driver.id, [...rewritten, at(2, 28.6002)]);
  const after = await readTrack(id, admin);
  expect(after).toHaveLength(before.length + 1);
  expect(after.map(({ lat }) => lat)).toEqual([28.6, 28.6001, 28.6002, 28.6003]);
});

test.each([
  ['more than 24 hours ago', ended(25 * 3_600_000)],
  ['without being accepted', { completed_at: null, accepted_at: null, cancelled_at: new Date() }],
])('a booking that ended %s accepts no late points', async (_how, times) => {
  const id = await storeBooking('cancelled', { created_at: new Date(Date.now() - 26 * 3_600_000), ...times });
  const points = [{ lat: 1, lng: 1, accuracy: null, recorded_at: new Date(Date.now() - 25.5 * 3_600_000) }];
  await expect(storeTrack(id, driver.id, points)).rejects.toMatchObject({ status: 409 });
});

test('late points from after the end of the ride are not stored', async () => {
  const id = await storeBooking('completed', { created_at: new Date(Date.now() - 600_000), ...ended(60_000) });
  const at = (ago: number) => ({ lat: 1, lng: 1, accuracy: null, recorded_at: new Date(Date.now() - ago) });
  expect(await storeTrack(id, driver.id, [at(120_000), at(30_000)])).toBe(1);
});

test.each([
  ['unknown (a negative number)', -1],
  ['poorer than the limit', 250_000],
])('a point whose accuracy is %s is stored, and so are the others of its batch', async (_what, accuracy) => {
  const id = await storeBooking('in_progress');
  const at = (ago: number) => new Date(Date.now() - ago).toISOString();
  const points = [
    { lat: 28.6, lng: 77.2, accuracy, recorded_at: at(5_000) },
    { lat: 28.6, lng: 77.2, accuracy: 5, recorded_at: at(3_000) },
  ];
  const answer = await app.request('POST', `/bookings/${id}/track`, { token: driver.token, body: { points } });
  expect(answer).toMatchObject({ status: 200, body: { stored: 2 } });
});

test('a track can be read by the parties of its booking and by admins, and written by the driver once the booking is accepted', async () => {
  const [id, pending] = [await storeBooking('in_progress'), await storeBooking('pending')];
  const points = [{ lat: 1, lng: 1, accuracy: null, recorded_at: new Date() }];
  await expect(storeTrack(id, randomUUID(), points)).rejects.toMatchObject({ status: 404 });
  await expect(storeTrack(pending, driver.id, points)).rejects.toMatchObject({ status: 409 });
  await expect(readTrack(id, { id: randomUUID(), role: 'customer', name: 'x' })).rejects.toMatchObject({ status: 404 });
  await expect(readTrack(id, { id: driver.id, role: 'driver', name: 'x' })).resolves.toEqual([]);
});

test('unwritten points are kept while the database is away, and are written when it is back', async () => {
  const id = await storeBooking('in_progress', { created_at: new Date(Date.now() - 600_000) });
  await acceptFix(id, driver.id, fix(28.6));
  const client = mongoose.connection.getClient();
  await client.close();
  const start = Date.now() - 20_000;
  for (let index = 0; index < 20; index += 1)
    await acceptFix(id, driver.id, fix(28 + index / 100, new Date(start + index * 1000)));
  await flushPositions();
  await flushPositions();
  expect(heldBooking(id)?.dirty).toBe(true);
  expect(heldBooking(id)?.trail.size).toBeGreaterThan(15);
  await client.connect();
  await flushPositions();
  expect(heldBooking(id)?.trail.size).toBe(0);
  expect(await bookings().findOne({ _id: id })).toMatchObject({ driver_lat: 28.6 });
  expect((await readTrack(id, admin)).length).toBeGreaterThan(15);
});

describe('an unwritten point is included in the track and in the driven distance', () => {
  const start = Date.now() - 20_000;
  const recorded = (id: string, n: number) =>
    acceptFix(id, driver.id, fix(28 + n / 10_000, new Date(start + n * 1_000)));
  const period = { from: new Date(start), to: new Date() };
  /** Expects all three points; without the third one the distance would be 44 metres. */
  async function expectThree(id: string): Promise<void> {
    const [track, metres] = [await readTrack(id, admin), await recordedDrive(id, period)];
    expect(track.map(({ lat }) => lat)).toEqual([28, 28.0004, 28.0008]);
    expect(metres).toBe(89);
  }

  test('during a flush that began before the point was recorded', async () => {
    const id = await storeBooking('in_progress', { created_at: new Date(start) });
    await recorded(id, 0);
    await recorded(id, 4);
    const running = flushPositions();
    await recorded(id, 8);
    await Promise.all([running, expectThree(id)]);
  });

  test('after a failed flush', async () => {
    const id = await storeBooking('in_progress', { created_at: new Date(start) });
    for (const n of [0, 4, 8]) await recorded(id, n);
    const failing = jest.spyOn(mongoose.connection.collection('tracks'), 'bulkWrite');
    failing.mockRejectedValue(new Error('the disk is full'));
    await flushPositions();
    await expectThree(id).finally(() => failing.mockRestore());
    await flushPositions();
    await expectThree(id);
  });
});

test('when a batch cannot be written to a full disk, the server is not ready until a write succeeds', async () => {
  const id = await storeBooking('in_progress');
  await acceptFix(id, driver.id, fix(28.6));
  const full = new mongoose.mongo.MongoServerError({ message: 'no space', code: 14_031 });
  const failing = jest.spyOn(mongoose.connection.collection('bookings'), 'bulkWrite').mockRejectedValue(full);
  await flushPositions();
  failing.mockRestore();
  const ready = async () => (await fetch(`${app.url}/health/ready`)).text();
  expect(await ready()).toContain('"disk":"full"');
  await eventually(async () => (await ready()).includes('"disk":"ok"'), 'the disk stays full');
});

test('the database deletes points after the configured number of days', async () => {
  const id = await storeBooking('in_progress');
  await acceptFix(id, driver.id, fix(28.6));
  await flushPositions();
  const minute = await mongoose.connection
    .collection<{ _id: string; expires_at: Date }>('tracks')
    .findOne({ _id: { $regex: `^${id}` } });
  const days = ((minute?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  const indexes = await mongoose.connection.collection('tracks').indexes();
  expect(indexes.find((index) => index.expireAfterSeconds === 0)?.key).toEqual({ expires_at: 1 });
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { Server } from 'socket.io';
import { type DomainEvents, domainEvents } from '../domain-events';
import { pushThrough } from '../realtime/push';
import { eventually } from '../testing/realtime';
import { setUpApp } from '../testing/set-up';
import { continuePositions, type HandedFix, releasePositions, setListed } from './handover';
import { acceptFix, flushPositions, followBooking, invalidateBookings, stopPositions } from './positions';
import { heldBooking, holdBooking, latestPosition } from './positions.memory';
import { receiverOf, setReceiver } from './receivers';

/** The driver of a booking moves from node to node; nodes.positions.test.ts shows the same with two processes. */

const app = setUpApp();
let driverId = '';
const published: (DomainEvents['positions.taken'] & { name: string; newest?: HandedFix | null })[] = [];
let stops: (() => void)[] = [];

beforeEach(() => {
  published.length = 0;
  driverId = randomUUID();
  // A hub without sockets: this process is one of several nodes.
  pushThrough(new Server(app.server), true);
  stops = (['positions.taken', 'positions.released'] as const).map((name) =>
    domainEvents.on(name, (event) => void published.push({ name, ...event })),
  );
});
afterEach(async () => {
  for (const stop of stops) stop();
  pushThrough(null);
  await stopPositions();
});

async function storeBooking(seq: number | null): Promise<string> {
  const _id = randomUUID();
  await mongoose.connection.collection<{ _id: string }>('bookings').insertOne({
    _id,
    ...{ customer_id: randomUUID(), driver_id: driverId, status: 'in_progress', created_at: new Date(), version: 1 },
    ...{ driver_location_seq: seq },
  });
  return _id;
}

const send = (id: string, lat: number) =>
  acceptFix(id, driverId, { lat, lng: 77.2, heading: null, speed: null, accuracy: null, recorded_at: null });
const seqOf = (id: string) => latestPosition(id)?.seq ?? 0;
const ahead = () => Date.now() + 300_000;

test('the `seq` of positions rises above the one that a dead node has stored, although its clock was five minutes ahead', async () => {
  const stored = ahead();
  const id = await storeBooking(stored);
  await send(id, 28.6);
  // That node may have sent positions for a second or two that it had not stored yet.
  expect(seqOf(id)).toBeGreaterThan(stored + 1_000);
});

test('the `seq` of positions continues after the one that a living node, whose clock is ahead, publishes', async () => {
  const id = await storeBooking(null);
  await send(id, 28.6);
  expect(published).toEqual([{ name: 'positions.taken', bookingId: id, seq: 0 }]);
  const last = ahead();
  continuePositions(id, last, null);
  await send(id, 28.6001);
  expect(seqOf(id)).toBe(last + 1);
});

test('a node that hands a booking over publishes its last `seq`, stores the last position, and forgets the booking', async () => {
  const id = await storeBooking(null);
  await send(id, 28.6);
  const seq = seqOf(id);
  releasePositions(id);
  await flushPositions();
  expect(published.filter(({ name }) => name === 'positions.released')).toEqual([
    { name: 'positions.released', bookingId: id, seq, newest: expect.objectContaining({ lat: 28.6 }) },
  ]);
  expect(heldBooking(id)).toBeUndefined();
  const stored = await mongoose.connection.collection<{ _id: string }>('bookings').findOne({ _id: id });
  expect(stored).toMatchObject({ driver_lat: 28.6, driver_location_seq: seq });
  await send(id, 28.6002);
  expect(published.filter(({ name }) => name === 'positions.taken').length).toBe(2);
  expect(seqOf(id)).toBeGreaterThan(seq);
});

/** The newest fix of another node, recorded this long ago (ms). */
const handed = (lat: number, ageMs: number): HandedFix => ({
  ...{ lat, lng: 77.2, heading: null, speed: null, accuracy: 5 },
  ...{ deviceTime: Date.now() - ageMs, recordedAt: Date.now() - ageMs, ageMs },
});
const sendDated = (id: string, lat: number, ago: number) =>
  acceptFix(id, driverId, {
    ...{ lat, lng: 77.2, heading: null, speed: null, accuracy: 5, recorded_at: new Date(Date.now() - ago) },
  });
/** Resolves when this node has asked the others for the booking. */
const taken = (id: string) =>
  eventually(
    () => published.some(({ name, bookingId }) => name === 'positions.taken' && bookingId === id),
    'not taken',
  );

test('fixes that arrive while a booking is taken are compared with the newest fix of the node that had it', async () => {
  const id = await storeBooking(null);
  setReceiver('another node', [id]);
  const [late, far, next] = [sendDated(id, 28.5999, 6_000), sendDated(id, 28.7, 0), sendDated(id, 28.6001, 0)];
  await taken(id);
  continuePositions(id, Date.now(), handed(28.6, 1_000));
  expect(await Promise.all([late, far, next])).toMatchObject([
    { live: false, reason: 'out_of_order' },
    { live: false, reason: 'jump' },
    { live: true },
  ]);
  expect(latestPosition(id)?.lat).toBe(28.6001);
});

test('a fix is refused if its ride ends while the booking is taken, and nothing of it stays in memory', async () => {
  const id = await storeBooking(null);
  setReceiver('another node', [id]);
  const refused = expect(sendDated(id, 28.6, 0)).rejects.toMatchObject({ status: 409 });
  await taken(id);
  followBooking({
    bookingId: id,
    customerId: 'customer',
    driverId,
    status: 'completed',
    createdAt: new Date(),
    version: 9,
  });
  continuePositions(id, Date.now(), null);
  await refused;
  expect(latestPosition(id)).toBeNull();
  expect(heldBooking(id)?.endedAt).not.toBeNull();
});

test('a booking that is being taken stays with this node when another one, not yet told, lists it', async () => {
  const id = await storeBooking(null);
  setReceiver('another node', [id]);
  const late = sendDated(id, 28.5999, 6_000);
  await taken(id);
  setListed('another node', [id]);
  continuePositions(id, Date.now(), handed(28.6, 1_000));
  expect(await late).toMatchObject({ live: false, reason: 'out_of_order' });
});

test('the answer of the node that had the booking is used also when it comes too late for the first fix', async () => {
  const id = await storeBooking(null);
  setReceiver('another node', [id]);
  expect(await sendDated(id, 28.5999, 6_000)).toMatchObject({ live: true });
  await flushPositions();
  const shown = seqOf(id);
  continuePositions(id, shown - 1_000, handed(28.6, 1_000));
  expect(latestPosition(id)).toMatchObject({ lat: 28.6, seq: shown + 1 });
  expect(await sendDated(id, 28.5999, 5_000)).toMatchObject({ live: false, reason: 'out_of_order' });
  await flushPositions();
  const stored = await mongoose.connection.collection<{ _id: string }>('bookings').findOne({ _id: id });
  expect(stored).toMatchObject({ driver_lat: 28.6, driver_location_seq: shown + 1 });
});

test('a node that hands a booking over hands its newest fix over, with its age', async () => {
  const [id, empty] = [await storeBooking(null), randomUUID()];
  holdBooking(empty, 0);
  await sendDated(id, 28.6, 3_000);
  for (const bookingId of [empty, id]) releasePositions(bookingId);
  // The listeners are called after the current code has run.
  await Promise.resolve();
  const [none, { newest } = {}] = published.filter(({ name }) => name === 'positions.released');
  expect(none).toMatchObject({ bookingId: empty, newest: null });
  expect(newest).toMatchObject({ lat: 28.6, lng: 77.2, accuracy: 5 });
  expect(newest?.ageMs).toBeGreaterThanOrEqual(3_000);
  expect(newest?.recordedAt).toBe(newest?.deviceTime);
});

test('after an interruption the next fix takes the booking again, and is still compared with the one before', async () => {
  const id = await storeBooking(null);
  await sendDated(id, 28.6, 0);
  invalidateBookings();
  expect(await sendDated(id, 28.5999, 5_000)).toMatchObject({ live: false, reason: 'out_of_order' });
  expect(published.filter(({ name }) => name === 'positions.taken').length).toBe(2);
});

test('a booking that this node receives and another node lists is taken again by the next fix', async () => {
  const [own, other] = [await storeBooking(null), randomUUID()];
  await send(own, 28.6);
  setListed('another node', [own, other]);
  expect([receiverOf(own), receiverOf(other)]).toEqual([undefined, 'another node']);
  await send(own, 28.6001);
  expect(published.filter(({ bookingId }) => bookingId === own).length).toBe(2);
});

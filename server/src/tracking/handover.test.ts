import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { Server } from 'socket.io';
import { type DomainEvents, domainEvents } from '../domain-events';
import { pushThrough } from '../realtime/push';
import { setUpApp } from '../testing/set-up';
import { continuePositions, releasePositions } from './handover';
import { acceptFix, flushPositions, stopPositions } from './positions';
import { heldBooking, latestPosition } from './positions.memory';

/** The driver of a booking moves from node to node; nodes.test.ts shows the same with two processes. */

const app = setUpApp();
let driverId = '';
const published: (DomainEvents['positions.taken'] & { name: string })[] = [];
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
  continuePositions(id, last);
  await send(id, 28.6001);
  expect(seqOf(id)).toBe(last + 1);
});

test('a node that hands a booking over publishes its last `seq`, stores the last position, and forgets the booking', async () => {
  const id = await storeBooking(null);
  await send(id, 28.6);
  const seq = seqOf(id);
  releasePositions(id, seq - 1);
  await flushPositions();
  expect(published.filter(({ name }) => name === 'positions.released')).toEqual([
    { name: 'positions.released', bookingId: id, seq },
  ]);
  expect(heldBooking(id)).toBeUndefined();
  const stored = await mongoose.connection.collection<{ _id: string }>('bookings').findOne({ _id: id });
  expect(stored).toMatchObject({ driver_lat: 28.6, driver_location_seq: seq });
  await send(id, 28.6002);
  expect(published.filter(({ name }) => name === 'positions.taken').length).toBe(2);
  expect(seqOf(id)).toBeGreaterThan(seq);
});

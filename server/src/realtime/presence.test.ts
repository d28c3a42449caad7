import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { facts } from '../core/facts';
import { driverJoined, driverLeft, isOnline, sweepPresence } from './presence';

let driver = 0;
let id = '';
const told: { driverId: string; online: boolean }[] = [];
let stop = () => {};

beforeEach(() => {
  driver += 1;
  id = `driver-${driver}`;
  told.length = 0;
  stop = facts.on('driver.presence', (fact) => void told.push(fact));
});
afterEach(() => {
  stop();
  clock.setOffset(0);
});

test('a driver without a connection is not online', () => {
  expect(isOnline(id)).toBe(false);
});

test('a driver stays online for 60 seconds after the last socket went, and not longer', () => {
  driverJoined(id);
  driverJoined(id);
  driverLeft(id);
  clock.setOffset(120_000);
  expect(isOnline(id)).toBe(true);
  driverLeft(id);
  clock.setOffset(179_000);
  expect(isOnline(id)).toBe(true);
  clock.setOffset(181_000);
  expect(isOnline(id)).toBe(false);
});

test('coming and going are told once each, coming back within the minute not at all', async () => {
  driverJoined(id);
  driverLeft(id);
  sweepPresence();
  driverJoined(id);
  driverLeft(id);
  clock.setOffset(61_000);
  sweepPresence();
  sweepPresence();
  await Promise.resolve();
  await Promise.resolve();
  expect(told).toEqual([
    { driverId: id, online: true },
    { driverId: id, online: false },
  ]);
});

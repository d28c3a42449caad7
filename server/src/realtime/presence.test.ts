import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { facts } from '../core/facts';
import { letPass, setWallClockBack } from '../testing/monotonic';
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
  jest.restoreAllMocks();
});

test('a driver without a connection is not online', () => {
  expect(isOnline(id)).toBe(false);
});

test('a driver stays online for 60 seconds after the last socket went, and not longer', () => {
  driverJoined(id);
  driverJoined(id);
  driverLeft(id);
  letPass(120_000);
  expect(isOnline(id)).toBe(true);
  driverLeft(id);
  letPass(59_000);
  expect(isOnline(id)).toBe(true);
  letPass(2_000);
  expect(isOnline(id)).toBe(false);
});

test('a driver who has left is not online for longer because the clock of the server is set back', () => {
  driverJoined(id);
  driverLeft(id);
  setWallClockBack();
  letPass(61_000);
  expect(isOnline(id)).toBe(false);
  sweepPresence();
});

test('coming and going are told once each, coming back within the minute not at all', async () => {
  driverJoined(id);
  driverLeft(id);
  sweepPresence();
  driverJoined(id);
  driverLeft(id);
  letPass(61_000);
  sweepPresence();
  sweepPresence();
  await Promise.resolve();
  await Promise.resolve();
  expect(told).toEqual([
    { driverId: id, online: true },
    { driverId: id, online: false },
  ]);
});

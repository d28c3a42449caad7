import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type FakeBridge, fakeBridge } from '../../testing/bridge';
import { fakeServer } from '../../testing/server';
import { setServer } from '../server';
import { shareInBackground } from './background';

let phone: FakeBridge;
let requests: ReturnType<typeof fakeServer>['requests'];
let refused = false;

beforeEach(() => {
  refused = false;
  phone = fakeBridge();
  setServer('https://boli.example.org');
  const token = (of: string) => () =>
    refused ? { status: 409 } : { body: { token: `token of ${of}`, expires_at: '2026-01-01T00:00:00.000Z' } };
  ({ requests } = fakeServer({
    'POST /bookings/b1/position-token': token('b1'),
    'POST /bookings/b2/position-token': token('b2'),
  }));
});
afterEach(() => {
  phone.remove();
  setServer('');
});

const started = () => phone.calls.filter(({ name }) => name.endsWith('start')).map(({ options }) => options);

test('the phone posts the fixes of a booking to its server with a token for them, until the sharing ends', async () => {
  const stop = shareInBackground('b1');
  await waitFor(() => expect(phone.names()).toEqual(['BackgroundGeolocation.start']));
  expect(started()[0]).toEqual({
    backgroundTitle: 'Your position is shared',
    backgroundMessage: 'The customer sees where you are until the ride ends',
    requestPermissions: true,
    stale: false,
    distanceFilter: 0,
    minIntervalMs: 2_000,
    url: 'https://boli.example.org/api/bookings/b1/positions',
    headers: { Authorization: 'Bearer token of b1' },
  });
  stop();
  stop();
  await waitFor(() => expect(phone.names()).toEqual(['BackgroundGeolocation.start', 'BackgroundGeolocation.stop']));
});

test('two screens that share one booking start one service, which ends with the last of them', async () => {
  const stops = [shareInBackground('b1'), shareInBackground('b1')];
  await waitFor(() => expect(started()).toHaveLength(1));
  stops[0]?.();
  const next = shareInBackground('b2');
  await waitFor(() => expect(started()).toHaveLength(2));
  expect(phone.names()).toEqual(['start', 'stop', 'start'].map((name) => `BackgroundGeolocation.${name}`));
  next();
  stops[1]?.();
  await waitFor(() => expect(phone.names().at(-1)).toBe('BackgroundGeolocation.stop'));
});

test('sharing that ended before the token came does not start', async () => {
  shareInBackground('b1')();
  await waitFor(() => expect(requests.length).toBeLessThanOrEqual(1));
  const stop = shareInBackground('b2');
  await waitFor(() => expect(started()).toHaveLength(1));
  expect(started()[0]).toMatchObject({ headers: { Authorization: 'Bearer token of b2' } });
  stop();
  await waitFor(() => expect(phone.names().at(-1)).toBe('BackgroundGeolocation.stop'));
});

test('a refused token starts nothing, and the next sharing is not affected', async () => {
  refused = true;
  const stop = shareInBackground('b1');
  await waitFor(() => expect(requests).toHaveLength(1));
  stop();
  refused = false;
  const stopNext = shareInBackground('b2');
  await waitFor(() => expect(started()).toHaveLength(1));
  stopNext();
  await waitFor(() => expect(phone.names().at(-1)).toBe('BackgroundGeolocation.stop'));
});

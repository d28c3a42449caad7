import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type FakeBridge, fakeBridge } from '../../testing/bridge';
import { fakeServer } from '../../testing/server';
import { setServer } from '../server';
import { endEarlierSharing, shareInBackground } from './background';

let phone: FakeBridge;
let requests: ReturnType<typeof fakeServer>['requests'];
let refused = false;
const listener = { onFix: jest.fn(), onFailing: jest.fn() };

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
  localStorage.clear();
  jest.useRealTimers();
});

/** The names of the plugin's calls, without `updateHeaders`, which only waits for the service. */
const done = () =>
  phone
    .names()
    .map((name) => name.replace('BackgroundGeolocation.', ''))
    .filter((name) => name !== 'updateHeaders');
const started = () => phone.calls.filter(({ name }) => name.endsWith('start')).map(({ options }) => options);

test('the phone posts the fixes of a booking to the server with a token for that booking, until the sharing ends', async () => {
  const stop = shareInBackground('b1', listener);
  await waitFor(() => expect(done()).toEqual(['start']));
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
  await waitFor(() =>
    expect(phone.names()).toEqual(['start', 'updateHeaders', 'stop'].map((name) => `BackgroundGeolocation.${name}`)),
  );
});

test('two screens that share one booking start one service, which ends with the last of them', async () => {
  const stops = [shareInBackground('b1', listener), shareInBackground('b1', listener)];
  await waitFor(() => expect(started()).toHaveLength(1));
  stops[0]?.();
  const next = shareInBackground('b2', listener);
  await waitFor(() => expect(started()).toHaveLength(2));
  expect(done()).toEqual(['start', 'stop', 'start']);
  next();
  stops[1]?.();
  await waitFor(() => expect(done().at(-1)).toBe('stop'));
});

test('sharing that ended before the token arrived does not start', async () => {
  shareInBackground('b1', listener)();
  await waitFor(() => expect(requests.length).toBeLessThanOrEqual(1));
  const stop = shareInBackground('b2', listener);
  await waitFor(() => expect(started()).toHaveLength(1));
  expect(started()[0]).toMatchObject({ headers: { Authorization: 'Bearer token of b2' } });
  stop();
  await waitFor(() => expect(done().at(-1)).toBe('stop'));
});

test('a refused token starts nothing, and the next sharing is not affected', async () => {
  refused = true;
  const stop = shareInBackground('b1', listener);
  await waitFor(() => expect(requests).toHaveLength(1));
  stop();
  refused = false;
  const stopNext = shareInBackground('b2', listener);
  await waitFor(() => expect(started()).toHaveLength(1));
  stopNext();
  await waitFor(() => expect(done().at(-1)).toBe('stop'));
});

test('a refused token is requested again after 2, 10 and 60 s, then each minute, while the sharing lasts', async () => {
  jest.useFakeTimers();
  refused = true;
  const stop = shareInBackground('b1', listener);
  await jest.advanceTimersByTimeAsync(0);
  for (const [seconds, asked] of [
    [1, 1],
    [1, 2],
    [9, 2],
    [1, 3],
    [60, 4],
    [59, 4],
    [1, 5],
  ] as const) {
    await jest.advanceTimersByTimeAsync(seconds * 1000);
    expect(requests).toHaveLength(asked);
  }
  refused = false;
  await jest.advanceTimersByTimeAsync(60_000);
  expect([requests.length, done()]).toEqual([6, ['start']]);
  stop();
  await jest.advanceTimersByTimeAsync(600_000);
  expect([requests.length, done()]).toEqual([6, ['start', 'stop']]);
});

test('a refused token is not requested again once the sharing has ended', async () => {
  jest.useFakeTimers();
  refused = true;
  const stop = shareInBackground('b1', listener);
  await jest.advanceTimersByTimeAsync(0);
  stop();
  await jest.advanceTimersByTimeAsync(600_000);
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect([requests.length, done()]).toEqual([1, []]);
});

test('a refused token is requested again immediately when the phone is online again', async () => {
  jest.useFakeTimers();
  refused = true;
  const stop = shareInBackground('b1', listener);
  await jest.advanceTimersByTimeAsync(0);
  refused = false;
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect(done()).toEqual(['start']);
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(600_000);
  expect([requests.length, done()]).toEqual([2, ['start']]);
  stop();
  await jest.advanceTimersByTimeAsync(0);
});

test('sharing that the phone refused starts anew when the driver tries again, and only then', async () => {
  const listeners = listenersOfStarts();
  let stop = shareInBackground('b1', listener);
  const again = () => {
    stop();
    stop = shareInBackground('b1', listener);
  };
  await waitFor(() => expect(listeners).toHaveLength(1));
  again();
  // Starts run one after another: when this one has run, all earlier ones have.
  const other = shareInBackground('b2', listener);
  await waitFor(() => expect(listeners).toHaveLength(2));
  other();
  await waitFor(() => expect(listeners).toHaveLength(3));
  expect(done()).toEqual(['start', 'stop', 'start', 'stop', 'start']);
  listeners[0]?.(null, { code: 'NOT_AUTHORIZED' });
  listeners[2]?.(null, { code: 'NOT_AUTHORIZED' });
  again();
  await waitFor(() => expect(listeners).toHaveLength(4));
  expect(done().slice(5)).toEqual(['stop', 'start']);
  listeners[2]?.(null, { code: 'NOT_AUTHORIZED' });
  again();
  stop();
  await waitFor(() => expect(done().slice(7)).toEqual(['stop']));
  expect(listeners).toHaveLength(4);
});

/** The listener that the page gave to each start of the service. */
function listenersOfStarts() {
  const listeners: ((position: object | null, error?: object) => void)[] = [];
  phone = fakeBridge({
    'BackgroundGeolocation.start': (_options: never, given: (typeof listeners)[number]) => listeners.push(given),
  });
  return listeners;
}

const setHidden = (isHidden: boolean) =>
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });

test('the interval follows the speed: the service restarts with the same token, and only while the app is open', async () => {
  jest.useFakeTimers();
  const reports = listenersOfStarts();
  const stop = shareInBackground('b1', listener);
  await jest.advanceTimersByTimeAsync(0);
  const drive = async (speed: number) => {
    reports.at(-1)?.({ latitude: 28, longitude: 77, accuracy: 5, bearing: null, speed, time: 1 });
    await jest.advanceTimersByTimeAsync(0);
    return started().map((options) => Object(options).minIntervalMs);
  };
  setHidden(true);
  expect(await drive(30)).toEqual([2_000]);
  setHidden(false);
  expect(await drive(30)).toEqual([2_000, 5_000]);
  expect(await drive(16)).toEqual([2_000, 5_000]);
  expect(await drive(5)).toEqual([2_000, 5_000, 2_000]);
  expect(started()[2]).toMatchObject({ headers: { Authorization: 'Bearer token of b1' } });
  expect([requests.length, done()]).toEqual([1, ['start', 'stop', 'start', 'stop', 'start']]);
  stop();
  await jest.advanceTimersByTimeAsync(0);
  Reflect.deleteProperty(document, 'hidden');
});

test('a service that Android does not start while the app is closed starts when it is open again', async () => {
  const reports = listenersOfStarts();
  const stop = shareInBackground('b1', listener);
  await waitFor(() => expect(reports).toHaveLength(1));
  reports[0]?.(null, { code: 'FOREGROUND_SERVICE_START_NOT_ALLOWED' });
  expect(listener.onFailing).toHaveBeenLastCalledWith(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(reports).toHaveLength(2));
  stop();
  await waitFor(() => expect(done().at(-1)).toBe('stop'));
});

test('on Android the service of an earlier run is bound without a URL, and ended before the next start', async () => {
  phone = fakeBridge({}, 'android');
  localStorage.setItem('sharing_started', 'b1');
  endEarlierSharing();
  const stop = shareInBackground('b1', listener);
  await waitFor(() => expect(started()).toHaveLength(2));
  expect(phone.names().map((name) => name.split('.')[1])).toEqual(['start', 'updateHeaders', 'stop', 'start']);
  expect(started()[0]).toMatchObject({ requestPermissions: false, stale: false });
  expect(started()[0]).not.toHaveProperty('url');
  stop();
  await waitFor(() => expect(done()).toEqual(['start', 'stop', 'start', 'stop']));
  endEarlierSharing();
  await waitFor(() => expect(done().slice(4)).toEqual(['stop']));
});

test('if the system ends the app, the next run gets the booking that was shared; it gets none if the sharing had ended before', async () => {
  const stop = shareInBackground('b2', listener);
  await waitFor(() => expect(started()).toHaveLength(1));
  expect(localStorage.getItem('sharing_started')).toBe('b2');
  stop();
  await waitFor(() => expect(done().at(-1)).toBe('stop'));
  await waitFor(() => expect(localStorage.getItem('sharing_started')).toBeNull());
  localStorage.setItem('sharing_started', 'b1');
  expect(endEarlierSharing()).toBe('b1');
  await waitFor(() => expect(localStorage.getItem('sharing_started')).toBeNull());
  expect(endEarlierSharing()).toBeNull();
});

test('on an iPhone the service of an earlier run has ended with the app: nothing is bound', async () => {
  localStorage.setItem('sharing_started', 'b1');
  endEarlierSharing();
  await waitFor(() => expect(done()).toEqual(['stop']));
});

test.each([
  ['NOT_AUTHORIZED', ['start', 'stop', 'start', 'stop']],
  ['ALREADY_STARTED', ['start', 'stop', 'stop']],
])(
  'if Android answers the binding of an earlier service with %s, this run and the next one call %j',
  async (code, calls) => {
    phone = fakeBridge(
      {
        'BackgroundGeolocation.start': (_options: never, listener: (position: null, error: object) => void) =>
          listener(null, { code }),
      },
      'android',
    );
    localStorage.setItem('sharing_started', 'b1');
    endEarlierSharing();
    await waitFor(() => expect(done()).toEqual(['start', 'stop']));
    endEarlierSharing();
    await waitFor(() => expect(done()).toEqual(calls));
  },
);

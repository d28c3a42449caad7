import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { ApiError } from './api';
import { getSocket, useConnection } from './socket';
import { useSync } from './sync';

let reads = 0;
let works = true;

async function read(): Promise<void> {
  reads += 1;
  if (!works) throw new Error('no answer');
}

function List({ name }: { name: string }) {
  const { state, retry } = useSync({ watch: read, read, pollMs: 5_000, key: name });
  return (
    <button type="button" onClick={retry}>
      {`${name} ${state}`}
    </button>
  );
}

const settle = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  jest.useFakeTimers();
  reads = 0;
  works = true;
});
afterEach(() => {
  cleanup();
  getSocket().connected = false;
  jest.useRealTimers();
  useConnection.setState({ connected: false, downSince: null, lastFresh: null, fallback: false });
});

test('a list is read once on mount and not polled before the fallback', async () => {
  render(<List name="rides" />);
  await settle(60_000);
  expect(reads).toBe(1);
  expect(screen.getByText('rides ready')).toBeTruthy();
  expect(useConnection.getState().lastFresh).not.toBeNull();
});

test('once the fallback to polling begins, the list is read immediately, then polled', async () => {
  render(<List name="rides" />);
  await settle();
  act(() => useConnection.setState({ fallback: true }));
  await settle();
  expect(reads).toBe(2);
  await settle(10_000);
  expect(reads).toBe(4);
  act(() => useConnection.setState({ fallback: false }));
  await settle(60_000);
  expect(reads).toBe(4);
});

test('a failed first read can be retried; a later failure keeps the shown list', async () => {
  works = false;
  render(<List name="rides" />);
  await settle();
  expect(screen.getByText('rides failed')).toBeTruthy();
  works = true;
  act(() => screen.getByText('rides failed').click());
  await settle();
  expect(screen.getByText('rides ready')).toBeTruthy();
  works = false;
  act(() => screen.getByText('rides ready').click());
  await settle();
  expect(screen.getByText('rides ready')).toBeTruthy();
});

test('another key is another list, which is loading until its own response arrives', async () => {
  const { rerender } = render(<List name="rides" />);
  await settle();
  works = false;
  rerender(<List name="bookings" />);
  expect(screen.getByText('bookings loading')).toBeTruthy();
  await settle();
  expect(screen.getByText('bookings failed')).toBeTruthy();
});

/** The watches and reads, in order; each waits until the test ends it. */
let asked: { what: string; end: () => void; fail: (status: number) => void }[] = [];

function ask(what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    asked.push({ what, end: resolve, fail: (status) => reject(new ApiError(status)) });
  });
}

function Watched() {
  const { state } = useSync({ watch: () => ask('watch'), read: () => ask('read'), pollMs: 5_000 });
  return <p>{state}</p>;
}

const happens = (event: 'connect' | 'sync:required') => {
  for (const listener of getSocket().listeners(event)) listener({});
};
const askedFor = () => asked.map(({ what }) => what);

test('missed events cause one new snapshot at a time, however often they are reported', async () => {
  asked = [];
  getSocket().connected = true;
  render(<Watched />);
  asked[0]?.end();
  await settle();
  for (let times = 0; times < 3; times += 1) happens('sync:required');
  await settle();
  expect(askedFor()).toEqual(['watch', 'watch']);
  asked[1]?.end();
  await settle();
  // Events missed during the request may not be in its response.
  expect(askedFor()).toEqual(['watch', 'watch', 'watch']);
  asked[2]?.end();
  await settle(60_000);
  expect(askedFor()).toHaveLength(3);
  expect(screen.getByText('ready')).toBeTruthy();
});

test('a reconnect does not wait for a request of the old connection', async () => {
  asked = [];
  getSocket().connected = true;
  render(<Watched />);
  await settle();
  asked[0]?.fail(0);
  await settle();
  expect(askedFor()).toEqual(['watch', 'read']);
  happens('connect');
  await settle();
  expect(askedFor()).toEqual(['watch', 'read', 'watch']);
  asked[2]?.end();
  await settle();
  expect(screen.getByText('ready')).toBeTruthy();
  // The late end of the old request changes nothing.
  asked[1]?.fail(503);
  await settle(60_000);
  expect(screen.getByText('ready')).toBeTruthy();
  expect(askedFor()).toHaveLength(3);
});

test('a watch that failed while REST works is retried until it joins its room', async () => {
  asked = [];
  getSocket().connected = true;
  render(<Watched />);
  await settle();
  for (const status of [503, 429]) {
    asked.at(-1)?.fail(status);
    await settle();
    asked.at(-1)?.end();
    await settle(4_000);
  }
  expect(askedFor()).toEqual(['watch', 'read', 'watch', 'read', 'watch']);
  asked.at(-1)?.end();
  await settle(60_000);
  expect(askedFor()).toHaveLength(5);
});

test('a 404 is not retried', async () => {
  asked = [];
  getSocket().connected = true;
  render(<Watched />);
  await settle();
  asked[0]?.fail(404);
  await settle();
  asked[1]?.fail(404);
  await settle(60_000);
  expect(askedFor()).toEqual(['watch', 'read']);
  expect(screen.getByText('failed')).toBeTruthy();
});

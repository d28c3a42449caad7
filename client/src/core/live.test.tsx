import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useLive } from './live';
import { useConnection } from './socket';

let reads = 0;
let works = true;

async function read(): Promise<void> {
  reads += 1;
  if (!works) throw new Error('no answer');
}

function List({ name }: { name: string }) {
  const { state, retry } = useLive({ watch: read, read, pollMs: 5_000, key: name });
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
  jest.useRealTimers();
  useConnection.setState({ connected: false, downSince: null, lastFresh: null, fallback: false });
});

test('a list is read once at mount and never polled while the connection is not given up', async () => {
  render(<List name="rides" />);
  await settle(60_000);
  expect(reads).toBe(1);
  expect(screen.getByText('rides ready')).toBeTruthy();
  expect(useConnection.getState().lastFresh).not.toBeNull();
});

test('while the socket is given up, the list is read at once and then at its interval', async () => {
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

test('a first read that fails says so and can be tried again; a later failure keeps what is shown', async () => {
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

test('another key is another list: it is loading until its own answer', async () => {
  const { rerender } = render(<List name="rides" />);
  await settle();
  works = false;
  rerender(<List name="bookings" />);
  expect(screen.getByText('bookings loading')).toBeTruthy();
  await settle();
  expect(screen.getByText('bookings failed')).toBeTruthy();
});

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { useWakeLock } from './use-wake-lock';

interface FakeLock {
  released: boolean;
  release: () => Promise<void>;
}

let locks: FakeLock[];
let isRefused: boolean;
let visibility: DocumentVisibilityState;

beforeEach(() => {
  locks = [];
  isRefused = false;
  visibility = 'visible';
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  const request = async () => {
    if (isRefused) throw new Error('battery');
    const lock: FakeLock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

function Part({ active }: { active: boolean }) {
  useWakeLock(active);
  return null;
}
const held = () => locks.filter(({ released }) => !released).length;
const settled = () => act(async () => undefined);
const happen = (name: string) => act(async () => void document.dispatchEvent(new Event(name)));

test('the screen is kept on while the hook is active, and the wake lock is released afterwards', async () => {
  const { rerender } = render(<Part active={false} />);
  await settled();
  expect(locks).toHaveLength(0);
  rerender(<Part active />);
  await settled();
  expect(held()).toBe(1);
  rerender(<Part active={false} />);
  await settled();
  expect(held()).toBe(0);
});

test('a wake lock that the browser released is requested again when the page is visible again, and only then', async () => {
  render(<Part active />);
  await settled();
  visibility = 'hidden';
  await locks[0]?.release();
  await happen('visibilitychange');
  expect(held()).toBe(0);
  visibility = 'visible';
  await happen('visibilitychange');
  expect(held()).toBe(1);
  await happen('visibilitychange');
  expect(locks).toHaveLength(2);
});

test('a refused wake lock is requested again at the next tap', async () => {
  isRefused = true;
  render(<Part active />);
  await settled();
  isRefused = false;
  await happen('pointerup');
  expect(held()).toBe(1);
});

test('nothing happens in a browser without wake locks', () => {
  Reflect.deleteProperty(navigator, 'wakeLock');
  expect(() => render(<Part active />)).not.toThrow();
});

import { UPDATE_CHECK_MS } from '@boli/shared/core/constants';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { applyUpdate, useUpdate, type Worker, watchForUpdates } from './update';

type Listener = (event: { isUpdate: boolean }) => void;

/** A fake registration of a service worker: `arrive` adds a waiting update, `turn` activates it. */
function registration() {
  const listeners = new Map<string, Listener>();
  const state = { checks: 0, reloads: 0, waiting: false, skipped: 0 };
  const worker = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    register: async () => ({
      get waiting() {
        return state.waiting ? {} : null;
      },
      update: async () => {
        state.checks += 1;
        throw new TypeError('the server is away');
      },
    }),
    messageSkipWaiting: () => {
      state.skipped += 1;
    },
  } as object as Worker;
  return {
    state,
    start: () => watchForUpdates(worker, () => (state.reloads += 1)),
    arrive: () => {
      state.waiting = true;
      listeners.get('waiting')?.({ isUpdate: true });
    },
    turn: (isUpdate = true) => {
      state.waiting = false;
      listeners.get('controlling')?.({ isUpdate });
    },
  };
}

beforeEach(() => {
  jest.useFakeTimers();
  useUpdate.setState({ available: false });
});
afterEach(() => void jest.useRealTimers());

test('an update is looked for every 60 seconds, also after a failed check', async () => {
  const { start, state } = registration();
  await start();
  await jest.advanceTimersByTimeAsync(3 * UPDATE_CHECK_MS);
  expect([UPDATE_CHECK_MS, state.checks]).toEqual([60_000, 3]);
});

test('an update is announced and waits; it is activated and the page reloads only on Reload', async () => {
  const { start, arrive, turn, state } = registration();
  await start();
  arrive();
  await jest.advanceTimersByTimeAsync(UPDATE_CHECK_MS);
  expect([useUpdate.getState().available, state.skipped, state.reloads]).toEqual([true, 0, 0]);
  applyUpdate();
  expect([state.skipped, state.reloads]).toEqual([1, 0]);
  turn();
  expect(state.reloads).toBe(1);
});

test('an update activated by another page is announced without a reload; Reload then reloads', async () => {
  const { start, turn, state } = registration();
  await start();
  turn();
  expect([useUpdate.getState().available, state.reloads]).toEqual([true, 0]);
  applyUpdate();
  expect([state.skipped, state.reloads]).toEqual([0, 1]);
});

test('the first service worker does not count as an update', async () => {
  const { start, turn, state } = registration();
  await start();
  turn(false);
  expect([useUpdate.getState().available, state.reloads]).toEqual([false, 0]);
});

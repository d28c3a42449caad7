import { UPDATE_CHECK_MS } from '@boli/shared/core/constants';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, renderHook } from '@testing-library/react';
import { applyUpdate, startUpdates, useHoldUpdate, useUpdate, type Worker, watchForUpdates } from './update';

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
  useUpdate.setState({ available: false, isPostponed: false });
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  jest.useRealTimers();
});

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

/** Reload is pressed for a waiting update. */
async function pressReload() {
  const { start, arrive, turn, state } = registration();
  await start();
  arrive();
  applyUpdate();
  return { state, turn };
}
const isPostponed = () => useUpdate.getState().isPostponed;

test('an update waits for the end of a ride or payment, and is activated then', async () => {
  const { rerender } = renderHook(({ isHeld }) => useHoldUpdate(isHeld), { initialProps: { isHeld: true } });
  const { state, turn } = await pressReload();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([isPostponed(), state.skipped, state.reloads]).toEqual([true, 0, 0]);
  rerender({ isHeld: false });
  await jest.advanceTimersByTimeAsync(5_000);
  expect([isPostponed(), state.skipped]).toEqual([false, 1]);
  turn();
  expect(state.reloads).toBe(1);
});

test('a ride that begins while the update is activated is not interrupted', async () => {
  const { state, turn } = await pressReload();
  expect(state.skipped).toBe(1);
  const { unmount } = renderHook(() => useHoldUpdate(true));
  turn();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([isPostponed(), state.reloads]).toEqual([true, 0]);
  unmount();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(state.reloads).toBe(1);
});

test('an update is not activated in the pause between two steps of a payment', async () => {
  const { rerender } = renderHook(({ isHeld }) => useHoldUpdate(isHeld), { initialProps: { isHeld: true } });
  const { state } = await pressReload();
  for (let steps = 0; steps < 20; steps += 1) {
    rerender({ isHeld: steps % 2 === 1 });
    await jest.advanceTimersByTimeAsync(1_900);
  }
  expect(state.skipped).toBe(0);
});

/** Starts to record what is typed, as the page does. */
function noteTyping() {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  Object.defineProperty(document, 'readyState', { configurable: true, value: 'loading' });
  startUpdates();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(document, 'readyState');
}

test('an update does not wait for text in a search field', async () => {
  noteTyping();
  document.body.innerHTML = '<input type="search">';
  const field = document.querySelector('input');
  if (!field) throw new Error('no field');
  field.value = 'asha';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const { state } = await pressReload();
  expect([isPostponed(), state.skipped]).toEqual([false, 1]);
});

test('an update waits while a field has typed text, but not for text that nobody has typed', async () => {
  noteTyping();
  document.body.innerHTML = '<input name="filled" value="Asha"><input name="typed"><input type="checkbox">';
  const [, field, choice] = document.querySelectorAll('input');
  if (!field || !choice) throw new Error('no fields');
  choice.dispatchEvent(new Event('input', { bubbles: true }));
  field.value = 'Khan Market';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const { state } = await pressReload();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([isPostponed(), state.skipped]).toEqual([true, 0]);
  field.value = '';
  await jest.advanceTimersByTimeAsync(5_000);
  expect([isPostponed(), state.skipped]).toEqual([false, 1]);
});

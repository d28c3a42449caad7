import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { closeSpread } from './drain';
import type { HubServer } from './push';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A hub with four sockets, of which those that are open remain in `open`; `calls` has what happened to each. */
function fakeHub() {
  const open = new Map<string, object>();
  const calls: string[] = [];
  for (const id of ['a', 'b', 'c', 'd'])
    open.set(id, {
      emit: (event: string) => calls.push(`${id} ${event}`),
      conn: {
        close() {
          calls.push(`${id} closed`);
          open.delete(id);
        },
      },
    });
  return { hub: { sockets: { sockets: open } } as object as HubServer, open, calls };
}

test('the sockets are notified and closed one after the other, between a fifth and four fifths of the time', () => {
  const { hub, open, calls } = fakeHub();
  closeSpread(hub, 1_000);
  jest.advanceTimersByTime(199);
  expect(open.size).toBe(4);
  jest.advanceTimersByTime(301);
  expect(open.size).toBe(2);
  jest.advanceTimersByTime(350);
  expect(calls).toEqual(['a', 'b', 'c', 'd'].flatMap((id) => [`${id} server:stopping`, `${id} closed`]));
});

test('a server that does not drain notifies nobody: all clients would reconnect at the same moment', () => {
  const { hub, calls } = fakeHub();
  closeSpread(hub, 0);
  jest.advanceTimersByTime(2_000);
  expect(calls).toEqual([]);
});

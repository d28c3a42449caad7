import { EventEmitter } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { HubSocket } from './push';
import { sessionChecks } from './session-checks';

afterEach(() => {
  clock.setOffset(0);
});

/** What the checks use of a socket whose token expires in this number of seconds. */
class FakeSocket extends EventEmitter {
  readonly data: { userId: string; expiresAt: number };
  constructor(userId: string, expiresIn: number) {
    super();
    this.data = { userId, expiresAt: clock.millis() + expiresIn * 1_000 };
  }
  disconnect() {
    this.emit('disconnect');
  }
}

/** Checks these sockets; returns the function that names those that have been closed as expired after some seconds. */
function checked(sockets: Record<string, FakeSocket>) {
  const checks = sessionChecks();
  const ended: string[] = [];
  for (const [name, socket] of Object.entries(sockets)) {
    socket.on('session:ended', ({ reason }) => ended.push(`${name} ${reason}`));
    checks.add(socket as object as HubSocket);
  }
  return (seconds: number) => {
    clock.setOffset(seconds * 1_000);
    checks.endExpired();
    return ended.splice(0);
  };
}

test('each socket is closed when its own token has expired, in whatever order they came', () => {
  const endedAfter = checked({
    second: new FakeSocket('a1', 20),
    first: new FakeSocket('b2', 10),
    third: new FakeSocket('c3', 30),
  });
  expect(endedAfter(9)).toEqual([]);
  expect(endedAfter(11)).toEqual(['first expired']);
  expect(endedAfter(12)).toEqual([]);
  expect(endedAfter(21)).toEqual(['second expired']);
  expect(endedAfter(31)).toEqual(['third expired']);
  expect(endedAfter(60)).toEqual([]);
});

test('a clock that is set back ends nothing, and one that is set forward ends what has expired', () => {
  const endedAfter = checked({ one: new FakeSocket('a1', 10), other: new FakeSocket('a1', 20) });
  expect(endedAfter(11)).toEqual(['one expired']);
  expect(endedAfter(-3_600)).toEqual([]);
  expect(endedAfter(3_600)).toEqual(['other expired']);
});

test('a socket that has been closed is no longer checked', () => {
  const gone = new FakeSocket('a1', 10);
  const endedAfter = checked({ gone, here: new FakeSocket('a1', 10) });
  gone.disconnect();
  expect(endedAfter(11)).toEqual(['here expired']);
});

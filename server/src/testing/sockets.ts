import { afterEach } from '@jest/globals';
import type { TestPerson } from './app';
import type { RealtimeApp, TestSocket } from './realtime';

type Connect = (
  person: Pick<TestPerson, 'token'>,
  options?: Parameters<RealtimeApp['connect']>[1],
) => Promise<TestSocket>;

/** Returns a function that opens sockets to an app and closes them after each test; call it at the top of a test file. */
export function socketsOf(app: RealtimeApp): Connect {
  const open: TestSocket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close();
  });
  return async ({ token }, options) => {
    const socket = await app.connect(token, options);
    open.push(socket);
    return socket;
  };
}

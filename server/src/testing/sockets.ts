import { afterEach } from '@jest/globals';
import type { TestPerson } from './app';
import type { RealtimeApp, TestSocket } from './realtime';

type Connect = (
  person: Pick<TestPerson, 'token'>,
  options?: Parameters<RealtimeApp['connect']>[1],
) => Promise<TestSocket>;

/** For the head of a test file: returns a function that opens sockets at its app; they are closed after each test. */
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

import { afterEach } from '@jest/globals';
import type { TestPerson } from './app';
import type { LiveApp, TestSocket } from './live';

type Connect = (person: Pick<TestPerson, 'token'>, options?: Parameters<LiveApp['connect']>[1]) => Promise<TestSocket>;

/** For the head of a test file: what opens sockets at its app. After each test those that it has opened are closed. */
export function socketsOf(app: () => LiveApp): Connect {
  const open: TestSocket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.close();
  });
  return async ({ token }, options) => {
    const socket = await app().connect(token, options);
    open.push(socket);
    return socket;
  };
}

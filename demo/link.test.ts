import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { Server } from 'socket.io';
import { openLink } from './link';
import { openReport } from './report';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A hub that lets everybody in, except while `isOpen` returns false. */
async function startHub(isOpen: () => boolean) {
  const http = createServer();
  const hub = new Server(http, { transports: ['websocket'], allowRequest: (_, decide) => decide(null, isOpen()) });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  closing.push(() => hub.close());
  const { port } = http.address() as AddressInfo;
  return { hub, url: `http://127.0.0.1:${port}` };
}

/** Opens a link; `resumed` resolves when its screens are read again for the first time. */
async function openTestLink(url: string) {
  const report = openReport();
  let resume: () => void;
  const resumed = new Promise<void>((done) => {
    resume = done;
  });
  const link = await openLink({
    url,
    person: { token: 'token', name: 'Asha' },
    report,
    resume: async () => resume(),
    restarts: true,
  });
  closing.push(() => link.close());
  return { report, resumed };
}

test('a link whose first attempts to reconnect fail goes on trying', async () => {
  let refusals = 0;
  let isOpen = true;
  const { hub, url } = await startHub(() => {
    if (isOpen) return true;
    refusals += 1;
    isOpen = refusals === 2;
    return false;
  });
  const { report, resumed } = await openTestLink(url);
  isOpen = false;
  hub.disconnectSockets(true);
  await resumed;
  expect(refusals).toBe(2);
  expect(report.counts()).toMatchObject({ 'connections lost': 1 });
});

test('a link that is notified of a stop of the server reconnects by itself', async () => {
  const { hub, url } = await startHub(() => true);
  const { report, resumed } = await openTestLink(url);
  // The server does not close the connection: only the link itself can have done so.
  hub.emit('server:stopping', {});
  await resumed;
  expect(report.counts()).toMatchObject({ 'connections lost': 1 });
});

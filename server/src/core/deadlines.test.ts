import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { translate } from '@boli/shared/core/messages';
import { afterEach, expect, test } from '@jest/globals';
import express from 'express';
import { eventually } from '../testing/realtime';
import { allowBodyTime, bodyDeadline } from './deadlines';
import { createHttpServer } from './http-server';

const QUICK = { headersMs: 300, requestMs: 2_000, keepAliveMs: 5_000, checkEveryMs: 50 };
const BODY_MS = 300;

let server: Server | null = null;
const links: Socket[] = [];
afterEach(() => {
  for (const link of links.splice(0)) link.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** Starts a server that allows 300 ms for a body (more on `/form`), and opens a raw connection to it. */
async function open(requestMs = QUICK.requestMs) {
  const app = express();
  // This route neither reads the body nor answers.
  app.post('/unread', () => undefined);
  app.use(bodyDeadline(BODY_MS));
  app.use('/form', (request, _response, next) => {
    allowBodyTime(request, 20_000);
    next();
  });
  app.use(express.raw({ type: () => true }));
  app.use((request, response) => {
    response.json({ bytes: Buffer.isBuffer(request.body) ? request.body.length : 0 });
  });
  const opened = createHttpServer(app, { ...QUICK, requestMs });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const address = opened.address();
  const link = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  links.push(link);
  let received = '';
  let closed = false;
  link.on('data', (chunk) => {
    received += chunk.toString();
  });
  link.on('close', () => {
    closed = true;
  });
  link.on('error', () => undefined);
  return { link, received: () => received, closed: () => closed };
}

/** Expects the answer in the format of every refusal: message and code in JSON, of the stated length. */
function expectTooSlow(answer: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expect(head).toMatch(/^content-type: application\/json/im);
  expect(head).toMatch(/^connection: close/im);
  expect(JSON.parse(body)).toEqual({ detail: translate('common.too_slow'), code: 'common.too_slow' });
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
}

test('headers that arrive too slowly get 408 in JSON, and the connection is closed', async () => {
  const { link, received, closed } = await open();
  link.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow:');
  await eventually(closed, 'the connection was kept');
  expectTooSlow(received());
});

test('a body that no route reads in time gets 408 in JSON from the HTTP server itself', async () => {
  const { link, received, closed } = await open();
  link.write('POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow');
  await eventually(closed, 'the connection was kept');
  expectTooSlow(received());
});

test('a body that arrives too slowly gets 408 with a message, and the connection is closed', async () => {
  const { link, received, closed } = await open(60_000);
  link.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow');
  const drip = setInterval(() => link.write('.'), 50);
  await eventually(closed, 'the connection was kept');
  clearInterval(drip);
  expectTooSlow(received());
});

test('a route with a longer time limit waits for its body', async () => {
  const { link, received, closed } = await open(60_000);
  const began = performance.now();
  link.write('POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  const drip = setInterval(() => link.write('.'), 80);
  await eventually(() => received().includes('"bytes":10'), 'there was no answer');
  clearInterval(drip);
  expect(performance.now() - began).toBeGreaterThan(BODY_MS);
  expect(closed()).toBe(false);
});

test('a route with a longer time limit waits for its body no longer than the HTTP server', async () => {
  const { link, closed } = await open();
  link.write('POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  await eventually(closed, 'the connection was kept');
});

test('two complete requests on one connection are both answered', async () => {
  const { link, received } = await open();
  for (let times = 1; times <= 2; times++) {
    link.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nwell');
    await eventually(() => received().split('"bytes":4').length === times + 1, 'there was no answer');
  }
});

import type { RequestListener } from 'node:http';
import { connect } from 'node:http2';
import { afterEach, expect, test } from '@jest/globals';
import { startTestProxy, type TestProxy } from './testing/proxy';
import { eventually } from './testing/realtime';
import { freePort, serve } from './testing/serve';

/** The configuration of nginx in `deploy/`, in front of two servers that fail in certain ways. */

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0).reverse()) await close();
});

async function listen(listener: RequestListener, port?: number) {
  const served = await serve(listener, port);
  opened.push(served);
  return served;
}

async function proxyOf(first: number, second: number) {
  const proxy = await startTestProxy([first, second]);
  opened.push(proxy);
  return proxy;
}

/** A path that no test helper uses. */
const CALL = '/call';

interface Call {
  path?: string;
  key?: string;
  body?: string;
}

/** Sends a call as a browser does, by HTTP/2, with the body after the headers. Resolves with its status. */
function send({ url, ca }: TestProxy, method: string, { path = CALL, key, body }: Call = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const session = connect(url, { ca });
    session.once('error', reject);
    const length = body !== undefined && { 'content-length': Buffer.byteLength(body) };
    const headers = { ':method': method, ':path': path, ...length, ...(key && { 'idempotency-key': key }) };
    const stream = session.request(headers, { endStream: body === undefined });
    stream.once('error', reject);
    stream.once('response', ({ ':status': status }) => {
      resolve(status ?? 0);
      session.destroy();
    });
    stream.once('ready', () => {
      if (body !== undefined) setTimeout(() => stream.end(body), 20);
    });
  });
}

const answer: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('answered'));
};

test.each([
  { title: 'a GET is sent to the other server', method: 'GET', call: {}, isRepeated: true },
  { title: 'a PUT is sent to the other server', method: 'PUT', call: { body: '{"seats":1}' }, isRepeated: true },
  {
    title: 'a POST with an Idempotency-Key is sent to the other server',
    method: 'POST',
    call: { key: 'a', body: '{"seats":1}' },
    isRepeated: true,
  },
  { title: 'another POST gets 502', method: 'POST', call: { body: '{"seats":1}' }, isRepeated: false },
])(
  '$title if a server has lost it',
  async ({ method, call, isRepeated }) => {
    let lost = 0;
    const losing = await listen(({ url, socket }) => {
      if (url === CALL) lost += 1;
      socket.destroy();
    });
    const proxy = await proxyOf(losing.port, (await listen(answer)).port);
    const statuses: number[] = [];
    // Either server may get the call.
    await eventually(async () => {
      statuses.push(await send(proxy, method, call));
      return lost > 0;
    }, `no ${method} was lost`);
    // The last call is the one that was lost.
    expect(statuses.pop()).toBe(isRepeated ? 200 : 502);
    expect(statuses.every((status) => status === 200)).toBe(true);
  },
  60_000,
);

test('a large body is refused before a server sees it, except for the documents of a driver', async () => {
  const seen: string[] = [];
  const record: RequestListener = (request, response) => {
    if (request.url !== '/health/live') seen.push(request.url ?? '');
    answer(request, response);
  };
  const proxy = await proxyOf((await listen(record)).port, (await listen(record)).port);
  const body = 'x'.repeat(2_000_000);
  for (const key of [undefined, 'a'])
    expect(await send(proxy, 'POST', { path: '/api/bookings/create', body, ...(key && { key }) })).toBe(413);
  expect(seen).toEqual([]);
  expect(await send(proxy, 'POST', { path: '/api/driver/profile', key: 'a', body })).toBe(200);
  expect(seen).toEqual(['/api/driver/profile']);
}, 60_000);

test('a server that is back is used at once if the other one refuses connections', async () => {
  const [first, second] = [await listen(answer, await freePort()), await listen(answer)];
  const proxy = await proxyOf(first.port, second.port);
  const post = () => send(proxy, 'POST', { body: '{"seats":1}' });
  await first.close();
  // One of these calls is refused by the first server, which nginx then leaves out.
  for (let count = 0; count < 4; count++) expect(await post()).toBe(200);
  await listen(answer, first.port);
  await second.close();
  expect(await post()).toBe(200);
}, 60_000);

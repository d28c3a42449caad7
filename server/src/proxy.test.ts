import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { startTestProxy } from './testing/proxy';
import { eventually } from './testing/realtime';
import { serve } from './testing/serve';

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

const answer: RequestListener = (_request, response) => response.end('answered');

test('a call that a server did not answer is sent to the other server, a POST only if it has an Idempotency-Key', async () => {
  const lost: string[] = [];
  const losing = await listen(({ method = '', socket }) => {
    lost.push(method);
    socket.destroy();
  });
  const proxy = await proxyOf(losing.port, (await listen(answer)).port);
  /** Repeats the call, which goes to either server, until it has been lost once. Returns its different answers. */
  const untilLost = async (method: string, key?: string) => {
    lost.length = 0;
    const call = { ...(method === 'POST' && { body: { seats: 1 } }), ...(key && { key }) };
    const answers = new Set<string>();
    await eventually(async () => {
      const { status, text } = await proxy.fetch(method, '/', call);
      answers.add(status === 200 ? text : String(status));
      return lost.includes(method);
    }, `no ${method} was lost`);
    return [...answers];
  };
  expect(await untilLost('GET')).toEqual(['answered']);
  expect(await untilLost('POST', 'a-key')).toEqual(['answered']);
  expect(await untilLost('POST')).toContain('502');
}, 60_000);

test('a server that is back is used at once if the other one refuses connections', async () => {
  const servers = [await listen(answer), await listen(answer)] as const;
  const [first, second] = servers;
  const proxy = await proxyOf(first.port, second.port);
  const post = async () => (await proxy.fetch('POST', '/', { body: { seats: 1 } })).status;
  await first.close();
  // One of these calls is refused by the first server, which nginx then leaves out.
  for (let count = 0; count < 4; count++) expect(await post()).toBe(200);
  await listen(answer, first.port);
  await second.close();
  expect(await post()).toBe(200);
}, 60_000);

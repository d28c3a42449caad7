import { afterEach, expect, test } from '@jest/globals';
import { tally } from '../testing/races';
import { openRawLink, openRawSocket, type RawLink } from '../testing/raw-link';
import { eventually } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';
import { HANDSHAKE_COST } from './upgrades';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const { customer } = setUpPeople({ customer: () => app.register('customer') });
let restore: () => void = () => undefined;
const links: RawLink[] = [];

afterEach(async () => {
  restore();
  for (const link of links.splice(0)) link.close();
  // A bucket is refilled only at a call.
  await app.request('GET', '/config');
});

async function upgrade(query = ''): Promise<RawLink> {
  const link = await openRawLink(app.url, query);
  links.push(link);
  return link;
}

/** From now on the address has a burst of this many tokens, and hardly any refill. */
const allow = (tokens: number) => {
  restore = withSettings({ RATE_ANONYMOUS: String(Math.round(tokens / 4)) });
};

test('connections without messages are charged to their address; beyond its budget they get 429 and are closed', async () => {
  const affordable = 8;
  allow(affordable * HANDSHAKE_COST);
  const statuses = [];
  for (let n = 0; n < affordable * 3; n++) statuses.push((await upgrade()).status);
  const count = tally(statuses);
  expect(count[101]).toBeGreaterThanOrEqual(affordable);
  expect(count[101]).toBeLessThan(affordable * 2);
  expect(count[429]).toBeGreaterThan(affordable);
  expect(Object.keys(count)).toEqual(['101', '429']);
  await eventually(() => links.at(-1)?.isGone() ?? false, 'the refused link stayed open');
});

test('a refused client can connect once the budget has tokens again', async () => {
  allow(4 * HANDSHAKE_COST);
  while ((await upgrade()).status === 101);
  await eventually(() => connect(customer).then(Boolean, () => false), 'it was never let in again');
});

test('a polling request is charged as well', async () => {
  allow(4 * HANDSHAKE_COST);
  const poll = () => fetch(`${app.url}/socket.io/?EIO=4&transport=polling`).then(({ status }) => status);
  const statuses = [];
  for (let n = 0; n < 16; n++) statuses.push(await poll());
  expect(Object.keys(tally(statuses))).toEqual(['400', '429']);
});

test('fifty clients behind one address all connect at once with the default limits', async () => {
  restore = withSettings({ RATE_ANONYMOUS: '1000' });
  const office = await Promise.all(Array.from({ length: 50 }, () => connect(customer)));
  expect(office.filter(({ raw }) => raw.connected)).toHaveLength(50);
});

test('an upgrade with the session id of another connection gets 400, because it would escape the count', async () => {
  const first = await openRawSocket(app.url, customer.token);
  links.push(first);
  const [, sid] = /0\{"sid":"([^"]+)"/.exec(first.received()) ?? [];
  expect(sid).toBeDefined();
  expect((await upgrade(`&sid=${sid}`)).status).toBe(400);
});

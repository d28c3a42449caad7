import { LINK_PACE, MAX_WATCHES, STRANGER_LINK_PACE } from '@boli/shared/core/constants';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';
import { forgetSecurityEvents } from '../core/security-log';
import type { TestPerson } from '../testing/app';
import { frame } from '../testing/frame';
import { market } from '../testing/market';
import { holdClock } from '../testing/monotonic';
import { openRawLink, openRawSocket, type RawLink } from '../testing/raw-link';
import { eventually } from '../testing/realtime';
import { setUpPeople, setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';
import { stopwatch } from '../testing/stopwatch';

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const { customer } = setUpPeople({ customer: () => app.register('customer') });
let lines: object[] = [];
const links: RawLink[] = [];
const warn = logger.warn.bind(logger);

beforeEach(() => {
  forgetSecurityEvents();
  lines = [];
  Object.assign(logger, { warn: (line: object) => lines.push(line) });
});
afterEach(() => {
  Object.assign(logger, { warn });
  for (const link of links.splice(0)) link.close();
});

const opened = async (token: string) => {
  const link = await openRawSocket(app.url, token);
  links.push(link);
  return link;
};
const many = (one: Buffer, count: number) => Buffer.concat(Array.from({ length: count }, () => one));
const big = `[${'"a",'.repeat(3_900)}1]`;
const PING = 0x89;
const PONG = 0x8a;
const FIRST_PART = 0x01;
const NEXT_PART = 0x00;
const LAST_PART = 0x80;
/** A pong that takes 6 kB on the wire. */
const inParts = Buffer.concat([frame('3', FIRST_PART), many(frame('', NEXT_PART), 1_000), frame('', LAST_PART)]);

/** Bytes that are written repeatedly (50 to 100 kB each), and the limit that they exceed. */
const floods: [kind: string, what: string, frames: Buffer][] = [
  ['acknowledgements of nothing', 'messages', many(frame('431[]'), 5_000)],
  ['long acknowledgements', 'bytes', many(frame(`431${big}`), 6)],
  ['nested acknowledgements', 'bytes', many(frame(`431${'['.repeat(7_900)}${']'.repeat(7_900)}`), 6)],
  ['events beyond the budget', 'messages', many(frame('42["x"]'), 5_000)],
  ['long positions', 'bytes', many(frame(`42["booking:location",${big}]`), 6)],
  ['pongs of the engine', 'messages', many(frame('3'), 5_000)],
  ['packets for a namespace that is not there', 'messages', many(frame('40/xyz,{}'), 5_000)],
  ['pings of the websocket', 'messages', many(frame('', PING), 5_000)],
  ['pongs of the websocket', 'messages', many(frame('', PONG), 5_000)],
  ['messages in a thousand parts', 'bytes', many(inParts, 10)],
];
const CALLS = 200;

/** The milliseconds that 200 sequential calls without a session take. */
async function callsTake(): Promise<number> {
  const elapsed = stopwatch();
  for (let n = 0; n < CALLS; n++) expect((await app.request('GET', '/config')).status).toBe(200);
  return elapsed();
}

/** Waits until the server has cut a link; fails if that takes a second. */
async function isCut({ isGone }: Pick<RawLink, 'isGone'>): Promise<void> {
  const elapsed = stopwatch();
  await eventually(isGone, 'the link was not cut');
  expect(elapsed()).toBeLessThan(1_000);
}

async function cutsFor(what: string): Promise<number> {
  const metric = await registry.getSingleMetric('socket_links_cut_total')?.get();
  return metric?.values.find(({ labels }) => labels.what === what)?.value ?? 0;
}

describe('a connection that floods the server', () => {
  test.each(floods)('is closed within a second and logged once: %s', async (_kind, what, frames) => {
    const before = await cutsFor(what);
    for (let n = 0; n < 2; n++) {
      const loud = await opened(customer.token);
      const { stop } = loud.flood(frames);
      await isCut(loud).finally(stop);
    }
    expect((await cutsFor(what)) - before).toBe(2);
    expect(lines).toEqual([{ event: 'link_flooded', network: '127.0.0.1', user: customer.id }]);
  });

  test('does not slow down other clients', async () => {
    await callsTake();
    const quiet = await callsTake();
    const loud = await Promise.all(floods.map(() => opened(customer.token)));
    const stops = floods.map(([, , frames], at) => loud[at]?.flood(frames));
    const beside = await callsTake().finally(() => {
      for (const flood of stops) flood?.stop();
    });
    // If no connection is closed, the calls take about fifty times as long.
    expect(beside / quiet).toBeLessThan(8);
  });

  test('has no further messages decoded after the one that exceeds its limit', async () => {
    const loud = await opened(customer.token);
    // The engine first converts a message to text.
    const { prototype } = Buffer;
    const asText = prototype.toString;
    let decoded = 0;
    prototype.toString = function counted(...how: Parameters<Buffer['toString']>) {
      const text = asText.apply(this, how);
      if (text === '431[]') decoded += 1;
      return text;
    };
    try {
      loud.send(many(frame('431[]'), 5_000));
      await isCut(loud);
    } finally {
      prototype.toString = asText;
    }
    expect(decoded).toBeGreaterThan(1);
    expect(decoded).toBeLessThanOrEqual(LINK_PACE.messages.burst + 50);
  });

  test('is closed much sooner without a token than with one', async () => {
    const count = STRANGER_LINK_PACE.messages.burst * 3;
    const [stranger, member] = [await openRawLink(app.url), await opened(customer.token)];
    links.push(stranger);
    stranger.send(many(frame('3'), count));
    member.send(many(frame('3'), count), frame('421["no:such"]'));
    await isCut(stranger);
    await eventually(() => member.received().includes('realtime.unknown_event'), 'the link of the user was cut too');
    expect(lines).toEqual([{ event: 'link_flooded', network: '127.0.0.1', user: null }]);
  });

  test('is charged to its account, whose calls get 429 for some time', async () => {
    const [loud, other] = [await app.register('customer'), await app.register('customer')];
    const status = async ({ token }: TestPerson) => (await app.request('GET', '/auth/me', { token })).status;
    const restore = withSettings({ RATE_CALLS: '3' });
    const resume = holdClock();
    try {
      for (let n = 0; n < 2; n++) {
        const link = await opened(loud.token);
        link.send(many(frame('3'), LINK_PACE.messages.burst * 2));
        await isCut(link);
      }
      expect([await status(loud), await status(other)]).toEqual([429, 200]);
      resume();
      await eventually(async () => (await status(loud)) === 200, 'the account still gets 429');
    } finally {
      resume();
      restore();
    }
  });
});

test('neither twice the allowed number of watches nor sixty delayed positions of a driver close a connection', async () => {
  const steps = market(app);
  const [admin, driver] = [await app.register('admin'), await app.registerDriver()];
  const booking = await steps.drive(driver, await steps.booked(customer, driver), 'accepted');
  const [board, drive] = [await connect(admin), await connect(driver)];
  const watches = Array.from({ length: MAX_WATCHES * 2 }, () =>
    board.ask('ride:watch', { ride_request_id: booking.ride_request_id }),
  );
  const fixes = Array.from({ length: 60 }, (_, n) =>
    drive.raw.emit('booking:location', { booking_id: booking.id, lat: 28.6 + n / 10_000, lng: 77.2 }),
  );
  expect((await Promise.all(watches)).filter(({ ok }) => !ok)).toEqual([]);
  expect(await board.ask('admin:watch')).toMatchObject({ ok: true });
  expect(await drive.ask('booking:watch', { booking_id: booking.id })).toMatchObject({ ok: true });
  expect(fixes).toHaveLength(60);
  expect([board.raw.connected, drive.raw.connected]).toEqual([true, true]);
});

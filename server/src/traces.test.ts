import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestPerson } from './testing/app';
import { type CollectedSpan, startTestCollector, type TestCollector } from './testing/collector';
import { aRoute } from './testing/market';
import { openNodes, type TestNode, type TestNodes } from './testing/nodes';
import { eventually } from './testing/realtime';
import { startTestRedis, type TestRedis } from './testing/redis';
import { freePort } from './testing/serve';
import { stopwatch } from './testing/stopwatch';

/** The traces of requests and messages: in answers, in the log, in database commands, on two nodes and at a collector. */

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/;

let redis: TestRedis;
let nodes: TestNodes;
let collector: TestCollector;
let a: TestNode;
let b: TestNode;
let silent: TestNode;
let customer: TestPerson;
let driver: TestPerson;

beforeAll(async () => {
  collector = await startTestCollector();
  redis = await startTestRedis();
  nodes = await openNodes({ REDIS_URL: redis.url, LOG_LEVEL: 'debug' });
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  [a, b, silent] = [
    await nodes.start({ ...traced, OTEL_SERVICE_NAME: 'cabs' }),
    await nodes.start(traced),
    await nodes.start(),
  ];
  [customer, driver] = [await a.api.register('customer'), await a.api.registerDriver()];
}, 120_000);
afterEach(() => nodes.closeSockets());
afterAll(async () => {
  await nodes?.close();
  await redis?.kill();
  await collector?.close();
});

/** A trace that a caller has begun. */
function newTrace() {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

const attribute = ({ attributes }: CollectedSpan, key: string) =>
  attributes.find((one) => one.key === key)?.value.stringValue;
const linesOf = ({ server }: TestNode, traceId: string) =>
  server
    .complained()
    .split('\n')
    .filter((line) => line.includes(traceId));

const post = (node: TestNode, headers: Record<string, string>) =>
  node.api.request<{ id: string }>('POST', '/rides/request', { token: customer.token, body: aRoute, headers });

describe('the answer to a request', () => {
  test('names the trace of the request, and the log lines of the request have the id of that trace', async () => {
    const { traceId, spanId, traceparent } = newTrace();
    for (const node of [a, silent]) {
      const { headers } = await node.api.request('GET', '/auth/me', {
        token: customer.token,
        headers: { traceparent },
      });
      const [, inAnswer, span] = TRACEPARENT.exec(headers.get('traceparent') ?? '') ?? [];
      expect(inAnswer).toBe(traceId);
      // A node that records spans answers with the id of a new span.
      expect(span === spanId).toBe(node === silent);
      await eventually(() => linesOf(node, traceId).length > 0, 'no line of the log has the id');
    }
  });

  test.each([
    ['no trace', undefined],
    ['a trace in another form', 'a trace'],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
    ['a text that would add a line to the log', '00-{"level":60}-1-1'],
  ])('names a new trace when the request names %s', async (_what, given) => {
    const seen = new Set<string>();
    for (const node of [a, silent, silent]) {
      const headers: Record<string, string> = given === undefined ? {} : { traceparent: given };
      const answer = await node.api.request('GET', '/auth/me', { token: customer.token, headers });
      seen.add(TRACEPARENT.exec(answer.headers.get('traceparent') ?? '')?.[1] ?? '');
    }
    expect(seen.size).toBe(3);
    expect([...seen]).not.toContain('0'.repeat(32));
    expect([...seen]).not.toContain('');
  });
});

describe('the collector gets', () => {
  test('a span of the request as a child of the span of its caller, and spans of its database commands as children, without values', async () => {
    const { traceId, spanId, traceparent } = newTrace();
    const { body } = await post(a, { traceparent });
    const request = await collector.span(traceId, ({ name }) => name === 'POST /api/rides/request');
    expect(request).toMatchObject({ parentSpanId: spanId, service: 'cabs' });
    expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 201 } });
    const write = await collector.span(traceId, ({ name }) => name === 'update ride_requests');
    expect(write.parentSpanId).toBe(request.spanId);
    expect(attribute(write, 'db.system.name')).toBe('mongodb');
    for (const value of [aRoute.pickup_location, body.id, customer.email])
      expect(collector.bodies.filter((text) => text.includes(value))).toEqual([]);
  });

  test('a span of a message, in the trace that the client sends as the argument after the payload; a message without a trace is answered, too', async () => {
    const { body: ride } = await post(a, {});
    const socket = await a.connect(customer);
    const { traceId, spanId, traceparent } = newTrace();
    const watch = { ride_request_id: ride.id };
    const answer = await socket.raw.timeout(5_000).emitWithAck('ride:watch', watch, traceparent);
    expect(answer).toMatchObject({ ok: true, ride_request: { id: ride.id } });
    const message = await collector.span(traceId, ({ name }) => name === 'ride:watch');
    expect(message.parentSpanId).toBe(spanId);
    const found = await collector.span(traceId, ({ name }) => name === 'find ride_requests');
    expect(found.parentSpanId).toBe(message.spanId);
    expect(await socket.ask('ride:unwatch', watch)).toMatchObject({ ok: true });
  });

  test('the work of another node on an event, in the trace of the request that caused the event', async () => {
    const listening = await b.connect(driver);
    await listening.ask('rides:watch');
    const { traceId, traceparent } = newTrace();
    const { body: ride } = await post(a, { traceparent });
    await listening.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
    const request = await collector.span(traceId, ({ name }) => name === 'POST /api/rides/request');
    const elsewhere = ({ instance }: CollectedSpan) => instance !== request.instance;
    const event = await collector.span(traceId, (span) => elsewhere(span) && span.name === 'event ride.changed');
    const read = await collector.span(traceId, (span) => elsewhere(span) && span.name === 'find ride_requests');
    expect(read.parentSpanId).toBe(event.spanId);
  });
});

test('a collector that is away is reported once, and delays neither a call nor the stop', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`;
  const node = await nodes.start({ OTEL_EXPORTER_OTLP_ENDPOINT, LOG_LEVEL: 'warn' });
  const reports = () => node.server.complained().split('traces could not be sent').length - 1;
  expect((await post(node, {})).status).toBe(201);
  await eventually(() => reports() === 1, 'the fault is not reported', 40_000);
  expect((await post(node, {})).status).toBe(201);
  const elapsed = stopwatch();
  node.server.child.kill('SIGTERM');
  expect(await node.server.exit).toBe(0);
  expect(elapsed()).toBeLessThan(3_000);
  expect(reports()).toBe(1);
}, 90_000);

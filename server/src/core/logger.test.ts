import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { loggerOptions } from './logger';
import { inSpan } from './trace';
import { followTraces } from './trace-exporter';

const logged = (fields: object): string => {
  const out = new PassThrough();
  pino({ ...loggerOptions, level: 'info' }, out).info(fields, 'a line');
  return String(out.read());
};

const phone = '+919876543210';

test.each([
  ['a field', { phone }],
  ['a field of an object', { user: { phone } }],
  ['the values of a duplicate key', { err: Object.assign(new Error('duplicate'), { keyValue: { phone } }) }],
  ['a field three objects deep', { req: { body: { contact: { phone } } } }],
])('the log does not show a phone number in %s', (_where, fields) => {
  expect(logged(fields)).toContain('"phone":"[removed]"');
  expect(logged(fields)).not.toContain(phone);
});

test('a log line within a trace has the id of the trace, also after a wait; a line outside of any trace has none', async () => {
  await followTraces();
  const traceId = 'a'.repeat(32);
  const traced = { name: 'a request', traceparent: `00-${traceId}-${'b'.repeat(16)}-01`, attributes: {} };
  const within = await inSpan(traced, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return logged({});
  });
  expect(within).toContain(`"trace_id":"${traceId}"`);
  expect(logged({})).not.toContain('trace_id');
});

import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { loggerOptions } from './logger';

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
])('the log does not show a phone number that is %s', (_where, fields) => {
  expect(logged(fields)).toContain('"phone":"[removed]"');
  expect(logged(fields)).not.toContain(phone);
});

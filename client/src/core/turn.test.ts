import { expect, test } from '@jest/globals';
import { turnOf } from './turn';

const answer = (status: number, retryAfter?: string) => {
  globalThis.fetch = async () =>
    new Response('{}', { status, ...(retryAfter && { headers: { 'Retry-After': retryAfter } }) });
};

test('a page waits as long as the server demands, plus a random time of at most a second and a tenth of this wait', async () => {
  answer(503, '8');
  expect([await turnOf(() => 0), await turnOf(() => 0.5), await turnOf(() => 1)]).toEqual([8_000, 8_900, 9_800]);
  answer(503, '0');
  expect([await turnOf(() => 0), await turnOf(() => 1)]).toEqual([0, 1_000]);
});

test('a page that is not asked to wait does not wait', async () => {
  for (const status of [400, 404, 429]) {
    answer(status, '8');
    expect(await turnOf()).toBe(0);
  }
  answer(503);
  expect(await turnOf()).toBe(0);
  globalThis.fetch = async () => {
    throw new TypeError('the network is away');
  };
  expect(await turnOf()).toBe(0);
});

import { expect, test } from '@jest/globals';
import { push } from './push';

test('an empty list of rooms is refused, because a push to it would reach everybody', () => {
  expect(() => push([], 'session:ended', { reason: 'revoked' })).toThrow(/no receivers/);
});

test('without a hub a push does nothing', () => {
  expect(() => push(['user:a'], 'session:ended', { reason: 'revoked' })).not.toThrow();
});

import { afterEach, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { configure, readSettings } from '../settings';
import { claimsOf, signToken } from './tokens';

const user = { _id: '00000000-0000-4000-8000-000000000001', role: 'driver', token_version: 3 } as const;
const useSecret = (secret: string) => configure(readSettings({ JWT_SECRET: secret, JWT_EXPIRES_IN: '1h' }));

afterEach(() => clock.setOffset(0));

test('the claims of a verified token are kept until the token expires or the secret changes', () => {
  useSecret('the first secret of this installation');
  const token = signToken(user, '00000000-0000-4000-8000-000000000002');
  const claims = claimsOf(token);
  expect(claims).toMatchObject({ userId: user._id, role: 'driver', tokenVersion: 3 });
  expect(claimsOf(token)).toBe(claims);
  expect(claimsOf(`${token.slice(0, -4)}AAAA`)).toBeNull();
  clock.setOffset(3_601_000);
  expect(claimsOf(token)).toBeNull();
  clock.setOffset(0);
  useSecret('the second secret of this installation');
  expect(claimsOf(token)).toBeNull();
});

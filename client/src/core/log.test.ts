import { expect, jest, test } from '@jest/globals';
import { logged } from './log';

test('a failure that is not shown on a screen is logged once for each cause', async () => {
  const warn = jest.spyOn(console, 'warn').mockReturnValue(undefined);
  const error = new Error('away');
  for (const cause of ['reading the inbox', 'reading the inbox', 'signing out'])
    expect(await Promise.reject(error).catch(logged(cause))).toBeUndefined();
  expect(warn.mock.calls).toEqual([
    ['reading the inbox failed', error],
    ['signing out failed', error],
  ]);
  warn.mockRestore();
});

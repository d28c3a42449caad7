import { expect, test } from '@jest/globals';
import { changedSearch } from './address-bar';

test('changes of the query keep the parameters that they do not name', () => {
  expect(changedSearch('?tab=bookings&booking=1', { booking: null, dialog: 'account' })).toBe(
    '?tab=bookings&dialog=account',
  );
  expect(changedSearch('?tab=bookings', { tab: null })).toBe('');
});

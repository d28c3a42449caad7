import { describe, expect, test } from '@jest/globals';
import { catalogues, translate } from './messages';

describe('the catalogue', () => {
  test('fills places and picks the plural word', () => {
    expect(translate('shell.welcome', { name: 'Asha' })).toBe('Welcome, Asha');
    expect(translate('rides.quotes_chip', { count: 1 })).toBe('1 quote');
    expect(translate('rides.quotes_chip', { count: 4 })).toBe('4 quotes');
  });

  test('no text is empty and no key is in two areas', async () => {
    const areas = await Promise.all(
      [
        'common',
        'shell',
        'install',
        'realtime',
        'auth',
        'recovery',
        'mail',
        'geo',
        'drivers',
        'rides',
        'quotes',
        'bookings',
        'payments',
        'ratings',
        'contacts',
        'favorites',
        'places',
        'notifications',
        'receipts',
        'admin',
        'admin-log',
        'live',
      ].map(async (area) => Object.values(await import(`../messages/en/${area}`))[0] as Record<string, string>),
    );
    const keys = areas.flatMap((area) => Object.keys(area));
    expect(new Set(keys).size).toBe(keys.length);
    expect(Object.values(catalogues.en).every((text) => text.trim().length > 0)).toBe(true);
    expect(Object.keys(catalogues.en).length).toBe(keys.length);
  });
});

import { beforeAll, describe, expect, test } from '@jest/globals';
import { en } from '../messages/en';
import { languages } from '../messages/languages';
import { allLanguages, type Catalogue, catalogues, loadLanguage, type MessageKey, translate } from './messages';

const areas = [
  'common',
  'shell',
  'install',
  'realtime',
  'auth',
  'recovery',
  'mail',
  'geo',
  'driver-status',
  'drivers',
  'rides',
  'quotes',
  'bids',
  'bookings',
  'payments',
  'pricing',
  'ratings',
  'contacts',
  'fares',
  'favorites',
  'places',
  'notifications',
  'receipts',
  'admin',
  'admin-log',
  'live',
  'jurisdictions',
  'push',
  'home',
  'trip',
  'native',
  'fairness',
  'market',
  'earned',
] as const;

beforeAll(() => Promise.all(allLanguages().map(loadLanguage)));

const textsOf = (language: (typeof others)[number] | 'en'): Catalogue => catalogues[language] ?? en;
const keys = Object.keys(en) as MessageKey[];
const others = allLanguages().filter((language) => language !== 'en');

describe('the message catalogue', () => {
  test('fills placeholders and chooses singular or plural', () => {
    expect(translate('shell.welcome', { name: 'Asha' })).toBe('Welcome, Asha');
    expect(translate('rides.quotes_chip', { count: 1 })).toBe('1 quote');
    expect(translate('rides.quotes_chip', { count: 4 })).toBe('4 quotes');
  });

  test('chooses the plural form by the rules of the language', () => {
    expect([0, 1, 2].map((count) => translate('rides.quotes_chip', { count }, 'hi'))).toEqual([
      '0 बोली',
      '1 बोली',
      '2 बोलियाँ',
    ]);
  });

  test('has no empty text and no key in two areas', async () => {
    const texts = await Promise.all(
      areas.map(async (area) => Object.values(await import(`../messages/en/${area}`))[0] as Record<string, string>),
    );
    const inAreas = texts.flatMap((area) => Object.keys(area));
    expect(new Set(inAreas).size).toBe(inAreas.length);
    expect(Object.values(en).every((text) => text.trim().length > 0)).toBe(true);
    expect(keys.length).toBe(inAreas.length);
  });
});

/** The names of the placeholders of a text, each once and sorted. */
const placeholdersIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)(\|[^|}]+\|[^|}]+)?\}/g)].map(([, name]) => name))].sort();

/** Texts without a Hindi word: names, formats, and what a bank or another program reads. */
const latinInHindi = new Set<string>([
  'fairness.percent',
  'fairness.bar',
  'fares.range',
  'fares.class_suv',
  'shell.name',
  'mail.signature',
  'geo.coordinates',
  'quotes.marker',
  'rides.request_marker',
  'replay.times',
  'live.route',
  'live.detail_pair',
  'admin.document_of',
  'admin.document_rc_document',
  'admin_log.changed',
  'admin_log.value',
  'admin_log.value_document.rc_document',
  'admin_log.value_payment_method.upi',
  'bookings.method_and_state',
  'drivers.file_action',
  'drivers.file_chosen',
  'drivers.rc_document',
  'payments.by_admin',
  'payments.checkout_note',
  'payments.google_pay',
  'payments.option_upi_hint',
  'payments.paytm',
  'payments.phonepe',
  'payments.upi',
  'payments.upi_note',
]);

describe.each(others)('the texts in %s', (language) => {
  test('exist for every key, and none is empty', () => {
    expect(catalogues[language]).toBeDefined();
    expect(Object.keys(textsOf(language)).sort()).toEqual([...keys].sort());
    expect(keys.filter((key) => textsOf(language)[key].trim() === '')).toEqual([]);
  });

  test('have the placeholders of the English ones', () => {
    const differing = keys.filter(
      (key) => String(placeholdersIn(textsOf(language)[key])) !== String(placeholdersIn(en[key])),
    );
    expect(differing).toEqual([]);
  });

  test('have a singular and a plural form wherever English has them', () => {
    const plurals = (text: string) => text.match(/\{\w+\|[^|}]+\|[^|}]+\}/g)?.length ?? 0;
    expect(keys.filter((key) => plurals(textsOf(language)[key]) < plurals(en[key]))).toEqual([]);
    expect(
      keys.filter((key) => /[{}|]/.test(textsOf(language)[key].replace(/\{\w+(\|[^|}]+\|[^|}]+)?\}/g, ''))),
    ).toEqual([]);
  });

  test('format amounts as English does, because stored notifications contain formatted amounts', () => {
    const amounts = [0, 240, 1234.5, 1234567.89];
    const write = (locale: string) =>
      amounts.map((amount) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' }).format(amount));
    expect(write(languages[language].locale)).toEqual(write('en-IN'));
  });
});

test('a Hindi text is written in Devanagari unless it is a name or a format; digits are Latin', () => {
  const latin = keys.filter((key) => !/\p{Script=Devanagari}/u.test(textsOf('hi')[key]));
  expect(latin.filter((key) => !latinInHindi.has(key))).toEqual([]);
  expect([...latinInHindi].filter((key) => !latin.some((found) => found === key))).toEqual([]);
  expect(keys.filter((key) => /[०-९]/.test(textsOf('hi')[key]))).toEqual([]);
});

test('a text is in English while its language is not loaded', () => {
  const { hi } = catalogues;
  delete catalogues.hi;
  try {
    expect(translate('common.back', {}, 'hi')).toBe('Back');
  } finally {
    if (hi) catalogues.hi = hi;
  }
});

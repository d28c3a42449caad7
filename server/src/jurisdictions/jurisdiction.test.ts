import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Language, loadLanguage, textIn, translate } from '@boli/shared/core/messages';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { configure, readSettings } from '../settings';
import { describeStart, startWarnings } from '../start-text';
import { withSettings } from '../testing/settings';
import { bundledJurisdictions, currentJurisdiction, presentJurisdiction, readJurisdiction } from './jurisdiction';

const folder = mkdtempSync(join(tmpdir(), 'boli-jurisdiction-'));
beforeAll(() => configure(readSettings({ NODE_ENV: 'test' })));
beforeAll(() => loadLanguage('hi'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = readJurisdiction('example');
function fileOf(content: unknown): string {
  const path = join(folder, 'own.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('a jurisdiction that comes with the product is valid, names source and date, and lists what is assumed', () => {
  expect(bundledJurisdictions().sort()).toEqual(['example', 'india-2025', 'none']);
  for (const name of ['example', 'india-2025']) {
    const { notified, assumed, notice, source } = readJurisdiction(name);
    expect(notified.length).toBeGreaterThan(0);
    expect(assumed.length).toBeGreaterThan(0);
    expect(source).not.toBe('');
    expect(textIn(notice, 'en')).toMatch(/operator has to check/);
  }
});

test.each(['example', 'india-2025'])('the rules of %s are in the language of the reader', (name) => {
  const { fare_band, cancellation, working_hours, ...law } = readJurisdiction(name);
  const of = { name: law.name, source: law.source };
  const sentences = (language: Language) => [
    translate('jurisdictions.out_of_band', { low: '1', high: '2', rule: fare_band?.rule ?? '', ...of }, language),
    translate('jurisdictions.cancel_cost', { amount: '₹15.00', rule: cancellation?.rule ?? '' }, language),
    translate('jurisdictions.hours_over', { hours: 12, time: '5', rule: working_hours?.rule ?? '', ...of }, language),
    textIn(law.notice, language),
  ];
  for (const sentence of sentences('hi')) expect(sentence).not.toMatch(/[A-Za-z]/);
  for (const sentence of sentences('en')) expect(sentence).not.toMatch(/[\u0900-\u097f]|\{/);
});

test('the bundled jurisdiction of India has the band, the share and the fee of the guidelines of 2025', () => {
  expect(readJurisdiction('india-2025')).toMatchObject({
    fare_band: { low: 0.5, high: 2 },
    driver_share: { percent: 80 },
    cancellation: { percent: 10, cap: 100, customer_from: 'accepted', driver_from: 'accepted' },
  });
});

describe('the setting JURISDICTION', () => {
  test('is `none` by default: no rules apply, and nothing is shown', () => {
    expect(currentJurisdiction()).toMatchObject({
      fare_band: null,
      driver_share: null,
      cancellation: null,
      levies: [],
    });
    expect(presentJurisdiction()).toBeNull();
    expect(describeStart(readSettings({ NODE_ENV: 'test' }))).not.toContain('JURISDICTION');
  });

  test('may be the path of a file, whose folder is shown to nobody', () => {
    const reset = withSettings({ JURISDICTION: fileOf({ ...example, name: 'Testpur' }) });
    expect(currentJurisdiction()).toMatchObject({ name: 'Testpur' });
    expect(presentJurisdiction()).toMatchObject({ id: 'own', name: 'Testpur' });
    expect(JSON.stringify(presentJurisdiction())).not.toContain(folder);
    reset();
  });

  test('is printed at the start, with the reminder that the operator has to check the rules', () => {
    const text = describeStart(readSettings({ NODE_ENV: 'test', JURISDICTION: 'india-2025' }));
    expect(text).toContain('the rules of india-2025, which you have to check (JURISDICTION changes it)');
  });

  test('with a band and TARIFF=off causes a warning at the start: without a usual price no band is applied', () => {
    const warnings = (given: object) => startWarnings(readSettings({ NODE_ENV: 'test', ...given })).join();
    expect(warnings({ JURISDICTION: 'india-2025', TARIFF: 'off' })).toContain(
      'Warning: the fare band of india-2025 is not applied, because TARIFF=off',
    );
    expect(warnings({ JURISDICTION: 'india-2025' })).not.toContain('fare band');
    expect(warnings({ TARIFF: 'off' })).not.toContain('fare band');
    const own = fileOf({ ...example, fare_band: null });
    expect(warnings({ JURISDICTION: own, TARIFF: 'off' })).not.toContain('fare band');
  });

  test.each<[string, () => string, RegExp]>([
    [
      'an unknown name',
      () => 'atlantis',
      /there is no jurisdiction atlantis; .*india-2025, none, or the path of a file/,
    ],
    ['a missing file', () => join(folder, 'missing.json'), /missing\.json cannot be read: ENOENT/],
    ['a file that is not JSON', () => fileOf('{'), /own\.json is no JSON/],
    ['an unknown field', () => fileOf({ ...example, surge: 2 }), /surge/],
    ['a rule without English words', () => fileOf({ ...example, name: { hi: 'x' } }), /name/],
    ['words in an unknown language', () => fileOf({ ...example, name: { en: 'x', xx: 'y' } }), /name/],
    ['no source', () => fileOf({ ...example, source: undefined }), /source/],
    [
      'a band whose lower end is above the upper one',
      () => fileOf({ ...example, fare_band: { rule: 'x', low: 2, high: 1 } }),
      /above the high one/,
    ],
    ['a share above 100', () => fileOf({ ...example, driver_share: { rule: 'x', percent: 101 } }), /driver_share/],
    [
      'levies that leave less than the share',
      () => fileOf({ ...example, levies: [{ name: 'x', percent: 10.01, of: 'fare', borne_by: 'driver' }] }),
      /leave less than driver_share/,
    ],
    [
      'a levy of the driver on turnover',
      () => fileOf({ ...example, levies: [{ name: 'x', percent: 1, of: 'turnover', borne_by: 'driver' }] }),
      /borne by the platform/,
    ],
    [
      'levies above the turnover',
      () =>
        fileOf({
          ...example,
          levies: [60, 41].map((percent) => ({ name: 'x', percent, of: 'turnover', borne_by: 'platform' })),
        }),
      /more than the turnover/,
    ],
  ])('with %s is refused with a sentence that says what is wrong', (_what, setting, sentence) => {
    const made = setting();
    expect(() => readJurisdiction(made)).toThrow(sentence);
    expect(() => readJurisdiction(made)).toThrow(/^The setting JURISDICTION is not right .* JURISDICTION=india-2025$/);
  });
});

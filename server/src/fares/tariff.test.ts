import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { configure, readSettings } from '../settings';
import { withSettings } from '../testing/settings';
import { bundledTariffs, currentTariff, hourPercent, readTariff, type Tariff } from './tariff';

const folder = mkdtempSync(join(tmpdir(), 'boli-tariff-'));
beforeAll(() => configure(readSettings({ NODE_ENV: 'test' })));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const delhi = readTariff('delhi');
function fileOf(content: unknown, name = 'own.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const at = (time: string) => new Date(time);

describe('a tariff that comes with the product', () => {
  test('is valid, names its source and date, and lists what is notified and what is assumed', () => {
    expect(bundledTariffs()).toContain('delhi');
    for (const name of bundledTariffs()) {
      const tariff = readTariff(name);
      expect(tariff.notified.length).toBeGreaterThan(0);
      expect(tariff.assumed.length).toBeGreaterThan(0);
      expect(tariff.notice).toMatch(/operator has to check/);
    }
  });

  test('of Delhi has the notified fares', () => {
    expect(delhi).toMatchObject({ base: 80, base_km: 3, per_km: 20, time_zone: 'Asia/Kolkata', date: '2023-01-09' });
  });
});

describe('the percent of the hour', () => {
  test.each([
    ['2026-11-21T17:29:59Z', 100],
    ['2026-11-21T17:30:00Z', 125],
    ['2026-11-21T20:00:00Z', 125],
    ['2026-11-21T23:29:59Z', 125],
    ['2026-11-21T23:30:00Z', 100],
  ])('at %s is %p in Delhi', (time, percent) => {
    expect(hourPercent(delhi, at(time))).toBe(percent);
  });

  test('is that of the band that contains the hour in the time zone of the tariff, also in summer time', () => {
    const town: Pick<Tariff, 'time_zone' | 'hours'> = {
      time_zone: 'Europe/Berlin',
      hours: [
        { from: 0, to: 6, percent: 140 },
        { from: 8, to: 10, percent: 110 },
      ],
    };
    expect(hourPercent(town, at('2026-07-01T22:00:00Z'))).toBe(140);
    expect(hourPercent(town, at('2026-01-01T22:00:00Z'))).toBe(100);
    expect(hourPercent(town, at('2026-01-01T07:00:00Z'))).toBe(110);
    expect(hourPercent(town, at('2026-01-01T09:00:00Z'))).toBe(100);
  });
});

describe('the setting TARIFF', () => {
  test('may be the path of a file, or off', () => {
    const reset = withSettings({ TARIFF: fileOf({ ...delhi, name: 'Testpur', base: 50 }) });
    expect(currentTariff()).toMatchObject({ name: 'Testpur', base: 50 });
    reset();
    const resetOff = withSettings({ TARIFF: 'off' });
    expect(currentTariff()).toBeNull();
    resetOff();
  });

  test('may be the path of a file that begins with a byte order mark', () => {
    expect(readTariff(fileOf(`\uFEFF${JSON.stringify({ ...delhi, name: 'Testpur' })}`))).toMatchObject({
      name: 'Testpur',
    });
  });

  test.each<[string, () => string, RegExp]>([
    ['an unknown name', () => 'atlantis', /TARIFF .*there is no tariff atlantis; delhi, off, or the path of a file/],
    ['a missing file', () => join(folder, 'none.json'), /TARIFF .*none\.json cannot be read: ENOENT/],
    ['a file that is not JSON', () => fileOf('{', 'broken.json'), /TARIFF .*broken\.json is no JSON/],
    ['no object', () => fileOf([], 'list.json'), /TARIFF .*list\.json is not valid, the file:/],
    [
      'a percent of the sedan other than 100',
      () => fileOf({ ...delhi, class_percents: { ...delhi.class_percents, sedan: 90 } }),
      /class_percents\.sedan/,
    ],
    ['a fraction of a paisa', () => fileOf({ ...delhi, per_km: 10.005 }), /per_km: At most two decimals\)/],
    ['a huge rate', () => fileOf({ ...delhi, per_km: 1e308 }), /per_km: Too big: expected number to be <=10000\)/],
    ['a huge percent', () => fileOf({ ...delhi, hours: [{ from: 1, to: 5, percent: 1e308 }] }), /percent: .* <=1000\)/],
    [
      'a syntax error in a file of several lines',
      () => fileOf('{\r\n  "base":\t80,\n\n  "name": oops\n}'),
      /own\.json is no JSON: Unexpected token .*"name": oops \}"/,
    ],
    [
      'an unknown field with a line break in its name',
      () => fileOf({ ...delhi, 'per\n\u001b[2Jmile': 3 }),
      /"per \[2Jmile"\)/,
    ],
    ['a negative rate', () => fileOf({ ...delhi, per_minute: -1 }), /per_minute/],
    ['an unknown time zone', () => fileOf({ ...delhi, time_zone: 'Asia/Atlantis' }), /time_zone: no time zone/],
    ['an unknown field', () => fileOf({ ...delhi, per_mile: 3 }), /per_mile/],
    [
      'a band without hours',
      () => fileOf({ ...delhi, hours: [{ from: 5, to: 5, percent: 125 }] }),
      /hours\.0: begins and ends at the same hour/,
    ],
    [
      'bands that overlap',
      () =>
        fileOf({
          ...delhi,
          hours: [
            { from: 22, to: 5, percent: 125 },
            { from: 4, to: 6, percent: 110 },
          ],
        }),
      /hours: overlap/,
    ],
    ['no date', () => fileOf({ ...delhi, date: 'January 2023' }), /date/],
  ])('with %s is refused with a sentence that says what is wrong', (_what, setting, sentence) => {
    const made = setting();
    expect(() => readTariff(made)).toThrow(sentence);
    expect(() => readTariff(made)).toThrow(/^The setting TARIFF is not right .* TARIFF=delhi$/);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEAST_OBSERVATIONS } from '@boli/shared/core/constants';
import { middleHalfOf } from '@boli/shared/market/middle-half';
import { chanceOf, savingOf } from '@boli/shared/market/odds';
import { saidOf } from '@boli/shared/market/said';
import { netEarnings, PICKUP_WAIT_MINUTES } from '@boli/shared/pricing/net-earnings';
import { describe, expect, test } from '@jest/globals';
import { root } from '../root';
import { readTariff } from './tariff';

const page = readFileSync(join(root, 'docs', 'FAIRNESS.md'), 'utf8');
/** The cells of each row of the table below this heading. */
function tableOf(heading: string, level = '## '): string[][] {
  const [, section = ''] = page.split(`${level}${heading}\n`);
  const [body = ''] = section.split(`\n${level}`);
  const rows = body.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
const numbersIn = (text = '') => [...text.matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number));
const halfUp = (value: number, step: number) => Math.floor(value / step + 0.5 + 1e-9) * step;

describe('docs/FAIRNESS.md', () => {
  test('has the rates of the tariff of Delhi', () => {
    const stated = Object.fromEntries(
      tableOf('The tariff of Delhi').map(([name = '', value]) => [name, numbersIn(value)]),
    );
    const { base, base_km, per_km, per_minute, class_percents, hours } = readTariff('delhi');
    const [night] = hours;
    expect(stated).toEqual({
      base: [base, base_km],
      'per km': [per_km],
      'per minute': [per_minute],
      [`from ${night?.from} to ${night?.to} o'clock`]: [night?.percent],
      auto: [class_percents.auto],
      hatchback: [class_percents.hatchback],
      sedan: [class_percents.sedan],
      SUV: [class_percents.suv],
    });
  });

  test('has an example in which every line follows from those above it', () => {
    const lines = Object.fromEntries(
      tableOf('An example').map(([name = '', sum, value]) => [name, { sum, value: Number(value) }]),
    );
    const value = (name: string) => lines[name]?.value ?? Number.NaN;
    const stated = (name: string) => numbersIn(lines[name]?.sum);
    const [km = 0, rate = 0] = stated('distance');
    expect(value('distance')).toBeCloseTo(km * rate, 9);
    const [minutes = 0, perMinute = 0] = stated('time');
    expect(value('time')).toBe(minutes * perMinute);
    expect(value('together')).toBe(value('base') + value('distance') + value('time'));
    for (const [name, of] of [
      ['at this hour', 'together'],
      ['for this class', 'at this hour'],
    ] as const) {
      expect(stated(name)[1]).toBe(value(of));
      expect(value(name)).toBeCloseTo(halfUp((value(of) * (stated(name)[0] ?? 0)) / 100, 0.01), 9);
    }
    for (const name of ['low', 'middle', 'high']) {
      expect(stated(name)[1]).toBe(value('for this class'));
      expect(value(name)).toBe(halfUp((value('for this class') * (stated(name)[0] ?? 0)) / 100, 5));
    }
    const quotes = [...page.matchAll(/'(\d+)% (below|above) usual' for ₹(\d+)\.00/g)];
    expect(quotes).toHaveLength(2);
    for (const [, percent, side, price] of quotes) {
      const edge = value(side === 'below' ? 'low' : 'high');
      expect(Number(percent)).toBe(Math.round((Math.abs(Number(price) - edge) * 100) / edge));
    }
  });

  test('has an example of waiting in which every line follows from those above it, and the quoted words follow from the last lines', () => {
    const lines = tableOf('An example of waiting', '### ');
    const stated = (name: string) => numbersIn(lines.find(([line]) => line === name)?.[1]);
    const result = (name: string) => numbersIn(lines.find(([line]) => line === name)?.[2])[0] ?? Number.NaN;
    const pairs = stated('expected');
    const expected = [0, 2, 4].reduce((sum, at) => sum + (pairs[at] ?? 0) * (pairs[at + 1] ?? 0), 0);
    expect(result('expected')).toBeCloseTo(expected, 9);
    const steps = lines
      .map(([line = '', sum]) => ({ line, price: numbersIn(line)[0] ?? 0, share: numbersIn(sum)[0] ?? 0 }))
      .filter(({ line }) => line.startsWith('below'));
    expect(steps).toHaveLength(4);
    for (const { line, share } of steps) {
      expect(result(line)).toBeCloseTo(chanceOf(expected, share) * 100, 2);
      expect(result(line)).toBeCloseTo((1 - Math.exp((-expected * share) / 100)) * 100, 2);
    }
    const trapezoids = steps.slice(1).reduce((sum, { line, price }, before) => {
      const last = steps[before];
      return sum + ((price - (last?.price ?? 0)) * (result(line) + result(last?.line ?? ''))) / 200;
    }, 0);
    expect(result('saving')).toBeCloseTo(trapezoids, 2);
    expect(result('saving')).toBeCloseTo(savingOf(expected, steps), 2);
    const words = /'A cheaper one within 3 minutes: about 1 in (\d+), saving ₹(\d+) on average'/.exec(page);
    expect(saidOf(chanceOf(expected, steps.at(-1)?.share ?? 0))).toBe(`in_${words?.[1]}`);
    expect(Number(words?.[2])).toBe(Math.round(result('saving')));
  });

  test('has an example of the middle half that follows from its quartiles', () => {
    const [, mid, low, high, exactLow, exactHigh, from, to] =
      /a middle of ₹(\d+), quartiles of (\d+)% and (\d+)% are ₹([\d.]+) and ₹([\d.]+): ₹(\d+)–(\d+)/
        .exec(page)
        ?.map(Number) ?? [];
    const half = middleHalfOf({ low_percent: low ?? 0, high_percent: high ?? 0, count: 42 }, mid ?? 0);
    expect([half.low, half.high]).toEqual([from, to]);
    expect([exactLow, exactHigh]).toEqual([((mid ?? 0) * (low ?? 0)) / 100, ((mid ?? 0) * (high ?? 0)) / 100]);
    expect(page).toContain(`'the middle half of 42 accepted prices here at this hour: ₹${from}–${to}'`);
  });

  test('has an example of what remains of a price, as the formula computes it', () => {
    const [, section = ''] = page.split('An example with a commission of');
    const [percent = 0, cost_per_km = 0] = numbersIn(section.split('\n')[0]);
    const rows = section.split('\n').filter((row) => row.startsWith('| '));
    const lines = new Map(
      rows.map((row) => row.split('|').slice(1, -1)).map(([name = '', ...rest]) => [name.trim(), rest]),
    );
    const result = (name: string) => numbersIn(lines.get(name)?.[1]);
    const stated = (name: string) => numbersIn(lines.get(name)?.[0]);
    const [price = 0] = stated('after the fee');
    const [[emptyKm = 0, emptyMinutes = 0], [km = 0, minutes = 0]] = [result('empty'), result('with the rider')];
    const offer = { price, cost_per_km, to_pickup: { km: emptyKm, minutes: emptyMinutes }, trip: { km, minutes } };
    const sum = netEarnings({ ...offer, rule: { model: 'commission', percent, per_ride_paise: 0 } });
    expect(result('waiting')).toEqual([PICKUP_WAIT_MINUTES]);
    expect([stated('your cost'), result('your cost')]).toEqual([[sum.km, cost_per_km], [sum.cost / 100]]);
    expect(stated('for a kilometre')).toEqual([sum.net / 100, sum.km]);
    expect(stated('for an hour')).toEqual([sum.net / 100, 60, sum.minutes]);
    const amounts = ['after the fee', 'remains', 'for a kilometre', 'for an hour'].map((name) => result(name)[0]);
    expect(amounts).toEqual([sum.earnings, sum.net, sum.per_km ?? 0, sum.per_hour].map((paise) => paise / 100));
    const [line = ''] = /At ₹\d+: ₹\d+\/km, ₹\d+\/h/.exec(page) ?? [];
    expect(numbersIn(line)).toEqual([price, Math.round((sum.per_km ?? 0) / 100), Math.round(sum.per_hour / 100)]);
  });

  test('has every figure that is published, and the lowest number of observations', () => {
    const names = tableOf('The public figures').map(([name]) => name);
    expect(names).toEqual([
      'rides completed',
      'quotes per request',
      'median price',
      "driver's share",
      'earned per active hour',
      'inequality',
      'arrival promises kept',
    ]);
    expect(page).toContain(`comes from ${LEAST_OBSERVATIONS} or more observations`);
  });
});

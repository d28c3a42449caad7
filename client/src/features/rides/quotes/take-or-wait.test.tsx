import type { WaitOutlook } from '@boli/shared/market/market.schema';
import { cheaperOdds, firstQuoteSeconds, quoteRates } from '@boli/shared/market/odds';
import { added, tallyOf } from '@boli/shared/market/tally';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderPart } from '../../../testing/render';
import { aReference } from '../../../testing/ride.builder';
import { UsualPrice } from '../UsualPrice';
import { FirstQuote, TakeOrWait } from './TakeOrWait';

afterEach(cleanup);

const numbersIn = (text: string) => [...text.replaceAll(',', '').matchAll(/\d+(\.\d+)?/g)].map(([n]) => Number(n));
const linesOf = () =>
  [...document.querySelectorAll('dt')].map((term) => ({
    label: term.textContent,
    said: numbersIn(term.textContent),
    amount: numbersIn(term.nextElementSibling?.textContent ?? '')[0] ?? Number.NaN,
  }));
const secondsOf = (label: string) =>
  [...label.matchAll(/(\d+):(\d\d)/g)].map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));

const tally = added(
  Array.from({ length: 90 }, (_, n) =>
    tallyOf({
      open_s: 40 + n * 7,
      quotes: [0, 1, 2].map((k) => ({
        after_s: 11 + ((n * 37 + k * 97) % 400),
        percent: 80 + ((n + k * 13) % 41),
        accepted: false,
      })),
    }),
  ),
);
const rates = quoteRates(tally);
const outlookAt = (age_s: number, price: number | null, over: Partial<WaitOutlook> = {}): WaitOutlook => ({
  scope: 'area_hour',
  requests: 90,
  age_s,
  rates,
  first_quote_s: firstQuoteSeconds(tally),
  cheaper: price === null ? null : cheaperOdds(tally, { price, mid: 225, age_s }),
  ...over,
});

/** Computes chance and saving from the texts of the lines alone, as docs/FAIRNESS.md describes it, and checks each. */
function recompute(): { chance: number; saving: number } {
  const lines = linesOf();
  const total = lines.find(({ label }) => label.startsWith('Expected'));
  const [from = 0, to = 0] = secondsOf(total?.label ?? '');
  const bands = lines.filter(({ label }) => label.startsWith('Quotes a minute'));
  let expected = 0;
  for (const [n, { label, amount }] of bands.entries()) {
    const [start = 0] = secondsOf(label);
    const [end = to] = secondsOf(bands[n + 1]?.label ?? '');
    expected += ((Math.min(to, end) - Math.max(from, start)) / 60) * amount;
  }
  expect(total?.amount).toBeCloseTo(expected, 2);
  let [saving, price, risen, chance] = [0, 0, 0, 0];
  for (const { said, amount } of lines.filter(({ label }) => label.startsWith('Quotes below'))) {
    chance = 1 - Math.exp((-(total?.amount ?? 0) * amount) / 100);
    saving += ((said[0] ?? 0) - price) * ((risen + chance) / 2);
    [price, risen] = [said[0] ?? 0, chance];
  }
  expect(lines.find(({ label }) => label.startsWith('Chance'))?.amount).toBe(Math.round(chance * 100));
  expect(lines.find(({ label }) => label.startsWith('Saving'))?.amount).toBe(Math.round(saving));
  return { chance, saving: Math.round(saving) };
}

describe('take it or wait', () => {
  test.each([
    [0, 250],
    [12, 225],
    [75, 205],
    [140, 181.5],
    [290, 400],
  ])('at %d s with ₹%p can be recomputed from what the screen says', (age_s, price) => {
    renderPart(<TakeOrWait outlook={outlookAt(age_s, price)} />);
    const { chance, saving } = recompute();
    const [text = ''] = screen.getAllByText(/^A cheaper one within 3 minutes: /).map(({ textContent }) => textContent);
    const said = /: (?:about (\d) (?:in) (\d+)|(unlikely)|(likely))/.exec(text);
    const near = said?.[3] ? 0.04 : said?.[4] ? 0.95 : Number(said?.[1]) / Number(said?.[2]);
    expect(Math.abs(near - chance)).toBeLessThan(0.1);
    if (saving > 0) expect(text).toContain(`, saving ₹${saving} on average`);
  });

  test('says "in town at any hour" if the odds come from the history of the whole town', () => {
    renderPart(<TakeOrWait outlook={outlookAt(12, 225, { scope: 'town' })} />);
    expect(screen.getByText(/^From 90 requests in town at any hour.* They had 196 quotes,/)).toBeTruthy();
  });

  test('is absent without odds', () => {
    renderPart(<TakeOrWait outlook={outlookAt(12, null)} />);
    renderPart(<TakeOrWait outlook={null} />);
    expect(screen.queryByText('How this is computed')).toBeNull();
  });
});

describe('the time of the first quote', () => {
  test('is shown with the rates from which it is computed', () => {
    renderPart(<FirstQuote outlook={outlookAt(5, null)} />);
    const { first_quote_s: seconds } = outlookAt(5, null);
    if (seconds === null) throw new Error('no first quote');
    expect(
      screen.getByText(`First quote usually in ${seconds < 60 ? `${seconds} s` : `${seconds / 60} min`}`),
    ).toBeTruthy();
    const bands = linesOf().filter(({ label }) => label.startsWith('Quotes a minute'));
    let [missing, at] = [1, 0];
    for (const [n, { label, amount }] of bands.entries()) {
      const [start = 0] = secondsOf(label);
      const [end = Number.POSITIVE_INFINITY] = secondsOf(bands[n + 1]?.label ?? '');
      at = Math.min(end, start + (missing * 60) / amount);
      missing -= ((at - start) * amount) / 60;
    }
    expect(missing).toBeCloseTo(0, 9);
    expect(Math.abs(at - seconds)).toBeLessThanOrEqual(seconds < 90 ? 5 : 30);
  });

  test('is absent if it is not known', () => {
    renderPart(<FirstQuote outlook={outlookAt(5, null, { first_quote_s: null })} />);
    expect(screen.queryByText(/First quote/)).toBeNull();
  });
});

describe('the middle half of the accepted prices', () => {
  const half = { low_percent: 88, high_percent: 104, count: 42, low: 150, high: 180 };

  test('is shown beside the usual price, and can be recomputed from what the screen says', () => {
    renderPart(<UsualPrice reference={{ ...aReference(), mid: 172 }} half={half} />);
    expect(screen.getByText('the middle half of 42 accepted prices here at this hour: ₹150–180')).toBeTruthy();
    const lines = linesOf().filter(({ label }) => label.includes(' up to '));
    expect(lines).toHaveLength(2);
    for (const { said, amount } of lines) {
      const [percent = 0, of = 0, step = 0] = said;
      expect(amount).toBe(Math.floor((of * percent) / 100 / step + 0.5) * step);
    }
  });

  test('is absent with too few accepted prices', () => {
    renderPart(<UsualPrice reference={aReference()} half={null} />);
    expect(screen.queryByText(/middle half/)).toBeNull();
  });
});

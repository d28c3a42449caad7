import { LEAST_OBSERVATIONS } from '../core/constants';
import type { CheaperOdds, PriceStep, QuoteRate } from './market.schema';
import { bandAt, bandStarts, countBelow, overlap, percentOf, type Tally, totalOf } from './tally';

/** The wait for which the odds are computed. */
export const ODDS_MINUTES = 3;
/** The distance between the prices of two successive published steps, in percent of the usual price. */
const STEP_PERCENT = 5;
/** A first quote that takes longer than this (seconds) is not predicted. */
const LONGEST_FIRST_S = 1_800;

const hundredths = (value: number) => Math.round(value * 100) / 100;

/**
 * The rate of quotes in each band of a request's time since posting, in quotes a minute with two decimals, as screens
 * show them. A band in which no request was open has the rate of the band before.
 */
export function quoteRates({ open_s, arrivals }: Pick<Tally, 'open_s' | 'arrivals'>): QuoteRate[] {
  let before = 0;
  return bandStarts.map((from_s, band) => {
    const open = open_s[band] ?? 0;
    if (open > 0) before = hundredths(((arrivals[band] ?? 0) * 60) / open);
    return { from_s, per_minute: before };
  });
}

/** How many quotes are expected in the next `seconds` on a request posted `age_s` seconds ago, with two decimals. */
export function expectedQuotes(rates: readonly QuoteRate[], age_s: number, seconds: number): number {
  const time = { from: age_s, to: age_s + seconds };
  return hundredths(rates.reduce((sum, { per_minute }, band) => sum + (per_minute * overlap(band, time)) / 60, 0));
}

/**
 * The seconds after which one quote is expected: 1/λ at a constant rate. Rounded to 10 seconds if below 90 seconds,
 * otherwise to whole minutes; null for more than half an hour, or if fewer than 30 requests were still open when the
 * band of that time began.
 */
export function firstQuoteSeconds(tally: Tally): number | null {
  const seconds = oneExpectedAfter(quoteRates(tally));
  return seconds !== null && isObservedAt(tally, seconds) ? rounded(seconds) : null;
}

function oneExpectedAfter(rates: readonly QuoteRate[]): number | null {
  let missing = 1;
  for (const [band, { from_s, per_minute }] of rates.entries()) {
    const length = (bandStarts[band + 1] ?? LONGEST_FIRST_S) - from_s;
    const expected = (per_minute * length) / 60;
    if (expected >= missing && expected > 0) return from_s + (missing * 60) / per_minute;
    missing -= expected;
  }
  return null;
}

const rounded = (seconds: number) =>
  seconds < 90 ? Math.max(10, Math.round(seconds / 10) * 10) : Math.round(seconds / 60) * 60;

/**
 * The probability of at least one cheaper quote if the expected number of quotes is `expected` and `share` percent of
 * quotes are cheaper: 1 − e^(−λτF). It assumes that arrivals are a Poisson process and that prices do not depend on
 * them.
 */
export function chanceOf(expected: number, share: number): number {
  return -Math.expm1((-expected * share) / 100);
}

/**
 * What waiting saves on average, in rupees; if no cheaper quote comes, that counts as a saving of 0. It is the integral
 * of 1 − e^(−λτF(x)) over all prices x up to the last step, by trapezoids between the steps.
 */
export function savingOf(expected: number, steps: readonly PriceStep[]): number {
  let [saving, price, chance] = [0, 0, 0];
  for (const step of steps) {
    const next = chanceOf(expected, step.share);
    saving += ((chance + next) / 2) * (step.price - price);
    [price, chance] = [step.price, next];
  }
  return saving;
}

/**
 * The share of all quotes below each price, in whole percent. The prices are at every 5 percent of the usual price,
 * from the highest one whose share is 0 (if there is one); the last step is `price` itself. Observed prices are rounded
 * to whole percents: half of those that equal a step count as below it. Those that equal the last step do not count,
 * because the same price is not cheaper.
 */
export function priceSteps(quoted: Tally['quoted'], { price, mid }: { price: number; mid: number }): PriceStep[] {
  const total = totalOf(quoted);
  const own = percentOf(price, mid);
  const part = (count: number) => Math.round((count * 100) / total);
  const share = (percent: number) => part((countBelow(quoted, percent) + countBelow(quoted, percent + 1)) / 2);
  const grid: number[] = [];
  for (let percent = STEP_PERCENT; percent < own; percent += STEP_PERCENT) grid.push(percent);
  const first = grid.findIndex((percent) => share(percent) > 0);
  const shown = first === -1 ? grid.slice(-1) : grid.slice(Math.max(0, first - 1));
  return [
    ...shown
      .map((percent) => ({ price: Math.round((percent * mid) / 100), share: share(percent) }))
      .filter((step) => step.price < price),
    { price, share: part(countBelow(quoted, own)) },
  ];
}

interface Asked {
  /** The lowest price now, and the middle usual price, in rupees. */
  price: number;
  mid: number;
  /** Seconds since the request was posted. */
  age_s: number;
}

/** The odds of a cheaper quote within `ODDS_MINUTES`; null with fewer than 30 observed prices. */
export function cheaperOdds(tally: Tally, { price, mid, age_s }: Asked): CheaperOdds | null {
  const quotes = totalOf(tally.quoted);
  if (quotes < LEAST_OBSERVATIONS) return null;
  const expected = expectedQuotes(quoteRates(tally), age_s, ODDS_MINUTES * 60);
  const steps = priceSteps(tally.quoted, { price, mid });
  const chance = chanceOf(expected, steps.at(-1)?.share ?? 0);
  const saving = Math.round(savingOf(expected, steps));
  return { price, minutes: ODDS_MINUTES, quotes, expected, steps, chance, saving };
}

/** Whether at least 30 requests were still open for quotes in the band of this time since posting. */
export const isObservedAt = ({ reached }: Pick<Tally, 'reached'>, seconds: number): boolean =>
  (reached[bandAt(seconds)] ?? 0) >= LEAST_OBSERVATIONS;

/** The last second of the wait that begins at this time since posting. */
export const endOfWait = (age_s: number): number => age_s + ODDS_MINUTES * 60 - 1;

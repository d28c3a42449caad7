import { type CalibrationRow, calibrate, type Outcomes, partOf, WAIT_PARTS } from '@boli/shared/market/calibration';
import { cheaperOdds, ODDS_MINUTES } from '@boli/shared/market/odds';
import { type Said, saidOf } from '@boli/shared/market/said';
import { added, type ObservedQuote, percentOf, type Tally, tallyOf } from '@boli/shared/market/tally';

/*
 * Simulates the calibration of the odds of a cheaper quote. It does not run in real time, because waits are minutes
 * long: each request is drawn at random with all its quotes, and the product's formulas get only what the customer of
 * the request would see. The simulated drivers do not follow the formulas' assumptions: more quotes come soon after
 * posting, some requests attract more drivers than others, and drivers ask for round prices, often exactly for a usual
 * price.
 */

/** The middle usual price of every drawn request, in rupees. */
export const MID = 225;
const WAIT_S = ODDS_MINUTES * 60;
/** The number of earlier requests. The odds are computed from them. */
const HISTORY = 3_000;
const OPEN_S = 900;

/** A request: when its customer closes it, and all quotes that would come within 15 minutes if it stayed open. */
export interface Drawn {
  open_s: number;
  quotes: (ObservedQuote & { price: number })[];
}

/** A generator of numbers from 0 to 1 that always gives the same ones for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The average number of quotes a minute, this many seconds after posting. */
const rateAt = (seconds: number) => 0.4 + 1.6 * Math.exp(-seconds / 60);
const MOST_A_MINUTE = 2;

/** Draws requests at random; the same seed gives the same ones. */
export function drawRequests(count: number, seed: number): Drawn[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => drawRequest(random));
}

function drawRequest(random: () => number): Drawn {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const attraction = Math.exp(0.3 * normal() - 0.045);
  const quotes: Drawn['quotes'] = [];
  // Thinning: candidates are drawn at the highest rate, and each is kept with a probability: the rate at its time,
  // divided by the highest rate.
  const gap = () => (-Math.log(1 - random()) * 60) / (MOST_A_MINUTE * attraction);
  for (let at = gap(); at < OPEN_S; at += gap()) {
    if (random() * MOST_A_MINUTE > rateAt(at)) continue;
    const price = random() < 0.4 ? priceOfChip(random()) : Math.round((MID * Math.exp(0.12 * normal())) / 5) * 5;
    quotes.push({ after_s: at, price, percent: percentOf(price, MID), accepted: false });
  }
  // Customers choose after some time, whatever comes later.
  return { open_s: Math.min(OPEN_S, 60 - 240 * Math.log(1 - random())), quotes };
}

const priceOfChip = (part: number) => (part < 0.4 ? 205 : part < 0.8 ? 225 : 250);

/** The odds that the customer of this request sees at each new lowest price, with their outcomes. */
function outcomesOf({ open_s, quotes }: Drawn, tally: Tally): Outcomes[] {
  const outcomes: Outcomes[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const { after_s, price } of quotes.filter((quote) => quote.after_s < open_s)) {
    if (price >= lowest) continue;
    lowest = price;
    const odds = cheaperOdds(tally, { price, mid: MID, age_s: Math.round(after_s) });
    if (!odds) continue;
    const end = Math.min(open_s, after_s + WAIT_S);
    const cheaper = quotes.find((quote) => quote.after_s > after_s && quote.after_s <= end && quote.price < price);
    const part = partOf((cheaper?.after_s ?? end) - after_s);
    const came = cheaper !== undefined;
    outcomes.push({
      said: saidOf(odds.chance),
      came,
      part: came ? Math.min(part, WAIT_PARTS - 1) : part,
      count: 1,
      chances: odds.chance,
    });
  }
  return outcomes;
}

/**
 * Computes the odds that the customers of `requests` would see, given `history` as all earlier requests, and how often
 * these odds come true.
 */
export function calibrationOf(requests: readonly Drawn[], history: readonly Drawn[]): CalibrationRow[] {
  const tally = added(history.map(tallyOf));
  return calibrate(requests.flatMap((request) => outcomesOf(request, tally)));
}

/** Simulates this many requests after a history of 3,000; the same seed gives the same figures. */
export function simulateWaits(requests: number, seed = 1): CalibrationRow[] {
  const drawn = drawRequests(HISTORY + requests, seed);
  return calibrationOf(drawn.slice(HISTORY), drawn.slice(0, HISTORY));
}

const words: Record<Said, string> = {
  unlikely: 'unlikely',
  in_10: '1 in 10',
  in_5: '1 in 5',
  in_4: '1 in 4',
  in_3: '1 in 3',
  in_2: '1 in 2',
  two_in_3: '2 in 3',
  three_in_4: '3 in 4',
  likely: 'likely',
};

/** The report: one row for each wording of the odds. */
export function waitsText(rows: readonly CalibrationRow[]): string {
  const percent = (value: number | null) => (value === null ? '-' : `${value}%`).padStart(9);
  return [
    'Odds of a cheaper quote within 3 minutes',
    `${'said'.padEnd(10)}${'n'.padStart(9)}${'on average'.padStart(12)}${'came true'.padStart(11)}`,
    ...rows.map(
      ({ said, count, said_percent, came_percent }) =>
        `${words[said].padEnd(10)}${String(count).padStart(9)}   ${percent(said_percent)}  ${percent(came_percent)}`,
    ),
  ].join('\n');
}

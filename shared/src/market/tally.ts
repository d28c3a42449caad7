/** A request's time since posting is divided into bands that begin after these seconds; the last one has no end. */
export const bandStarts = [0, 30, 60, 120, 300, 600, 1_800] as const;

/** `count` prices were `percent` percent of the usual price of their request, rounded to whole percents. */
export interface PercentCount {
  percent: number;
  count: number;
}

/** What was observed of requests and quotes, as sums: tallies of two groups of requests can be added. */
export interface Tally {
  /** By band: the requests that were still open when it began. The first number counts all requests. */
  reached: number[];
  /** By band: the seconds for which requests were open for quotes in it. */
  open_s: number[];
  /** By band: the quotes that arrived in it. */
  arrivals: number[];
  /** The prices of all quotes on requests with a usual price, lowest first. */
  quoted: PercentCount[];
  /** The prices of those quotes that were accepted. */
  accepted: PercentCount[];
}

/** One quote: when it arrived (seconds after posting), and its price in percent of the usual one, if that is known. */
export interface ObservedQuote {
  after_s: number;
  percent: number | null;
  accepted: boolean;
}

/** One unscheduled request that is no longer open for quotes. */
export interface ObservedRequest {
  open_s: number;
  quotes: readonly ObservedQuote[];
}

/** Higher prices count as this percent, so that a tally has a bounded size. */
const MOST_PERCENT = 400;
const zeros = () => bandStarts.map(() => 0);

/** The tally of no requests. */
export const noTally: Readonly<Tally> = {
  reached: zeros(),
  open_s: zeros(),
  arrivals: zeros(),
  quoted: [],
  accepted: [],
};

/** A price in whole percent of the middle usual price, both in the same unit. */
export function percentOf(price: number, mid: number): number {
  return Math.min(MOST_PERCENT, Math.round((price * 100) / mid));
}

/** The band of this time since posting, as an index of `bandStarts`. */
export function bandAt(seconds: number): number {
  return Math.max(
    0,
    bandStarts.findLastIndex((start) => start <= seconds),
  );
}

/** The seconds of a band between two times since posting. */
export function overlap(band: number, { from, to }: { from: number; to: number }): number {
  const start = bandStarts[band] ?? 0;
  const end = bandStarts[band + 1] ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(to, end) - Math.max(from, start));
}

function counted(counts: readonly PercentCount[]): PercentCount[] {
  const byPercent = new Map<number, number>();
  for (const { percent, count } of counts) byPercent.set(percent, (byPercent.get(percent) ?? 0) + count);
  return [...byPercent]
    .map(([percent, count]) => ({ percent, count }))
    .sort((one, other) => one.percent - other.percent);
}

const countsOf = (quotes: readonly ObservedQuote[]): PercentCount[] =>
  quotes.flatMap(({ percent }) => (percent === null ? [] : [{ percent, count: 1 }]));

/** Tallies one request. Seconds are whole, so that sums are exact. */
export function tallyOf({ open_s, quotes }: ObservedRequest): Tally {
  const open = Math.max(0, Math.round(open_s));
  const inTime = quotes.filter(({ after_s }) => after_s <= open_s);
  return {
    reached: bandStarts.map((start, band) => (band === 0 || open > start ? 1 : 0)),
    open_s: bandStarts.map((_, band) => overlap(band, { from: 0, to: open })),
    arrivals: bandStarts.map((_, band) => inTime.filter(({ after_s }) => bandAt(after_s) === band).length),
    quoted: counted(countsOf(inTime)),
    accepted: counted(countsOf(inTime.filter(({ accepted }) => accepted))),
  };
}

/** Adds tallies. */
export function added(tallies: readonly Tally[]): Tally {
  const sum = (of: (tally: Tally) => readonly number[]) =>
    bandStarts.map((_, band) => tallies.reduce((total, tally) => total + (of(tally)[band] ?? 0), 0));
  return {
    reached: sum(({ reached }) => reached),
    open_s: sum(({ open_s }) => open_s),
    arrivals: sum(({ arrivals }) => arrivals),
    quoted: counted(tallies.flatMap(({ quoted }) => quoted)),
    accepted: counted(tallies.flatMap(({ accepted }) => accepted)),
  };
}

/** The total number of prices. */
export const totalOf = (counts: readonly PercentCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);

/** How many of these prices were below this percent. */
export const countBelow = (counts: readonly PercentCount[], percent: number): number =>
  totalOf(counts.filter((row) => row.percent < percent));

/**
 * The nearest-rank quantile: the lowest percent with at least this part of the prices at or below it; null without
 * prices.
 */
export function quantile(counts: readonly PercentCount[], part: number): number | null {
  const wanted = totalOf(counts) * part;
  let sum = 0;
  for (const { percent, count } of counts) {
    sum += count;
    if (sum >= wanted) return percent;
  }
  return null;
}

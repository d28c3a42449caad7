import { LAST_DAYS, MOST_MONTHS } from '@boli/shared/fairness/fairness.schema';
import { clock } from '../core/clock';
import { failpoint } from '../core/failpoint';
import { beginningOf, dayInIndia, endOf } from '../core/india';
import { daysAfter, endsMonth, monthOf } from './calendar';
import { factsOf } from './day-facts';
import type { FairnessDay, FairnessPage } from './fairness.model';
import { counted, fairnessDays, fairnessPages, fairnessProgress } from './fairness.repository';
import { type Figure, figuresOf } from './figures';
import { type Candidate, ofLastDays, ofMonth } from './publishing';

/** A day is counted this long (ms) after its end: by then the reconcile steps of its last rides have run. */
const CLOSED_AFTER_MS = 3_600_000;
/** The longest time (ms) that one run works, so that the other jobs of its loop are not delayed. */
const RUN_MS = 1_000;

/** How many days before a period are read to decide which of its figures may be published. */
const DAYS_BEFORE = 60;

/** The figures that everybody can read. */
export interface PublishedFigures {
  lastDays: FairnessPage | null;
  months: FairnessPage[];
}

const isClosed = (day: string) => clock.millis() >= endOf(day).getTime() + CLOSED_AFTER_MS;

/**
 * Counts and publishes each day that has ended, the oldest first. After an interruption, the next run of any process
 * begins with the same day: what is already stored is not changed, so that several processes publish the same figures.
 */
export async function keepFairness(signal: AbortSignal): Promise<void> {
  const until = performance.now() + RUN_MS;
  for (let day = await nextDay(); day !== null && isClosed(day); day = daysAfter(day, 1)) {
    if (signal.aborted || performance.now() > until) return;
    await close(day);
  }
}

async function nextDay(): Promise<string | null> {
  const last = await fairnessProgress.read();
  if (last !== null) return daysAfter(last, 1);
  const beginning = await counted.beginning();
  return beginning && dayInIndia(beginning);
}

async function close(day: string): Promise<void> {
  if (!(await fairnessDays.has(day))) await fairnessDays.insert(await countDay(day));
  failpoint('fairness.counted');
  if (endsMonth(day)) await publishMonth(day);
  // The 30 days up to this day are published only if no later day has ended: otherwise they would soon be replaced.
  if (!isClosed(daysAfter(day, 1))) await publishLastDays(day);
  failpoint('fairness.published');
  await fairnessProgress.reach(day);
}

async function countDay(day: string): Promise<FairnessDay> {
  const span = { from: beginningOf(day), to: endOf(day) };
  const [rides, requests] = await Promise.all([counted.rides(span), counted.requests(span)]);
  const rates = await counted.rates(rides.map(({ ride_request_id }) => ride_request_id));
  return { _id: day, ...factsOf(rides, requests, rates), made_at: clock.now() };
}

/** A period with the days and the published figures that decide which of its own figures may be published. */
async function candidateOf(period: Candidate['period']): Promise<Candidate> {
  const since = daysAfter(period.from, -DAYS_BEFORE);
  const [days, published] = await Promise.all([fairnessDays.between(since, period.to), fairnessPages.since(since)]);
  return { period, since, days, published };
}

async function publish(kind: FairnessPage['kind'], { period, days }: Candidate, shown: ReadonlySet<Figure>) {
  const { from, to } = period;
  const own = days.filter(({ _id }) => _id >= from);
  const figures = figuresOf(own, (figure) => shown.has(figure));
  await fairnessPages.insert({ _id: `${kind}:${from}:${to}`, kind, from, to, ...figures });
}

async function publishMonth(to: string): Promise<void> {
  const candidate = await candidateOf({ from: monthOf(to), to });
  await publish('month', candidate, ofMonth(candidate));
}

async function publishLastDays(to: string): Promise<void> {
  const candidate = await candidateOf({ from: daysAfter(to, 1 - LAST_DAYS), to });
  const shown = ofLastDays(candidate);
  if (shown) await publish('last_days', candidate, shown);
}

let known: { day: string | null; published: PublishedFigures } | null = null;

/** The published figures. They are read again once another day is published. */
export async function publishedFigures(): Promise<PublishedFigures> {
  const day = await fairnessProgress.read();
  if (known && known.day === day) return known.published;
  const [[lastDays = null], months] = await Promise.all([
    fairnessPages.latest('last_days', 1),
    fairnessPages.latest('month', MOST_MONTHS),
  ]);
  const published = { lastDays, months };
  known = { day, published };
  return published;
}

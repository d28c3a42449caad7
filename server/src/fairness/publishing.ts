import { LEAST_OBSERVATIONS } from '@boli/shared/core/constants';
import { daysAfter, daysUntil, monthOf } from './calendar';
import type { FairnessDay, FairnessPage } from './fairness.model';
import { type Figure, figures, isOfManyPeople, observations } from './figures';

/**
 * The "last days" are the 30 days up to a given day. Published ones that ended this many days ago are replaced even if the
 * new ones have to hide figures.
 */
const REPLACED_AFTER_DAYS = 15;
/** Last days may end within a month only if its remaining days can be expected to have this many observations. */
const EXPECTED_LATER = 1.5 * LEAST_OBSERVATIONS;

/** A period by its first and its last day. */
type Period = Pick<FairnessPage, 'from' | 'to'>;

/** A period that may be published, its days and those before it, and the periods that are already published. */
export interface Candidate {
  period: Period;
  /** The first day that was read: a later day that is missing has no observations. */
  since: string;
  /** In the order of their dates, up to the last day of the period. */
  days: readonly FairnessDay[];
  published: readonly FairnessPage[];
}

const within = (days: readonly FairnessDay[], from: string, end: string) =>
  days.filter(({ _id }) => _id >= from && _id < end);

/** The figures with enough observations in the period, of enough people. */
function figuresWithEnough({ period, days }: Candidate): Figure[] {
  const own = within(days, period.from, daysAfter(period.to, 1));
  const counts = observations(own);
  return figures.filter((figure) => counts[figure] >= LEAST_OBSERVATIONS && isOfManyPeople(own, figure));
}

/**
 * Whether a figure of a period can be published beside the figures that are already published. Published periods that
 * overlap cut the days into segments, and sums and differences of the periods may give the figure of any segment. So
 * each segment must have no observation, or enough of them from enough people. The month in which the period ends
 * counts as published, because it will be.
 */
function isSafe(figure: Figure, { period, since, days, published }: Candidate): boolean {
  const end = daysAfter(period.to, 1);
  const shown = published.filter((page) => page[figure] !== null);
  const known = [monthOf(period.to), ...shown.flatMap((page) => [page.from, daysAfter(page.to, 1)])];
  const before = known.filter((border) => border <= period.from).sort();
  const start = before.at(-1) ?? period.from;
  const borders = [...new Set([start, period.from, end, ...known])].filter((day) => day >= start && day <= end).sort();
  return borders.slice(1).every((border, at) => {
    const from = borders[at] ?? start;
    const segment = within(days, from, border);
    const count = observations(segment)[figure];
    if (count === 0) return from >= since;
    return count >= LEAST_OBSERVATIONS && isOfManyPeople(segment, figure);
  });
}

/** The figures of a month that may be shown. */
export function ofMonth(candidate: Candidate): ReadonlySet<Figure> {
  return new Set(figuresWithEnough(candidate).filter((figure) => isSafe(figure, candidate)));
}

/**
 * Whether the rest of the month will probably have enough observations, so that the month can be published beside these
 * last days. The remaining days are expected to be like the same number of days before them.
 */
function leavesEnough(figure: Figure, { period, days }: Candidate): boolean {
  const end = daysAfter(period.to, 1);
  const left = daysUntil(end, monthOf(daysAfter(monthOf(period.to), 31)));
  const latest = within(days, daysAfter(end, -left), end);
  return left === 0 || (observations(latest)[figure] >= EXPECTED_LATER && isOfManyPeople(latest, figure));
}

/**
 * The figures of the last days that may be shown beside everything that is published. Null if these last days must not
 * be published: these or later ones are published already, or a figure would have to be hidden while the published ones
 * are recent.
 */
export function ofLastDays(candidate: Candidate): ReadonlySet<Figure> | null {
  const { period, published } = candidate;
  const enough = figuresWithEnough(candidate);
  const safe = enough.filter((figure) => isSafe(figure, candidate) && leavesEnough(figure, candidate));
  const ends = published.filter(({ kind }) => kind === 'last_days').map(({ to }) => to);
  const latest = ends.sort().at(-1);
  if (latest !== undefined && latest >= period.to) return null;
  const isOld = latest === undefined || daysAfter(latest, REPLACED_AFTER_DAYS) <= period.to;
  return safe.length === enough.length || isOld ? new Set(safe) : null;
}

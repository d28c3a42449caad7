/** A part of the time since the start of a page, in milliseconds. */
export interface Stretch {
  from: number;
  to: number;
}

/** What a page has done so far. */
export interface PageWork {
  firstPaint: number;
  /** Tasks of 50 ms and more of the main thread. */
  longTasks: readonly Stretch[];
  requests: readonly Stretch[];
  /** The time of the observation. */
  now: number;
}

/** A page is interactive when the following 5 seconds have no long task and at most two requests at a time. */
const QUIET_MS = 5_000;
const QUIET_REQUESTS = 2;

/** The most requests that run at the same time within a stretch of time. */
function mostAtOnce(requests: readonly Stretch[], { from, to }: Stretch): number {
  const within = requests.filter((one) => one.from < to && one.to > from);
  const starts = [from, ...within.map((one) => one.from).filter((start) => start > from)];
  return Math.max(...starts.map((at) => within.filter((one) => one.from <= at && one.to > at).length));
}

/**
 * The time to interactive by its usual definition: the end of the last long task between the first paint and the first
 * five quiet seconds after it; without such a task, the first paint. Null while there were no five quiet seconds.
 */
export function interactiveAt({ firstPaint, longTasks, requests, now }: PageWork): number | null {
  const ends = [...longTasks, ...requests].map(({ to }) => to).filter((to) => to > firstPaint);
  const isQuiet = (quiet: Stretch) =>
    !longTasks.some((task) => task.from < quiet.to && task.to > quiet.from) &&
    mostAtOnce(requests, quiet) <= QUIET_REQUESTS;
  const quietFrom = [firstPaint, ...ends]
    .sort((a, b) => a - b)
    .find((from) => from + QUIET_MS <= now && isQuiet({ from, to: from + QUIET_MS }));
  if (quietFrom === undefined) return null;
  return Math.max(firstPaint, ...longTasks.map(({ to }) => to).filter((to) => to <= quietFrom));
}

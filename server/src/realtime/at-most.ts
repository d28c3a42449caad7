import { isDatabaseAway } from '../core/failure';
import { logger } from '../core/logger';

/**
 * Throttles `run` to at most one start every `ms` milliseconds. Calls that come in between are merged into one run; runs
 * never overlap, and a call during a run causes one more after it. A run that fails because the database is away is
 * repeated after `ms`.
 *
 * A run that reads and then pushes awaits `due` before it pushes, so that two pushes are at least `ms` apart even when
 * the second one was read faster.
 */
export function atMostEvery(ms: number, run: (due: () => Promise<void>) => Promise<void>): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let pushedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let running = false;
  let again = false;

  async function due(): Promise<void> {
    const early = pushedAt + ms - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    pushedAt = performance.now();
  }

  async function go(): Promise<void> {
    timer = null;
    running = true;
    last = performance.now();
    await run(due).catch((error: unknown) => {
      logger.error({ err: error }, 'an event could not be emitted');
      again ||= isDatabaseAway(error);
    });
    running = false;
    if (!again) return;
    again = false;
    ask();
  }

  function ask(): void {
    if (running) again = true;
    else if (!timer) {
      timer = setTimeout(() => void go(), Math.max(0, last + ms - performance.now()));
      timer.unref();
    }
  }
  return ask;
}

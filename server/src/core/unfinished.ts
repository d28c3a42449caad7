/**
 * Work that goes on although no connection waits for it: calls whose client has gone, reconcile steps, listeners of
 * domain events, messages of sockets. The process waits for it before it stops: otherwise another process has to find
 * and repeat it later, and its events reach no screen.
 */
let unfinished = 0;
let waiting: (() => void)[] = [];

/** Counts `work` as unfinished until it has settled; returns it. */
export function untilFinished<P extends Promise<unknown>>(work: P): P {
  unfinished += 1;
  work.then(finish, finish);
  return work;
}

function finish(): void {
  unfinished -= 1;
  if (unfinished > 0) return;
  for (const resolve of waiting) resolve();
  waiting = [];
}

/**
 * Resolves when all work is finished, also the work that other work has begun meanwhile. Resolves after `ms`
 * milliseconds even if some work is unfinished.
 */
export async function workFinished(ms: number): Promise<void> {
  if (unfinished === 0 || ms <= 0) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    timer = setTimeout(resolve, ms);
  });
  clearTimeout(timer);
}

import { BANNER_AFTER_MS } from '@boli/shared/core/constants';
import type { Report } from './report';

/** An interruption, from the loss of a connection until the screens are fresh again (by `performance.now()`). */
interface Gap {
  from: number;
  to: number;
}

/**
 * An event has so long (ms) to arrive: one that was on its way when the connection was lost is lost with it, and the
 * snapshot after that stands for it.
 */
const ON_THE_WAY_MS = 10_000;
/** The pause (ms) before a snapshot that failed is read again, as in the app. */
const RETRY_MS = 1_000;

/** What a socket reports about its connection. */
interface Connection {
  readonly connected: boolean;
  connect(): unknown;
  on(event: 'connect', listener: () => void): unknown;
  on(event: 'disconnect', listener: (reason: string) => void): unknown;
}

/** Follows the interruptions of one connection. */
export interface Outages {
  /** How often the connection was lost. */
  lost(): number;
  /** Resolves when the connection stands and the screens are fresh. */
  over(): Promise<void>;
  wasAway(at: number): boolean;
  /** Ends the observation. An interruption that is not over is an error. */
  end(): void;
}

/**
 * Follows a connection that stands. `resume` brings the screens up to date after an interruption; without it a lost
 * connection is an error. Reports how long screens were stale, and the banners that the app would show.
 */
export function openOutages(socket: Connection, report: Report, resume: (() => Promise<void>) | undefined): Outages {
  const gaps: Gap[] = [];
  const waiting: (() => void)[] = [];
  let lost = 0;
  /** When the connection was lost, until it stands again, and until the screens are fresh again. */
  let downSince: number | null = null;
  let since: number | null = null;
  let isOver = false;

  async function catchUp(loss: number): Promise<void> {
    while (socket.connected && lost === loss && since !== null && !isOver) {
      try {
        await resume?.();
      } catch {
        await new Promise((retry) => setTimeout(retry, RETRY_MS));
        continue;
      }
      // The connection was lost again: the next one reads another snapshot.
      if (lost !== loss) return;
      const gap = { from: since, to: performance.now() };
      since = null;
      gaps.push(gap);
      report.took('stale after a loss', gap.to - gap.from);
      for (const go of waiting.splice(0)) go();
    }
  }
  socket.on('disconnect', (reason) => {
    if (isOver) return;
    lost += 1;
    downSince = performance.now();
    since ??= downSince;
    if (!resume) report.error(`a live connection was lost (${reason})`);
    else report.count('connections lost');
    // The library does not connect again by itself after a disconnect by the server.
    if (resume && reason === 'io server disconnect') setTimeout(() => isOver || socket.connect(), RETRY_MS);
  });
  socket.on('connect', () => {
    if (downSince === null) return;
    const down = performance.now() - downSince;
    report.took('down after a loss', down);
    if (down >= BANNER_AFTER_MS) report.count('connection banners');
    downSince = null;
    void catchUp(lost);
  });
  return {
    lost: () => lost,
    over: () => (since === null || !resume ? Promise.resolve() : new Promise((go) => waiting.push(go))),
    wasAway: (at) => gaps.some(({ from, to }) => at >= from - ON_THE_WAY_MS && at <= to),
    end() {
      isOver = true;
      if (resume && since !== null) report.error('a screen was not fresh again after a lost connection');
    },
  };
}

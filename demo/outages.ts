import { BANNER_AFTER_MS } from '@boli/shared/core/constants';
import type { Report } from './report';

/** An interruption, from the loss of a connection until the screens are fresh again (by `performance.now()`). */
interface Gap {
  from: number;
  to: number;
}

/**
 * Events that were sent at most this time (ms) before the loss of the connection may have been lost as well. The
 * snapshot that is read after the interruption makes up for them.
 */
const ON_THE_WAY_MS = 10_000;
/** The pause (ms) before reading a snapshot again after a failure, or reopening a connection that the server closed. */
const RETRY_MS = 1_000;

/** The pause (ms) before a refused handshake is tried again; the app also checks whether its session is still valid. */
const AFTER_REFUSAL_MS = 2_000;

/** What a socket reports about its connection. */
interface Connection {
  readonly connected: boolean;
  connect(): unknown;
  on(event: 'connect', listener: () => void): unknown;
  on(event: 'disconnect', listener: (reason: string) => void): unknown;
  on(event: 'connect_error', listener: (error: Error) => void): unknown;
}

/** Follows the interruptions of one connection. */
export interface Outages {
  /** How often the connection was lost. */
  lost(): number;
  /** Resolves when the connection is open and the screens are fresh. */
  over(): Promise<void>;
  /**
   * Whether the person may have missed an event sent at this time (by `performance.now()`) because the connection was
   * lost, and has read a snapshot since.
   */
  wasAway(at: number): boolean;
  /** Ends the observation. An interruption that is not over is reported as an error. */
  end(): void;
}

/** `resume` brings the screens up to date. With `isExpected`, a lost connection is not reported as an error. */
interface OutageOptions {
  report: Report;
  resume: () => Promise<void>;
  isExpected: boolean;
}

/**
 * Follows an open connection, and connects again as the app does. Reports how long the connection was down, how long the
 * screens were stale, and the banners that the app would show.
 */
export function openOutages(socket: Connection, { report, resume, isExpected }: OutageOptions): Outages {
  const gaps: Gap[] = [];
  const waiting: (() => void)[] = [];
  let lost = 0;
  /** When the connection was lost; null while it is open. */
  let downSince: number | null = null;
  /** When the screens became stale; null while they are fresh. */
  let staleSince: number | null = null;
  let isOver = false;

  async function catchUp(loss: number): Promise<void> {
    while (socket.connected && lost === loss && staleSince !== null && !isOver) {
      try {
        await resume();
      } catch {
        await new Promise((retry) => setTimeout(retry, RETRY_MS));
        continue;
      }
      // The connection was lost again: another snapshot is read once it is open.
      if (lost !== loss) return;
      const gap = { from: staleSince, to: performance.now() };
      staleSince = null;
      gaps.push(gap);
      report.took('stale after a loss', gap.to - gap.from);
      for (const go of waiting.splice(0)) go();
    }
  }
  socket.on('disconnect', (reason) => {
    if (isOver) return;
    lost += 1;
    downSince = performance.now();
    staleSince ??= downSince;
    report.count('connections lost');
    if (!isExpected) report.error(`a live connection was lost (${reason})`);
    // socket.io-client does not connect again by itself after a disconnect by the server, or a refused handshake.
    if (reason === 'io server disconnect') setTimeout(() => isOver || socket.connect(), RETRY_MS);
  });
  socket.on('connect_error', ({ message }) => {
    if (isOver || message !== 'unauthorized') return;
    report.count('handshakes refused');
    setTimeout(() => isOver || socket.connect(), AFTER_REFUSAL_MS);
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
    over: () => (staleSince === null ? Promise.resolve() : new Promise((go) => waiting.push(go))),
    wasAway: (at) => gaps.some(({ from, to }) => at >= from - ON_THE_WAY_MS && at <= to),
    end() {
      isOver = true;
      if (staleSince !== null) report.error('a screen was not fresh again after a lost connection');
    },
  };
}

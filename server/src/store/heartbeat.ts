import { Histogram } from 'prom-client';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';
import { within } from '../core/within';
import { databaseAnswers, renewConnections } from './connect';
import { followDatabaseClock } from './database-clock';
import { reportAnswer, reportInterruption } from './interruptions';

const EVERY_MS = 500;
/** How often the clocks of the database and this machine are compared (ms). */
const COMPARE_CLOCKS_MS = 5_000;
const SILENT_AFTER_MS = 2_000;
/** Milliseconds; longer than the MongoDB driver needs to notice that a database has stopped. */
const RENEW_AFTER_MS = 15_000;
/**
 * Milliseconds by which a timer may fire too early. Without this tolerance the renewal could be put off to the next
 * ping.
 */
const TIMER_TOLERANCE_MS = 5;

const pings = new Histogram({
  name: 'store_ping_seconds',
  help: 'How long the database took to answer a ping; pings without an answer are not counted',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  registers: [registry],
});

let silent = false;

/**
 * Whether the database has been silent for 2 seconds. The MongoDB driver itself notices this only after about
 * 12 seconds: it sends a heartbeat every 10 seconds, and has no limit for a single operation.
 */
export function isDatabaseSilent(): boolean {
  return silent;
}

/**
 * Pings the database twice a second, and compares the clocks every five seconds; the returned function stops both. If nothing was answered for 15 seconds, the
 * connections are opened again. Without that, a command that the MongoDB driver writes to a connection which is being
 * closed may wait for ever, and so may the driver's own heartbeat.
 */
export function startHeartbeat(): () => Promise<void> {
  let stopped = false;
  let pause: NodeJS.Timeout | undefined;
  /**
   * How long the pings since the last answer have waited. The pauses between them, in which this process may have been
   * suspended, are not counted.
   */
  let waitedMs = 0;
  let comparedAt = performance.now();
  const beat = async () => {
    let waiting = true;
    // An answer that waits for a busy event loop is read before the silence is reported.
    const silence = setTimeout(() => setImmediate(() => setSilent(waiting && !stopped)), SILENT_AFTER_MS);
    const from = performance.now();
    const answered = await within(databaseAnswers(), RENEW_AFTER_MS + TIMER_TOLERANCE_MS - waitedMs);
    waitedMs = answered ? 0 : waitedMs + performance.now() - from;
    waiting = false;
    clearTimeout(silence);
    if (stopped) return;
    setSilent(!answered);
    if (answered) {
      pings.observe((performance.now() - from) / 1_000);
      reportAnswer();
      if (performance.now() - comparedAt >= COMPARE_CLOCKS_MS) {
        comparedAt = performance.now();
        // Not awaited: if the database does not answer, the next ping has to notice it in time.
        followDatabaseClock().catch(() => undefined);
      }
    }
    // When the connections could not be opened again, every further ping tries again.
    if (waitedMs >= RENEW_AFTER_MS && (await renewLogged())) waitedMs = 0;
    if (!stopped) pause = setTimeout(beat, EVERY_MS);
  };
  void beat();
  return async () => {
    stopped = true;
    clearTimeout(pause);
    setSilent(false);
  };
}

/** Opens the connections again and logs the result. Returns whether it succeeded. */
async function renewLogged(): Promise<boolean> {
  try {
    await renewConnections();
    logger.error('the database had not answered for 15 seconds; the connections were opened anew');
    return true;
  } catch (error) {
    logger.error({ err: error }, 'the connections to the database could not be opened anew');
    return false;
  }
}

/** A database that pauses and continues causes no error: only its silence reveals it. */
function setSilent(value: boolean): void {
  silent = value;
  if (value) reportInterruption('silence');
}

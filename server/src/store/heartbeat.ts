import { logger } from '../core/logger';
import { within } from '../core/within';
import { databaseAnswers, renewConnections } from './connect';
import { reportAnswer, reportInterruption } from './interruptions';

const EVERY_MS = 500;
const SILENT_AFTER_MS = 2_000;
/** Longer than the driver needs to notice that a database has stopped. */
const RENEW_AFTER_MS = 15_000;
/** A timer may fire this much too early; the silence would then end with the next ping, just before the renewal. */
const TIMER_TOLERANCE_MS = 5;

let silent = false;

/**
 * Whether the database has been silent for 2 seconds. The driver itself notices a stopped database only after about 12:
 * it asks every 10 seconds, and has no limit for a single operation.
 */
export function isDatabaseSilent(): boolean {
  return silent;
}

/**
 * Asks the database twice a second whether it is there; the function returned stops that. Where nothing was answered
 * for 15 seconds the connections are opened again: a command that the driver writes to a connection which is just being
 * closed waits for ever, and so may its own watch over the database.
 */
export function startHeartbeat(): () => Promise<void> {
  let stopped = false;
  let pause: NodeJS.Timeout | undefined;
  /** How long the pings since the last answer have waited; the time that this process itself slept is none. */
  let waitedMs = 0;
  const beat = async () => {
    let waiting = true;
    // An answer that waits behind a busy event loop is read before the silence is reported.
    const silence = setTimeout(() => setImmediate(() => setSilent(waiting && !stopped)), SILENT_AFTER_MS);
    const from = performance.now();
    const answered = await within(databaseAnswers(), RENEW_AFTER_MS + TIMER_TOLERANCE_MS - waitedMs);
    waitedMs = answered ? 0 : waitedMs + performance.now() - from;
    waiting = false;
    clearTimeout(silence);
    if (stopped) return;
    setSilent(!answered);
    if (answered) reportAnswer();
    // Closed connections that could not be opened again are tried at every beat.
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

/** Whether the connections could be opened again. */
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

/** A database that stops and goes on without a single error is noticed by its silence alone. */
function setSilent(value: boolean): void {
  silent = value;
  if (value) reportInterruption('silence');
}

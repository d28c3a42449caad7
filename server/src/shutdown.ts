import { logger } from './core/logger';
import { beginDraining } from './drain';

/** How long (ms) a process that serves the product may take to stop after the drain. */
export const STOP_WITHIN_MS = 2_900;

type Close = () => Promise<void>;

/** What this process has started, and how it stops. */
export class Shutdown {
  /** The stop functions of everything that was started, newest first, which is the order of the stop. */
  readonly #started: Close[] = [];
  #drain: Close = async () => {};
  #withinMs = STOP_WITHIN_MS;
  #isStopping = false;

  /** Adds the stop functions of something that was started. Of several, the first is called first. */
  add(...closes: readonly Close[]): void {
    this.#started.unshift(...closes);
  }

  /**
   * Sets what a signal waits for before the stop: DRAIN_SECONDS, in which requests are still served and the sockets are
   * closed one after the other. Called when the server listens: nothing is served before that.
   */
  drainBy(drain: Close): void {
    this.#drain = drain;
  }

  /** Allows these milliseconds more for the stop. */
  extend(ms: number): void {
    this.#withinMs += ms;
  }

  /**
   * Drains, then stops everything and ends the process with exit code 0; for a signal. Ends it with exit code 1 if the
   * stop takes longer than allowed, or immediately at a second call of `drainAndStop` or `stop`.
   */
  drainAndStop(): Promise<void> {
    return this.#stop(0, this.#drain);
  }

  /** Like `drainAndStop` without the drain, and with this exit code. */
  stop(exitCode: number): Promise<void> {
    return this.#stop(exitCode);
  }

  async #stop(exitCode: number, first?: Close): Promise<void> {
    if (this.#isStopping) process.exit(1);
    this.#isStopping = true;
    beginDraining();
    await first?.();
    setTimeout(() => process.exit(1), this.#withinMs).unref();
    for (const close of this.#started) {
      await close().catch((error: unknown) => logger.error({ err: error }, 'a part did not stop cleanly'));
    }
    process.exit(exitCode);
  }
}

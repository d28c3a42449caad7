import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CityListening } from '@boli/shared/city/city.schema';
import { endChild, firstLine, type RunningChild, startChild } from '../core/child-process';
import { logger } from '../core/logger';
import { root } from '../root';
import { type InstalledCity, readCurrent } from './current';

/** How often the server checks whether another city has been installed. */
const CHECK_EVERY_MS = 1_000;
const RESTART_AFTER_MS = 200;
/**
 * How long a city's process may take to become ready, at the first attempt and at later ones, and the pause after a
 * failure (ms). The server's start waits for the first attempt only.
 */
const PACE = { startWithinMs: 10_000, retryWithinMs: 60_000, retryAfterMs: 5_000 };
/** A lower priority than that of the server itself, whose calls people wait for. */
const NICENESS = 5;
/** Each thread holds its own copy of the road network in memory. */
const THREADS = 2;

/** A city that is served by a child process. */
export interface RunningCity extends InstalledCity {
  /** The base URL of that process. */
  url: string;
  /** Whether that process can compute routes. */
  roads: boolean;
}

interface Serving extends RunningCity {
  process: RunningChild<unknown>;
}

let serving: Serving | null = null;
let wanted: InstalledCity | null = null;
/** In a worker: the city that the first process serves for all workers. */
let shared: { running: RunningCity | null; installed: InstalledCity | null } | null = null;

/** The city that is served on this machine by a child process; null if there is none. */
export function runningCity(): RunningCity | null {
  return shared ? shared.running : serving;
}

/** The installed city, even while its process is not running; null if none is installed. */
export function installedCity(): InstalledCity | null {
  return shared ? shared.installed : (serving ?? wanted);
}

/** Uses the city that another process of this machine serves; with null, the city of this process again. */
export function setSharedCity(city: typeof shared): void {
  shared = city;
}

/**
 * Runs a child process that serves the current city of this folder. Switches when another city is installed, and
 * restarts the process when it exits. Resolves after the first attempt, successful or not, within `startWithinMs`
 * milliseconds; the returned function stops the process.
 */
export async function launchCity(cities: string, pace = PACE): Promise<() => Promise<void>> {
  const stopped = new AbortController();
  let withinMs = pace.startWithinMs;
  let retryAt = 0;

  const switchIfChanged = async (): Promise<void> => {
    wanted = await readCurrent(cities);
    if (stopped.signal.aborted || wanted?.folder === serving?.folder || performance.now() < retryAt) return;
    await (wanted ? switchTo(wanted) : stopServing());
  };
  const switchTo = async (next: InstalledCity): Promise<void> => {
    const before = serving;
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(withinMs)]);
    withinMs = pace.retryWithinMs;
    try {
      serving = await serve(next, signal);
    } catch (error) {
      if (stopped.signal.aborted) return;
      retryAt = performance.now() + pace.retryAfterMs;
      logger.error({ err: error, city: next.file.name }, 'the city could not be served and will be retried');
      return;
    }
    watch(serving);
    if (before) await endChild(before.process.child);
  };
  const stopServing = async (): Promise<void> => {
    const before = serving;
    serving = null;
    if (before) await endChild(before.process.child);
  };
  const watch = (watched: Serving): void => {
    watched.process.child.once('exit', (code, signal) => {
      if (stopped.signal.aborted || serving !== watched) return;
      logger.error({ code, signal }, 'the process that serves the city exited and will be restarted');
      void delay(RESTART_AFTER_MS).then(() => {
        if (stopped.signal.aborted || serving !== watched) return;
        serving = null;
        void check();
      });
    });
  };

  let round = Promise.resolve();
  /** One check at a time: two concurrent checks would start two processes, of which one would never be ended. */
  const check = (): Promise<void> => {
    round = round
      .then(switchIfChanged)
      .catch((error: unknown) => logger.error({ err: error }, 'the installed city could not be checked'));
    return round;
  };
  await check();
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  return async () => {
    stopped.abort();
    clearInterval(timer);
    await round;
    wanted = null;
    await stopServing();
  };
}

async function serve(city: InstalledCity, signal: AbortSignal): Promise<Serving> {
  const program = join(root, 'city', 'bin', 'serve.mjs');
  const command = [process.execPath, program, '--dir', city.folder, '--parent-stdin'];
  const announcement = (printed: string) =>
    firstLine(printed, (line) => {
      const read = CityListening.safeParse(line);
      return read.success ? read.data.attr : null;
    });
  const started = await startChild(command, { UV_THREADPOOL_SIZE: String(THREADS) }, announcement, signal);
  if (started.child.pid !== undefined) setPriority(started.child.pid, NICENESS);
  return { ...city, ...started.announced, process: started };
}

import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CityWaiting } from '@boli/shared/city/city.schema';
import { endChild, firstLine, type RunningChild, startChild } from '../core/child-process';
import { logger } from '../core/logger';
import { root } from '../root';
import { type InstalledCity, readCurrent } from './current';

/** How often it is looked whether another city has been installed. */
const LOOK_EVERY_MS = 1_000;
const RESTART_AFTER_MS = 200;
const TRY_AGAIN_AFTER_MS = 5_000;
/** Behind what people wait for at the server itself. */
const NICENESS = 5;
/** Each thread holds a road network of its own in memory. */
const THREADS = 2;

/** A city that is served by a process of its own. */
export interface RunningCity extends InstalledCity {
  /** Where it answers. */
  url: string;
  /** Whether it answers routes. */
  roads: boolean;
}

interface Serving extends RunningCity {
  process: RunningChild<unknown>;
}

let serving: Serving | null = null;

/** The city that this process serves; null where there is none. */
export function runningCity(): RunningCity | null {
  return serving;
}

/**
 * Serves the city that is installed in this folder, takes another over when one is put in its place, and starts the
 * serving process again when it dies. Resolves once that is so or was found impossible; the function returned ends it.
 */
export async function launchCity(cities: string): Promise<() => Promise<void>> {
  let stopping = false;
  let retryAt = 0;

  const look = async (): Promise<void> => {
    const wanted = await readCurrent(cities);
    if (stopping || wanted?.folder === serving?.folder || performance.now() < retryAt) return;
    await (wanted ? takeOver(wanted) : letGo());
  };
  const takeOver = async (wanted: InstalledCity): Promise<void> => {
    const before = serving;
    try {
      serving = await serve(wanted);
    } catch (error) {
      retryAt = performance.now() + TRY_AGAIN_AFTER_MS;
      logger.error({ err: error, city: wanted.file.name }, 'the city could not be served; it is tried again');
      return;
    }
    watch(serving);
    if (before) await endChild(before.process.child);
  };
  const letGo = async (): Promise<void> => {
    const before = serving;
    serving = null;
    if (before) await endChild(before.process.child);
  };
  const watch = (watched: Serving): void => {
    watched.process.child.once('exit', (code, signal) => {
      if (stopping || serving !== watched) return;
      logger.error({ code, signal }, 'the process that serves the city ended; it is started again');
      void delay(RESTART_AFTER_MS).then(async () => {
        if (stopping || serving !== watched) return;
        serving = null;
        await look();
      });
    });
  };

  const safely = () =>
    look().catch((error: unknown) => logger.error({ err: error }, 'the city could not be looked at'));
  await safely();
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(safely);
  }, LOOK_EVERY_MS);
  return async () => {
    stopping = true;
    clearInterval(timer);
    await round;
    await letGo();
  };
}

async function serve(city: InstalledCity): Promise<Serving> {
  const program = join(root, 'city', 'bin', 'serve.mjs');
  const command = [process.execPath, program, '--dir', city.folder, '--parent-stdin'];
  const started = await startChild(command, { UV_THREADPOOL_SIZE: String(THREADS) }, (printed) =>
    firstLine(printed, (line) => {
      const read = CityWaiting.safeParse(line);
      return read.success ? read.data.attr : null;
    }),
  );
  if (started.child.pid !== undefined) setPriority(started.child.pid, NICENESS);
  return { ...city, ...started.announced, process: started };
}

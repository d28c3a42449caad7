import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DATA_FILE } from './file-watch';
import { type Inspection, inspectState, readHead } from './inspect';
import { newestMeta } from './meta';
import { CorruptFileError } from './pages';
import type { Store } from './store';

/** Of so many milliseconds … */
const EVERY_MS = 50;
/** … this many are spent on looking. */
const SLICE_MS = 4;

/** One scan at the newest state of the file, page by page. Throws CorruptFileError. */
function begin(descriptor: number): Generator<void, Inspection> {
  const meta = newestMeta(readHead(descriptor).head);
  if (!meta) throw new CorruptFileError('its first pages contradict each other');
  return inspectState(descriptor, meta);
}

/** Goes on for so long; true at the end. Throws CorruptFileError. */
function advance(steps: Generator<void, Inspection>, milliseconds: number): boolean {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) if (steps.next().done) return true;
  return false;
}

/** Whether a file is as damaged as it looked, seen in one go while nobody may write. */
async function isDamaged(store: Store, descriptor: number): Promise<boolean> {
  return store.write(() => {
    try {
      advance(begin(descriptor), Number.POSITIVE_INFINITY);
      return false;
    } catch (error) {
      if (error instanceof CorruptFileError) return true;
      throw error;
    }
  });
}

/**
 * Looks at every page of an open store's file, in small slices beside its work, and answers what is wrong with it; null
 * where all is well or `stopped` says so. What is being looked at is not written over: a read transaction holds it.
 */
async function scrub(store: Store, stopped: () => boolean): Promise<string | null> {
  const descriptor = openSync(join(store.folder, DATA_FILE), 'r');
  const { root } = store.environment;
  // By Reflect: the linter takes the name for a hook of React's.
  const held = Reflect.apply(root.useReadTransaction, root, []);
  try {
    const steps = begin(descriptor);
    while (!advance(steps, SLICE_MS)) {
      await delay(EVERY_MS, undefined, { ref: false });
      if (stopped()) return null;
    }
    return null;
  } catch (error) {
    if (!(error instanceof CorruptFileError)) throw error;
    if (stopped() || !(await isDamaged(store, descriptor))) return null;
    return `${join(store.folder, DATA_FILE)} is damaged: ${error.message}. The store stops; put back a backup of the folder.`;
  } finally {
    held.done();
    closeSync(descriptor);
  }
}

/** How a store is looked through: the rest between two looks in milliseconds, and what one scan is. */
export type ScrubOptions = { intervalMs: number; scan?: typeof scrub };

/**
 * Looks at every page of the file again and again; damage ends the store. A scan that fails by itself is noted on standard
 * error, and the next one follows. Answers what ends that, once no scan is under way.
 */
export function startScrubbing(store: Store, { intervalMs, scan = scrub }: ScrubOptions): () => Promise<void> {
  const end = new AbortController();
  const damage = () =>
    scan(store, () => end.signal.aborted).catch((error: unknown) => {
      process.stderr.write(`The data file could not be looked through: ${String(error)}\n`);
      return null;
    });
  const run = async () => {
    while (!end.signal.aborted) {
      await delay(intervalMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
      if (end.signal.aborted) return;
      const error = await damage();
      if (error !== null) return store.fail(error);
    }
  };
  const running = run();
  return async () => {
    end.abort();
    await running;
  };
}

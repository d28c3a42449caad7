import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DATA_FILE } from './file-watch';
import { type Inspection, inspectState, readHead } from './inspect';
import { newestMeta } from './meta';
import { CorruptFileError } from './pages';
import type { Store } from './store';

/** The pause between two slices of a scan, in milliseconds. */
const EVERY_MS = 50;
/** How long pages are checked in one slice, in milliseconds. */
const SLICE_MS = 4;

/** Inspects the newest state of the file, page by page. Throws CorruptFileError. */
function begin(descriptor: number): Generator<void, Inspection> {
  const meta = newestMeta(readHead(descriptor).head);
  if (!meta) throw new CorruptFileError('its first pages contradict each other');
  return inspectState(descriptor, meta);
}

/** Inspects pages for one slice. Returns true when all are done. Throws CorruptFileError. */
function advance(steps: Generator<void, Inspection>, milliseconds: number): boolean {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) if (steps.next().done) return true;
  return false;
}

/** Confirms damage by a second inspection inside a write transaction, while nobody else can write. */
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
 * Checks every page of an open store's file, in short slices between other work. Returns a sentence about the damage;
 * null if there is none or `stopped` returns true. A read transaction keeps the inspected pages from being reused.
 */
async function scrub(store: Store, stopped: () => boolean): Promise<string | null> {
  const descriptor = openSync(join(store.folder, DATA_FILE), 'r');
  const { root } = store.environment;
  // The method is called through Reflect, because the linter takes its name for a React hook.
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

/** How a store is scrubbed: the pause between two scans in milliseconds, and the scan itself, replaced in tests. */
export type ScrubOptions = { intervalMs: number; scan?: typeof scrub };

/**
 * Scans the file at intervals; damage stops the store. A scan that fails for another reason is logged to standard error,
 * and the next scan follows. Returns a function that stops the scans and resolves when none is running.
 */
export function startScrubbing(store: Store, { intervalMs, scan = scrub }: ScrubOptions): () => Promise<void> {
  const end = new AbortController();
  const damage = () =>
    scan(store, () => end.signal.aborted).catch((error: unknown) => {
      process.stderr.write(`The data file could not be checked: ${String(error)}\n`);
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

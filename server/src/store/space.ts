import mongoose from 'mongoose';
import { Gauge } from 'prom-client';
import { isDiskFullError } from '../core/disk-full';
import { registry } from '../core/metrics';

const PROBE_EVERY_MS = 1_000;
/** The size in bytes of the probing write: a small write may find space that a larger one does not. */
const PROBE_BYTES = 32_768;

let full = false;

new Gauge({
  name: 'disk_full',
  help: 'Whether the database has no space left for writes',
  registers: [registry],
  aggregator: 'max',
  collect() {
    this.set(full ? 1 : 0);
  },
});

/** Whether a write found no space on the disk, and no probing write has succeeded since. */
export function isDiskFull(): boolean {
  return full;
}

/**
 * Checks whether a failure was caused by a write that found no space on the disk. If so, a probing write is tried every
 * second until one succeeds. Called wherever failures of calls and of background work are handled.
 */
export function reportDiskFull(failure: unknown): void {
  if (full || !isDiskFullError(failure)) return;
  full = true;
  probeLater();
}

function probeLater(): void {
  setTimeout(() => void probe(), PROBE_EVERY_MS).unref();
}

async function probe(): Promise<void> {
  full = !(await takesWrites());
  if (full) probeLater();
}

/** Whether the database accepts writes now; false while it is away. */
async function takesWrites(): Promise<boolean> {
  try {
    const { db } = mongoose.connection;
    const probes = db?.collection<{ _id: string; at: Date; bytes: string }>('probes');
    await probes?.updateOne(
      { _id: 'disk' },
      { $set: { at: new Date(), bytes: 'x'.repeat(PROBE_BYTES) } },
      { upsert: true },
    );
    return probes !== undefined;
  } catch {
    return false;
  }
}

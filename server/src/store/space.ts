import mongoose from 'mongoose';
import { isDiskFullError } from '../core/disk-full';

const PROBE_EVERY_MS = 1_000;
/** A small write may find room that a larger one does not. */
const PROBE_BYTES = 32_768;

let full = false;

/** Whether a write found no room on the disk, and none has succeeded since. */
export function isDiskFull(): boolean {
  return full;
}

/**
 * Notes of whatever has failed whether it was a write that found no room; from then on a write is tried every second, until
 * one succeeds. To be called wherever failures end, of calls and of work that nobody waits for.
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

/** Whether the database stores something right now; one that is away does not. */
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

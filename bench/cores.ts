import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

const COUNT = cpus().length;

/**
 * The core of everything that is measured: both sides of a pair share it. Undefined on a machine with a single core.
 */
export const MEASURED_CORE = COUNT > 1 ? 0 : undefined;

function pin(cores: string): void {
  spawnSync('taskset', ['-acp', cores, String(process.pid)]);
}

/** Runs a measurement whose load comes from this process, on a core that the measured programs do not use. */
export async function besideMeasured<T>(measure: () => Promise<T>): Promise<T> {
  if (COUNT < 2) return measure();
  pin('1');
  try {
    return await measure();
  } finally {
    pin(`0-${COUNT - 1}`);
  }
}

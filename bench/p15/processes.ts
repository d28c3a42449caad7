import { readdirSync, readFileSync } from 'node:fs';

/** The unit of the system's processor times in milliseconds. */
const TICK_MS = 10;

/**
 * The fields of `/proc/<pid>/stat` after the program's name, which may contain any character; null when the process has
 * ended.
 */
function statOf(pid: string | number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** A process and all its descendants. */
function familyOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(name);
    if (stat) parents.set(Number(name), Number(stat[1]));
  }
  const family = [root];
  for (const member of family) for (const [pid, parent] of parents) if (parent === member) family.push(pid);
  return family;
}

/** The processor time of a process and all its descendants so far, in milliseconds. Linux only. */
export function cpuOf(root: number): number {
  return familyOf(root).reduce((sum, pid) => {
    const stat = statOf(pid);
    return stat ? sum + (Number(stat[11]) + Number(stat[12])) * TICK_MS : sum;
  }, 0);
}

/** The resident memory of one process in bytes. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

import { readdirSync, readFileSync } from 'node:fs';

/** What the system counts processor time in: a hundredth of a second. */
const TICK_MS = 10;

/** The fields of `/proc/<pid>/stat` behind the program's name, which may hold anything; null when the process is gone. */
function statOf(pid: string | number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** A process and everything it has started. */
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

/** The processor time that a process and all its children have taken so far, in milliseconds. Linux only. */
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

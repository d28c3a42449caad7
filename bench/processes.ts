import { readdirSync, readFileSync } from 'node:fs';

/** The parent of each running process. */
function parents(): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    // The fields after the program's name, which may contain any character.
    if (stat) found.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  return found;
}

/** The text of a file of the system; empty when its process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A process and all its descendants. */
function familyOf(root: number): number[] {
  const family = [root];
  const all = parents();
  for (const member of family) for (const [pid, parent] of all) if (parent === member) family.push(pid);
  return family;
}

/**
 * The processor time of all threads of one process so far, in milliseconds with fractions; 0 when it has ended. It is read
 * from the scheduler: the times in `stat` are rounded to hundredths of a second. Linux only.
 */
export function cpuOfProcess(pid: number): number {
  let tasks: string[] = [];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    // The process has ended.
  }
  return tasks.reduce((sum, task) => {
    const nanoseconds = Number(read(`/proc/${pid}/task/${task}/schedstat`).split(' ')[0]);
    return sum + nanoseconds / 1e6;
  }, 0);
}

/** The processor time of a process and of each of its descendants so far, in milliseconds. Linux only. */
export function cpuOfEach(root: number): Map<number, number> {
  return new Map(familyOf(root).map((pid) => [pid, cpuOfProcess(pid)]));
}

/** The processor time of a process and all its descendants so far, in milliseconds. Linux only. */
export function cpuOf(root: number): number {
  return [...cpuOfEach(root).values()].reduce((sum, ms) => sum + ms, 0);
}

/** The resident memory of one process in bytes. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

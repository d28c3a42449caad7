import { readFileSync } from 'node:fs';

/** The most files that a process opens besides the connections of the clients. */
const OTHER_FILES = 500;
/** The memory (bytes) that hub, store and load generator together need for each client, and without any client. */
const CLIENT_BYTES = 120_000;
const BASE_BYTES = 600_000_000;

/** What a machine has: files that a process may open, and free memory in bytes. */
export interface Room {
  files: number;
  memory: number;
}

/**
 * Reads the texts of `/proc/self/limits` and `/proc/meminfo`. `files` is the hard limit: Node raises its soft limit to
 * it when it starts.
 */
export function roomIn(limits: string, memory: string): Room {
  const files = /^Max open files +\S+ +(\S+)/m.exec(limits)?.[1];
  const kilobytes = /^MemAvailable: +(\d+) kB/m.exec(memory)?.[1];
  return {
    files: files === 'unlimited' ? Number.POSITIVE_INFINITY : Number(files),
    memory: Number(kilobytes) * 1024,
  };
}

const readRoom = () => roomIn(readFileSync('/proc/self/limits', 'utf8'), readFileSync('/proc/meminfo', 'utf8'));

/** Why so many clients cannot be measured here, as a sentence; null if they can. Linux only. */
export function shortageOf(clients: number, { files, memory }: Room = readRoom()): string | null {
  if (files < clients + OTHER_FILES)
    return `a process may open ${files} files here, but needs ${clients + OTHER_FILES} (ulimit -Hn)`;
  const needed = BASE_BYTES + clients * CLIENT_BYTES;
  if (memory < needed)
    return `${Math.round(memory / 1e6)} MB of memory are free, but ${Math.round(needed / 1e6)} MB are needed`;
  return null;
}

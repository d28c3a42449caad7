import { type ChildProcess, spawn } from 'node:child_process';

/** A child process that has announced that it is ready. */
export interface RunningChild<T> {
  child: ChildProcess;
  /** The result of `readAnnouncement` on its output. */
  announced: T;
  /** The last lines of its standard error. */
  complaint(): string;
}

/**
 * A child that ended before it was ready, could not be started, or was killed because it took too long. The message is
 * the last lines of its standard error, or the reason.
 */
export class ChildEnded extends Error {
  readonly code: number | null;

  constructor(words: string, code: number | null) {
    super(words);
    this.code = code;
  }
}

const MAX_PRINTED = 10_000;
const MAX_COMPLAINT = 2_000;
const KILL_AFTER_MS = 5_000;

/**
 * Starts a program that ends when its standard input closes, so that it never outlives this process. Resolves when
 * `readAnnouncement` finds the announcement in its output. Rejects with `ChildEnded` when the child cannot be started
 * or ends before its announcement. Kills the child and rejects, too, when the signal is aborted before the
 * announcement.
 */
export function startChild<T>(
  [program = '', ...args]: readonly string[],
  env: Record<string, string>,
  readAnnouncement: (printed: string) => T | null,
  signal?: AbortSignal,
): Promise<RunningChild<T>> {
  // A separate process group: Ctrl-C reaches only the server, which ends its children last, when everything is written.
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  });
  // Writing to a child that has just ended is not a failure of this process.
  child.stdin.on('error', () => undefined);
  return new Promise((fulfil, reject) => {
    let printed = '';
    let complained = '';
    const complaint = () => complained.trim();
    const giveUp = () => {
      child.kill('SIGKILL');
      reject(new ChildEnded(`the process did not announce that it is ready: ${String(signal?.reason)}`, null));
    };
    if (signal?.aborted) return giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      // The output is read even after the announcement, because a full pipe would block the child.
      if (printed.length > MAX_PRINTED) return;
      printed += chunk.toString();
      const announced = readAnnouncement(printed);
      if (announced === null) return;
      signal?.removeEventListener('abort', giveUp);
      fulfil({ child, announced, complaint });
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complained = (complained + chunk.toString()).slice(-MAX_COMPLAINT);
    });
    child.once('error', (error) => reject(new ChildEnded(error.message, null)));
    child.once('exit', (code) => reject(new ChildEnded(complaint(), code)));
  });
}

/** Ends a child by closing its standard input; kills it if it has not ended within five seconds. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.stdin?.end();
  const late = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await ended;
  clearTimeout(late);
}

/** The first value that `read` returns for a whole line of JSON in a child's output; null if there is none. */
export function firstLine<T>(printed: string, read: (line: unknown) => T | null): T | null {
  for (const line of printed.split('\n').slice(0, -1)) {
    if (!line.startsWith('{')) continue;
    const found = read(JSON.parse(line));
    if (found !== null) return found;
  }
  return null;
}

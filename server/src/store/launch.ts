import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { ChildEnded, endChild, firstLine, startChild } from '../core/child-process';
import { logger } from '../core/logger';
import { OperatorError } from '../core/operator-error';
import { socketPathOf } from './address';

/** A start that finds the folder locked waits this long for the store that is about to release it. */
const WAIT_FOR_LOCK_MS = 5_000;
const RESTART_AFTER_MS = 200;
/** The exit code of a store whose folder or disk is unusable: starting it again would not help. */
const LOST = 3;

/** The announcement that the store prints when it listens, with the file that holds its data. */
const Waiting = z.object({
  msg: z.literal('Waiting for connections'),
  attr: z.object({ file: z.object({ device: z.number(), inode: z.number() }) }),
});

/** The announcement of a store that cannot be trusted any more and stops. */
const Fatal = z.object({ msg: z.literal('Fatal'), attr: z.object({ reason: z.string() }) });
/** How long (ms) a store may take to exit after this announcement: its disk may hang. */
const EXIT_WITHIN_MS = 5_000;

/** The embedded store could not be started. */
class StoreFailed extends OperatorError {
  /** True when starting it again would not help. */
  readonly isFinal: boolean;

  constructor(sentence: string, isFinal = false) {
    super(sentence);
    this.isFinal = isFinal;
  }
}

export interface LaunchedStore {
  /** The URI at which the store listens; the same after every restart. */
  readonly uri: string;
  /** Stops the store after it has written its pending data. */
  stop(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  uri: string;
  /** The device and inode of the data file: after a restart it has to be the same file. */
  file: string;
  /** The last lines of its standard error. */
  complaint(): string;
}

/** The program and the folder; `again` is the previous run that the new one replaces. */
interface Launch {
  command: readonly string[];
  dbPath: string;
  again?: Running;
}

/**
 * Starts the embedded store as a separate process, so that its work never blocks this one, and restarts it when it
 * exits. It ends with this process, because its standard input closes. `command` is the program with its first
 * arguments. A store whose folder is missing, was replaced or is damaged, or whose disk fails, is not restarted:
 * `onLost` is called with a sentence for the operator.
 */
export async function launchStore(
  command: readonly string[],
  dbPath: string,
  onLost: (sentence: string) => void = (sentence) => logger.fatal(sentence),
): Promise<LaunchedStore> {
  await mkdir(dbPath, { recursive: true, mode: 0o700 });
  let running = await startOnce({ command, dbPath });
  const { uri } = running;
  let stopping = false;

  let isLost = false;
  const lose = (sentence: string): void => {
    if (stopping || isLost) return;
    isLost = true;
    onLost(sentence);
  };
  const watch = ({ child, complaint }: Running): void => {
    let reason: string | null = null;
    createInterface({ input: child.stdout ?? Readable.from([]) }).on('line', (line) => {
      const sentence = reason === null ? readReason(line) : null;
      if (sentence === null) return;
      reason = sentence;
      setTimeout(() => {
        child.kill('SIGKILL');
        lose(sentence);
      }, EXIT_WITHIN_MS).unref();
    });
    child.once('exit', (code, signal) => {
      if (stopping || isLost) return;
      if (code === LOST || reason !== null) {
        lose(reason ?? complaint());
        return;
      }
      logger.error({ code, signal }, 'the embedded store ended; it is started again');
      setTimeout(() => void revive(), RESTART_AFTER_MS);
    });
  };
  const revive = async (): Promise<void> => {
    if (stopping) return;
    try {
      running = await startOnce({ command, dbPath, again: running });
      watch(running);
    } catch (error) {
      if (error instanceof StoreFailed && error.isFinal) {
        lose(error.message);
        return;
      }
      logger.error({ err: error }, 'the embedded store did not start again; another attempt follows');
      setTimeout(() => void revive(), RESTART_AFTER_MS * 5);
    }
  };
  watch(running);

  return {
    uri,
    async stop() {
      stopping = true;
      await endChild(running.child);
    },
  };
}

/**
 * The arguments by which a new run replaces another: the same address, the same secret, and `--same-file`, which
 * refuses any other data file, or a missing one.
 */
function sameAs({ uri, file }: Running, dbPath: string): { flags: string[]; environment: Record<string, string> } {
  const same = ['--same-file', file];
  const path = socketPathOf(uri);
  if (path !== null) {
    const isInside = resolve(dirname(path)) === resolve(dbPath);
    return { flags: isInside ? same : [...same, '--socket', path], environment: {} };
  }
  const { port, password } = new URL(uri);
  return { flags: [...same, '--port', port], environment: { STORE_SECRET: decodeURIComponent(password) } };
}

/**
 * Resolves when the store announces its address; rejects with the last lines of its standard error when it ends before
 * that.
 */
async function startOnce({ command, dbPath, again }: Launch): Promise<Running> {
  const { flags, environment } = again ? sameAs(again, dbPath) : { flags: [], environment: {} };
  const args = ['--dbpath', dbPath, ...flags, '--lock-wait', `${WAIT_FOR_LOCK_MS}`, '--parent-stdin'];
  const complaintOf = (words: string) => words || 'The embedded store ended without an error message';
  try {
    const { child, announced, complaint } = await startChild([...command, ...args], environment, readAddress);
    return { child, ...announced, complaint: () => complaintOf(complaint()) };
  } catch (error) {
    if (!(error instanceof ChildEnded)) throw error;
    throw new StoreFailed(complaintOf(error.message), error.code === LOST);
  }
}

/** The reason in a line with which a store announces that it stops; null for any other line. */
function readReason(line: string): string | null {
  if (!line.startsWith('{')) return null;
  try {
    return Fatal.parse(JSON.parse(line)).attr.reason;
  } catch {
    return null;
  }
}

function readAddress(printed: string): Pick<Running, 'uri' | 'file'> | null {
  const uri = /mongodb:\/\/\S+/.exec(printed)?.[0];
  const file = firstLine(printed, (line) => {
    const read = Waiting.safeParse(line);
    return read.success ? `${read.data.attr.file.device}:${read.data.attr.file.inode}` : null;
  });
  return uri && file ? { uri, file } : null;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { logger } from '../core/logger';

/** A start that finds the folder locked waits this long for the one who is about to leave it. */
const WAIT_FOR_LOCK_MS = 5_000;
const RESTART_AFTER_MS = 200;
const STOP_WITHIN_MS = 5_000;

/** The embedded store did not start; the message is a sentence for the operator. */
export class StoreFailed extends Error {}

export interface LaunchedStore {
  /** Where the store listens; the same after every restart. */
  readonly uri: string;
  /** Lets it finish what it holds and end. */
  stop(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  uri: string;
}

/**
 * Starts the embedded store as a process of its own, so that its work never blocks this one, and starts it again when it
 * dies. It ends with this process, because its standard input closes. `command` is the program with its first arguments.
 */
export async function launchStore(command: readonly string[], dbPath: string): Promise<LaunchedStore> {
  await mkdir(dbPath, { recursive: true });
  let running = await startOnce(command, dbPath, '0');
  const { uri } = running;
  let stopping = false;

  const watch = ({ child }: Running): void => {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      logger.error({ code, signal }, 'the embedded store ended; it is started again');
      setTimeout(() => void revive(), RESTART_AFTER_MS);
    });
  };
  const revive = async (): Promise<void> => {
    if (stopping) return;
    try {
      running = await startOnce(command, dbPath, new URL(uri).port);
      watch(running);
    } catch (error) {
      logger.error({ err: error }, 'the embedded store did not start again; one more try');
      setTimeout(() => void revive(), RESTART_AFTER_MS * 5);
    }
  };
  watch(running);

  return {
    uri,
    async stop() {
      stopping = true;
      await end(running.child);
    },
  };
}

/** Resolves when the store says where it listens; rejects with its last words when it ends before. */
function startOnce([program = '', ...first]: readonly string[], dbPath: string, port: string): Promise<Running> {
  const args = [...first, '--dbpath', dbPath, '--port', port, '--lock-wait', `${WAIT_FOR_LOCK_MS}`, '--parent-stdin'];
  // A group of its own: Ctrl-C is for the server, which ends the store last, when everything is written.
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  // Writing to a store that has just died is no failure of this process.
  child.stdin.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    let said = '';
    let complained = '';
    child.stdout.on('data', (chunk: Buffer) => {
      // Read on after the address too: a full pipe would stop the store.
      if (said.length > 10_000) return;
      said += chunk.toString();
      const uri = /mongodb:\/\/\S+/.exec(said)?.[0];
      if (uri) resolve({ child, uri });
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complained = (complained + chunk.toString()).slice(-2_000);
    });
    child.once('error', (error) =>
      reject(new StoreFailed(`The embedded store could not be started: ${error.message}`)),
    );
    child.once('exit', () => reject(new StoreFailed(complained.trim() || 'The embedded store ended at its start')));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stdin?.end();
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(late);
}

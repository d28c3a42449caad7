import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { root } from '../root';
import { eventually } from './realtime';

/** A server in a separate process, which can be killed or suspended. */
export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** Resolves when the process has ended: with its exit code, null if a signal ended it. */
  exit: Promise<number | null>;
  /** The text that it has written to standard error. */
  complained(): string;
  kill(): Promise<void>;
}

/** The bundled server program, built at the start of the test run (see jest.global-setup). */
export function serverProgram(): string {
  const program = process.env.TEST_SERVER_PROGRAM;
  if (!program)
    throw new Error('TEST_SERVER_PROGRAM is not set: tests run through jest, whose global setup bundles it');
  return program;
}

/** The ids of a process's children whose command line contains this text. */
export function childrenOf(pid: number, text: string): number[] {
  const ofTasks = readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}/children`);
  const children = ofTasks.flatMap((file) => readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number));
  return children.filter((child) => commandLine(child).includes(text));
}

/** The command line of a process; empty once it has ended. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The environment of a server process whose machine's clock is ahead by this many milliseconds; behind, if negative. */
export function withClockAhead(milliseconds: number): { NODE_OPTIONS: string } {
  const program = `
    const Real = Date;
    globalThis.Date = class Date extends Real {
      static now() { return Real.now() + ${milliseconds}; }
      constructor(...given) { given.length === 0 ? super(Real.now() + ${milliseconds}) : super(...given); }
    };`;
  return { NODE_OPTIONS: `--import data:text/javascript;base64,${Buffer.from(program).toString('base64')}` };
}

/** Waits until both workers of a server accept connections. */
export async function allServe({ url }: Pick<ServerProcess, 'url'>): Promise<void> {
  const bothServe = async () => /^serving_processes 2$/m.test(await (await fetch(`${url}/metrics`)).text());
  await eventually(bothServe, 'only one worker accepts connections');
}

/** The process id of a server's embedded store. */
export function storeOf({ child }: Pick<ServerProcess, 'child'>): number {
  return childrenOf(child.pid ?? 0, 'store.mjs')[0] ?? 0;
}

/**
 * Starts the whole server, with its embedded store unless the settings name a database; resolves when it is ready.
 * Rejects with the text of its standard error if it ends before, or is not ready within a minute. `program` is the built
 * server of another version.
 */
export async function startServerProcess(
  settings: Record<string, string>,
  program = serverProgram(),
): Promise<ServerProcess> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH,
      HOME,
      GEOCODER_URL: 'off',
      RATE_CALLS: '1000000',
      RATE_ANONYMOUS: '1000000',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${settings.PORT}`;
  let hasEnded = false;
  void exit.then(() => {
    hasEnded = true;
  });
  const ready = () =>
    hasEnded ||
    fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  await eventually(ready, 'the server is not ready', 60_000).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`${error}: ${complaint}`);
  });
  if (hasEnded) throw new Error(`the server has ended: ${complaint}`);
  return {
    child,
    url,
    exit,
    complained: () => complaint,
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

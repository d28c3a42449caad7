import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ENTRY = fileURLToPath(new URL('../cli.ts', import.meta.url));
const PROGRAM = fileURLToPath(new URL(`../../node_modules/.cache/store-${process.pid}.mjs`, import.meta.url));

let built: Promise<unknown> | null = null;

/** Bundles the program once: without the bundle each start would take a second longer. */
function bundleOnce(): Promise<unknown> {
  built ??= build({
    entryPoints: [ENTRY],
    outfile: PROGRAM,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return built;
}

/** Removes the bundle; called at the end of a test file. */
export function removeProgram(): void {
  built = null;
  rmSync(PROGRAM, { force: true });
}

/** A store in a separate process. */
export type StoreProcess = {
  child: ChildProcess;
  uri: string;
  /** Sends a signal and waits for the end; returns the exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** The exit code and output of a process that did not start. */
export type FailedStart = { code: number | null; said: string };

function exitOf(child: ChildProcess): Promise<number | null> {
  return child.exitCode === null && child.signalCode === null
    ? once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null))
    : Promise.resolve(child.exitCode);
}

/**
 * How a store's process is started. `port`: whether it listens on a free TCP port, by default true. `program`: a
 * command that runs the store's own command, which is appended to it. `environment`: more environment variables.
 */
export type Start = { port?: boolean; program?: readonly string[]; environment?: Record<string, string> };

/** Starts the store's program and waits for its address, or for its end. */
export async function startStoreProcess(
  folder: string,
  flags: readonly string[] = [],
  { port = true, program: runner = [], environment = {} }: Start = {},
): Promise<StoreProcess | FailedStart> {
  await bundleOnce();
  const address = port ? ['--port', '0'] : [];
  const words = [...runner, process.execPath, PROGRAM, ...address, '--dbpath', folder, ...flags];
  const [command = '', ...rest] = words;
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout });
  const first = once(lines, 'line').then(([line]) => String(line));
  const uri = await Promise.race([first, exitOf(child)]);
  if (typeof uri !== 'string') return { code: uri, said };
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exitOf(child);
  };
  return { child, uri, end };
}

/** Starts the store's program; throws if it does not start. */
export async function mustStart(
  folder: string,
  flags: readonly string[] = [],
  start: Start = {},
): Promise<StoreProcess> {
  const started = await startStoreProcess(folder, flags, start);
  if ('uri' in started) return started;
  throw new Error(`the store did not start: ${started.said}`);
}

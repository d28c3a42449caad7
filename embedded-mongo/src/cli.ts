import { parseCommandLine, type Settings, USAGE } from './command-line';
import { SERVER_VERSION, startStore } from './index';
import { StoreUnavailable } from './storage/environment';
import { verifyFolder } from './verify';

/** The exit code for an unusable folder or disk: a restart would fail in the same way. */
const FATAL_EXIT_CODE = 3;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(sentence: string, code = 1): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

function sentenceFor(error: unknown, port: number | undefined): string {
  if (error instanceof StoreUnavailable) return error.message;
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another process (Address already in use).`;
  return `The store could not start: ${error instanceof Error ? error.message : String(error)}`;
}

async function start({ options, parentStdin }: Settings): Promise<void> {
  let stopping = false;
  let isUnusable = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    running.stop().then(
      () => process.exit(isUnusable ? FATAL_EXIT_CODE : 0),
      (error: unknown) => fail(`The store could not close its file: ${String(error)}`),
    );
  };
  const secret = process.env.STORE_SECRET || undefined;
  const running = await startStore({
    ...options,
    ...(secret !== undefined && { secret }),
    onShutdown: () => setTimeout(stop, 20),
    onFatal: (reason, idle) => {
      isUnusable = true;
      process.stderr.write(`${reason}\n`);
      // Announced at once, because the exit may have to wait for the disk.
      print(JSON.stringify({ msg: 'Fatal', attr: { reason } }));
      void idle.then(() => {
        // A stop in progress closes the file and ends the process.
        if (stopping) return;
        // After some errors LMDB's exit listener would wait for ever for a lock.
        process.removeAllListeners('exit');
        process.exit(FATAL_EXIT_CODE);
      });
    },
  }).catch((error: unknown) =>
    fail(sentenceFor(error, options.port), error instanceof StoreUnavailable && error.isFinal ? FATAL_EXIT_CODE : 1),
  );
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (parentStdin) process.stdin.on('end', stop).on('error', stop).resume();
  print(running.uri);
  const { port, file } = running;
  print(JSON.stringify({ msg: 'Waiting for connections', attr: { port, file } }));
}

async function main(): Promise<void> {
  const settings = parseCommandLine(process.argv.slice(2));
  if ('error' in settings) fail(settings.error);
  if (settings.mode === 'version') return print(`db version v${SERVER_VERSION}`);
  if (settings.mode === 'help') return print(USAGE);
  if (settings.mode === 'verify') {
    const sound = await verifyFolder(settings.options.dbPath, print).catch((error: unknown) =>
      fail(sentenceFor(error, undefined)),
    );
    process.exit(sound ? 0 : 1);
  }
  await start(settings);
}

// An unexpected error in one connection must not end the others: it is logged, and the process continues.
process.on('uncaughtException', (error) => process.stderr.write(`unforeseen: ${error.stack ?? error}\n`));
process.on('unhandledRejection', (error) => process.stderr.write(`unforeseen: ${String(error)}\n`));

// The reader of these streams, such as a killed parent process, may have ended. Logging the failed write would fail again.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

await main();

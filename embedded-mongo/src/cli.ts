import { parseCommandLine, USAGE } from './command-line';
import { SERVER_VERSION, startStore } from './index';
import { StoreUnavailable } from './storage/environment';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function sentenceFor(error: unknown, port: number): string {
  if (error instanceof StoreUnavailable) return error.message;
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another process (Address already in use).`;
  return `The store could not start: ${error instanceof Error ? error.message : String(error)}`;
}

async function main(): Promise<void> {
  const settings = parseCommandLine(process.argv.slice(2));
  if ('fault' in settings) fail(settings.fault);
  if (settings.wants === 'version') return print(`db version v${SERVER_VERSION}`);
  if (settings.wants === 'help') return print(USAGE);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(`The store could not close its file: ${String(error)}`),
    );
  };
  const running = await startStore({ ...settings.options, onShutdown: () => setTimeout(stop, 20) }).catch(
    (error: unknown) => fail(sentenceFor(error, settings.options.port)),
  );
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (settings.parentStdin) process.stdin.on('end', stop).on('error', stop).resume();
  print(running.uri);
  print(JSON.stringify({ msg: 'Waiting for connections', attr: { port: running.port } }));
}

// One client's misfortune must not end the others: whatever was not foreseen is told and survived.
process.on('uncaughtException', (error) => process.stderr.write(`unforeseen: ${error.stack ?? error}\n`));
process.on('unhandledRejection', (error) => process.stderr.write(`unforeseen: ${String(error)}\n`));

// Who read what is told here may be gone, a killed parent above all: telling that would fail again, for ever.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

await main();

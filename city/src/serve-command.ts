import { parseArgs } from 'node:util';
import type { CityListening } from '@boli/shared/city/city.schema';
import type { z } from 'zod';
import { CityFailed } from './city-failed';
import { engine } from './engine-here';
import { serveCity } from './serve';

/** When the process is stopped, requests that are still running are cut off after this many milliseconds. */
const FINISH_MS = 2_000;

/** Serves the city of one folder until it is stopped or, with `--parent-stdin`, until its standard input closes. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string', default: '' },
      port: { type: 'string', default: '0' },
      'parent-stdin': { type: 'boolean', default: false },
    },
  });
  const { server, roads } = await serveCity(values.dir, engine, Number(values.port));
  const stop = () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), FINISH_MS).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (values['parent-stdin']) process.stdin.on('end', stop).on('error', stop).resume();
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const waiting: z.input<typeof CityListening> = {
    msg: 'Waiting for connections',
    attr: { url: `http://127.0.0.1:${port}`, roads },
  };
  process.stdout.write(`${JSON.stringify(waiting)}\n`);
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof CityFailed ? error.message : String(error)}\n`);
  process.exit(1);
});

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { simulate } from './simulation';
import { readTrackFile } from './track-file';
import { BadTrack } from './track-point';
import { simulateWaits, waitsText } from './waits';

const USAGE = `npm run simulate -- [--customers 50] [--drivers 20] [--minutes 5] [--url http://localhost:PORT] [--track FILE] [--speed N]
                    [--restarts] [--json FILE]

  --url       a server; repeat it for several nodes: calls go to them in turns, each person is connected to one
  --restarts  servers are restarted meanwhile: a lost connection is no error
  --json      writes the figures to this file, too

  --track     a recorded trip (GPX or GeoJSON) that every ride follows
  --speed     how many times faster than it was recorded

npm run simulate -- --waits 20000 [--seed 1]

  --waits     shows how often the odds of a cheaper quote come true, for this many drawn requests; needs no server
  --seed      another number draws other requests; the same number draws the same ones`;

/** An invalid command line; the message is the reason. */
class BadUse extends Error {}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      customers: { type: 'string', default: '50' },
      drivers: { type: 'string', default: '20' },
      minutes: { type: 'string', default: '5' },
      url: { type: 'string', multiple: true, default: [`http://localhost:${process.env.PORT ?? 3000}`] },
      restarts: { type: 'boolean', default: false },
      json: { type: 'string' },
      track: { type: 'string' },
      speed: { type: 'string', default: '1' },
      waits: { type: 'string' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (values.waits !== undefined) {
    const [requests, seed] = [positive('waits', values.waits), positive('seed', values.seed)];
    process.stdout.write(`${waitsText(simulateWaits(Math.ceil(requests), Math.ceil(seed)))}\n`);
    return;
  }
  const track = values.track === undefined ? null : await readTrackFile(values.track);
  const minutes = positive('minutes', values.minutes);
  const crowd = {
    customers: Math.ceil(positive('customers', values.customers)),
    drivers: Math.ceil(positive('drivers', values.drivers)),
    speed: positive('speed', values.speed),
  };
  const url = await Promise.all(values.url.map(reachable));
  process.stdout.write(`Simulating customers and drivers at ${url.join(', ')} for ${minutes} min …\n`);
  const figures = await simulate({
    url,
    ...crowd,
    seconds: minutes * 60,
    rideSeconds: Math.min(40, minutes * 12),
    thinkSeconds: Math.min(3, minutes * 2),
    ...(track && { track }),
    restarts: values.restarts,
    onReady: () => process.stdout.write('Everybody is connected.\n'),
  });
  process.stdout.write(`${figures.text}\n`);
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(figures));
  if (figures.errors.length > 0) process.exitCode = 1;
}

function positive(name: string, given: string): number {
  const value = Number(given);
  if (Number.isFinite(value) && value > 0) return value;
  throw new BadUse(`--${name} must be a number above zero, not "${given}".`);
}

async function reachable(given: string): Promise<string> {
  const url = URL.canParse(given) ? new URL(given).origin : null;
  if (!url) throw new BadUse(`--url must be an address like http://localhost:3000, not "${given}".`);
  const answer = await fetch(`${url}/health/live`).catch(() => null);
  if (!answer?.ok) throw new BadUse(`Nothing answers at ${url}. Start the product first: npm start`);
  return url;
}

main().catch((error: unknown) => {
  const isOurs = error instanceof BadUse || error instanceof BadTrack;
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (isOurs || isUsage) process.stderr.write(`${error.message}\n${isUsage ? `\n${USAGE}\n` : ''}`);
  else process.stderr.write(`The simulation failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

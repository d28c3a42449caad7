import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { CityFailed } from './city-failed';
import { engine } from './engine-here';
import { installedCities, removeCity } from './installed/installed';
import { makeCity } from './make';

const USAGE = `Makes a city that Boli serves itself: roads, a map and a place search from one OpenStreetMap extract.

  npm run city -- --osm FILE.osm.pbf [--map FILE.pmtiles] [--name NAME] [--drive left|right]
  npm run city -- --list
  npm run city -- --remove NAME

--drive is the side of the road; without it DRIVE_SIDE applies, else left. A running server switches to the new city by itself.
docs/CITY.md says where to get extracts, and how much time and memory each size takes.`;

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * How far the heap may grow before garbage collection, in percent of the live objects. With V8's default a large city
 * takes 1.7 GB instead of 1.2 GB on a machine with much memory.
 */
const HEAP_GROWING_PERCENT = 30;

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  // The same precedence as the server's: environment variables override the file.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { values } = parseArgs({
    options: {
      osm: { type: 'string' },
      map: { type: 'string' },
      name: { type: 'string' },
      drive: { type: 'string', default: process.env.DRIVE_SIDE ?? 'left' },
      list: { type: 'boolean', default: false },
      remove: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const into = join(resolve(process.env.DATA_DIR ?? 'data'), 'city');
  if (values.list) return list(into);
  if (values.remove !== undefined) return remove(into, values.remove);
  if (values.help || values.osm === undefined) {
    print(USAGE);
    return;
  }
  const { drive } = values;
  if (drive !== 'left' && drive !== 'right') throw new CityFailed('--drive is left or right.');
  await makeCity({
    osm: resolve(values.osm),
    map: values.map === undefined ? null : resolve(values.map),
    name: values.name ?? null,
    drive,
    into,
    engine,
    report: print,
  });
}

async function list(into: string): Promise<void> {
  const cities = await installedCities(into);
  if (cities.length === 0) print('No city is installed.');
  for (const { hash, city, inUse } of cities) {
    const parts = [
      `${city.places} places`,
      city.roads ? 'roads' : 'no roads',
      `data of ${city.data_date ?? 'an unknown day'}`,
    ];
    print(`${inUse ? '*' : ' '} ${city.name} (${hash}): ${parts.join(', ')}`);
  }
}

async function remove(into: string, wanted: string): Promise<void> {
  const removed = await removeCity(into, wanted);
  if (!removed) throw new CityFailed(`No city of that name is installed: ${wanted}. See --list.`);
  print(`${removed.city.name} is removed.${removed.inUse ? ' No city is in use now.' : ''}`);
}

await main().catch((error: unknown) => {
  const isExpected =
    error instanceof CityFailed ||
    (error instanceof Error && Reflect.get(error, 'code')?.startsWith?.('ERR_PARSE_ARGS'));
  process.stderr.write(
    `${isExpected && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});

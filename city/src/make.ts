import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CITY_FORMAT, type CityFile } from '@boli/shared/city/city.schema';
import { distanceKm } from '@boli/shared/core/distance';
import { CityFailed } from './city-failed';
import { type Box, centreOf } from './geo';
import { readCityFile } from './installed/city-file';
import { removeLeftovers, selectCity } from './installed/installed';
import { mapFeatures } from './map/features';
import { readMapHeader, writePmtiles } from './map/pmtiles';
import { cutTiles, tileCount } from './map/tiles';
import { type Extract, readExtract } from './osm/extract';
import { collectPlaces } from './places/collect';
import type { Places } from './places/place';
import { buildRoads, type Side } from './roads/build';
import { type Engine, install, isInstalled, isSupported } from './roads/engine';
import { tryCity } from './try';

export interface MakeOptions {
  osm: string;
  map: string | null;
  name: string | null;
  drive: Side;
  /** The folder of all installed cities. */
  into: string;
  engine: Engine;
  /** Called with a line of text for each step. */
  report: (line: string) => void;
}

/** Seconds for each MB of an extract on two cores, measured (docs/CITY.md). */
const SECONDS_PER_MB = 3.2;
const LEAST_SECONDS = 4;
const HASH_LENGTH = 12;

/**
 * Makes a city from an OpenStreetMap extract (map, places and, if the engine runs, roads), tests it, and selects it
 * instead of the current one. Throws `CityFailed` with a text for the operator; the current city then stays selected.
 */
export async function makeCity(options: MakeOptions): Promise<CityFile> {
  const { osm, into, report } = options;
  const from = Date.now();
  const size = await sizeOf(osm);
  report(`Making a city of ${osm} (${(size / 1e6).toFixed(1)} MB), in about ${secondsFor(size)} seconds`);
  const hash = await hashOf(options);
  const folder = join(into, hash);
  const existing = await readCityFile(folder);
  if (existing && (existing.roads || !isSupported())) {
    await selectCity(into, hash);
    report(`${existing.name} was made before: it is in use now`);
    return existing;
  }
  await removeLeftovers(into);
  const part = `${folder}.${process.pid}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    const city = await fill(part, options);
    await tryCity(part, options.engine);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
    await selectCity(into, hash);
    report(`${city.name} is in use, after ${((Date.now() - from) / 1_000).toFixed(1)} seconds`);
    return city;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new CityFailed(`There is no file ${file}.`);
  if (!found.isFile()) throw new CityFailed(`${file} is no file.`);
  return found.size;
}

function secondsFor(bytes: number): number {
  return Math.ceil(LEAST_SECONDS + (bytes / 1e6) * SECONDS_PER_MB);
}

/** The folder name of a city: a hash of its files and options, so that the same input is processed once. */
async function hashOf({ osm, map, name, drive }: MakeOptions): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([CITY_FORMAT, name, drive]));
  for (const file of [osm, ...(map ? [map] : [])]) {
    await sizeOf(file);
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  }
  return hash.digest('hex').slice(0, HASH_LENGTH);
}

async function fill(folder: string, options: MakeOptions): Promise<CityFile> {
  const { osm, map, name, drive, engine, report } = options;
  const extract = await timed('read the extract', report, () => readExtract(osm));
  const box = extract.nodes.box();
  const places = await timed('collected the places', report, async () => collectPlaces(extract, name ?? undefined));
  await writeFile(join(folder, 'places.json'), JSON.stringify(places));
  const mapFile = await timed('drew the map', report, () =>
    map ? copyMap(folder, map, box) : drawMap(folder, { extract, box, places, report }),
  );
  const hasRoads = await makeRoads(folder, options, box);
  const city: CityFile = {
    format: CITY_FORMAT,
    name: places.city,
    bbox: [...box],
    center: centreOf(box),
    languages: languagesOf(extract),
    data_date: extract.dataDate,
    drive,
    roads: hasRoads,
    places: places.places.length,
    map: mapFile,
    probe: hasRoads ? probeOf(extract, centreOf(box)) : null,
  };
  await writeFile(join(folder, 'city.json'), `${JSON.stringify(city, null, 2)}\n`);
  return city;

  async function makeRoads(into: string, { osm: file }: MakeOptions, around: Box): Promise<boolean> {
    if (!isSupported()) {
      report(
        'The road engine does not run on this machine: travel times are estimates until ROUTER_URL names a router',
      );
      return false;
    }
    if (!isInstalled(engine)) await timed('fetched the road engine (83 MB, once)', report, () => install(engine));
    await timed('made the roads', report, () => buildRoads(engine, { file, folder: into, side: drive, box: around }));
    return true;
  }
}

async function timed<T>(done: string, report: MakeOptions['report'], step: () => Promise<T>): Promise<T> {
  const from = Date.now();
  const result = await step();
  report(`  ${done} in ${((Date.now() - from) / 1_000).toFixed(1)} s`);
  return result;
}

/** Renames a map by the hash of its content, because clients cache a map by its name forever. */
async function named(folder: string, file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  const name = `map-${hash.digest('hex').slice(0, HASH_LENGTH)}.pmtiles`;
  await rename(file, join(folder, name));
  return name;
}

async function drawMap(
  folder: string,
  { extract, box, places, report }: { extract: Extract; box: Box; places: Places; report: MakeOptions['report'] },
): Promise<string> {
  const file = join(folder, 'map.part');
  const all = tileCount(box);
  let done = 0;
  let tenths = 0;
  function* counted() {
    for (const tile of cutTiles(mapFeatures(extract), box)) {
      done++;
      if (all > 2_000 && Math.floor((done / all) * 10) > tenths) report(`  map: ${++tenths * 10}%`);
      yield tile;
    }
  }
  await writePmtiles(file, counted(), { box, name: places.city, dataDate: extract.dataDate });
  return named(folder, file);
}

/** Copies a map that was made elsewhere, and returns its name. Throws `CityFailed` unless it overlaps the extract. */
async function copyMap(folder: string, map: string, [west, south, east, north]: Box): Promise<string> {
  const { box } = await readMapHeader(map);
  if (box[0] > east || box[2] < west || box[1] > north || box[3] < south) {
    throw new CityFailed(`${map} shows another place than the extract.`);
  }
  const file = join(folder, 'map.part');
  await copyFile(map, file);
  return named(folder, file);
}

function languagesOf({ tagged, ways }: Extract): string[] {
  const isNamed = ({ tags }: { tags: Record<string, string> }) => tags['name:hi'] !== undefined;
  return tagged.some(isNamed) || ways.some(isNamed) ? ['en', 'hi'] : ['en'];
}

const DRIVABLE = ['primary', 'secondary', 'tertiary', 'residential', 'unclassified'];
const PROBE_KM = 0.5;

/** The first and last node of a drivable way near the centre, preferably a short one; null if there is none. */
function probeOf({ ways, nodes }: Extract, centre: { lat: number; lng: number }): CityFile['probe'] {
  let best: CityFile['probe'] = null;
  let bestKm = Number.POSITIVE_INFINITY;
  for (const { tags, nodes: indexes } of ways) {
    if (!DRIVABLE.includes(tags.highway ?? '') || indexes.length < 2) continue;
    const from = nodes.at(indexes[0] ?? 0);
    const to = nodes.at(indexes[indexes.length - 1] ?? 0);
    const away = distanceKm(from, centre) + (distanceKm(from, to) < PROBE_KM ? 0 : PROBE_KM);
    if (away < bestKm) [best, bestKm] = [{ from, to }, away];
  }
  return best;
}

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '../geo';
import { writeExtract } from '../osm/write';
import { type Engine, runProgram } from './engine';
import { packTiles } from './tar';

/** The side of the road on which people drive. */
export type Side = 'left' | 'right';

/** The code of a country with left-hand traffic. The engine needs a code; any such country will do. */
const KEEPS_LEFT = 'IN';
const MARGIN_DEGREES = 1;

interface EngineConfig {
  mjolnir: Record<string, unknown>;
}

/** The engine's configuration for a folder with `roads.tar` and, if traffic keeps left, `admin.sqlite`. */
export async function roadConfig(engine: Engine, folder: string): Promise<EngineConfig> {
  const config: EngineConfig = JSON.parse(await readFile(join(engine.folder, 'valhalla.json'), 'utf8'));
  Object.assign(config.mjolnir, {
    tile_extract: join(folder, 'roads.tar'),
    tile_dir: join(folder, 'no-tiles'),
    admin: join(folder, 'admin.sqlite'),
  });
  return config;
}

/** Builds the road network of an extract: `roads.tar` in the folder. Throws `CityFailed` if the engine fails. */
export async function buildRoads(
  engine: Engine,
  { file, folder, side, box }: { file: string; folder: string; side: Side; box: Box },
): Promise<void> {
  const work = join(folder, 'work');
  await mkdir(work, { recursive: true });
  const config = await roadConfig(engine, folder);
  const tiles = join(work, 'tiles');
  Object.assign(config.mjolnir, { tile_dir: tiles, tile_extract: '', concurrency: 2 });
  const settings = join(work, 'config.json');
  await writeFile(settings, JSON.stringify(config));
  if (side === 'left') {
    const country = join(work, 'country.osm.pbf');
    await writeFile(country, countryAround(box));
    const failure = 'The side of the road could not be set';
    await runProgram(engine, 'valhalla_build_admins', { args: ['-c', settings, country], cwd: work, failure });
  }
  const failure = 'The roads could not be made of this extract';
  await runProgram(engine, 'valhalla_build_tiles', { args: ['-c', settings, file], cwd: work, failure });
  await packTiles(tiles, join(folder, 'roads.tar'));
  await rm(work, { recursive: true });
}

/** A rectangle around the city as the border of a country: the engine derives the side of the road from the country. */
function countryAround([west, south, east, north]: Box): Buffer {
  const corners = [
    [south - MARGIN_DEGREES, west - MARGIN_DEGREES],
    [south - MARGIN_DEGREES, east + MARGIN_DEGREES],
    [north + MARGIN_DEGREES, east + MARGIN_DEGREES],
    [north + MARGIN_DEGREES, west - MARGIN_DEGREES],
  ] as const;
  const tags = { type: 'boundary', boundary: 'administrative', admin_level: '2', 'ISO3166-1:alpha2': KEEPS_LEFT };
  return writeExtract({
    nodes: corners.map(([lat, lng], at) => ({ id: at + 1, lat, lng })),
    ways: [{ id: 1, nodes: [1, 2, 3, 4, 1], tags: {} }],
    relations: [{ id: 1, ways: [{ id: 1, role: 'outer' }], tags: { ...tags, name: 'Around the city' } }],
  });
}

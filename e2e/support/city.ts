import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cityCommand } from '../../city/src/testing/run';
import { townExtract } from '../../city/src/testing/town';
import { startBoli } from './server';
import { expect } from './test';

/**
 * Starts a server in the fictional town, with the settings of a new installation: the public services are the defaults.
 */
export async function startInTown(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'boli-e2e-city-'));
  const extract = join(folder, 'town.osm.pbf');
  await writeFile(extract, townExtract());
  expect(await cityCommand(folder, '--osm', extract).ended).toMatchObject({ code: 0 });
  const boli = await startBoli({ DATA_DIR: folder, GEOCODER_URL: '', TILE_URL: '' });
  return {
    url: boli.url,
    async stop() {
      await boli.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

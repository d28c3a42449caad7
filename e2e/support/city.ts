import { rmSync } from 'node:fs';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cityCommand } from '../../city/src/testing/run';
import { townExtract } from '../../city/src/testing/town';

/**
 * A data folder with the fictional town, created at its first use. Each worker has its own folder, which is deleted
 * when the worker exits.
 */
let made: Promise<string> | null = null;

async function make(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'boli-e2e-town-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const extract = join(folder, 'town.osm.pbf');
  await writeFile(extract, townExtract());
  const ended = await cityCommand(folder, '--osm', extract).ended;
  if (ended.code !== 0) throw new Error(`the town was not made: ${JSON.stringify(ended)}`);
  return folder;
}

/** Installs the fictional town as the city of the data folder `data`. */
export async function installTown(data: string): Promise<void> {
  made ??= make();
  await cp(join(await made, 'city'), join(data, 'city'), { recursive: true });
}

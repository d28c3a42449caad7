import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CityFile, CURRENT_CITY } from '@boli/shared/city/city.schema';
import { readCityFile } from './city-file';

export interface InstalledCity {
  hash: string;
  city: CityFile;
  inUse: boolean;
}

/** The folder name of the current city; null if there is none. */
export async function cityInUse(into: string): Promise<string | null> {
  const hash = await readFile(join(into, CURRENT_CITY), 'utf8').catch(() => '');
  return /^[0-9a-f]+$/.test(hash.trim()) ? hash.trim() : null;
}

/** Selects a city as the current one, by an atomic rename. */
export async function selectCity(into: string, hash: string): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  const next = join(into, `${CURRENT_CITY}.${process.pid}`);
  await writeFile(next, `${hash}\n`);
  await rename(next, join(into, CURRENT_CITY));
}

/** Removes the files and folders of interrupted runs whose processes have ended. */
export async function removeLeftovers(into: string): Promise<void> {
  for (const name of await readdir(into).catch(() => [])) {
    const pid = /\.(\d+)(\.part)?$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(into, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}

/** All cities in the folder, sorted by name. */
export async function installedCities(into: string): Promise<InstalledCity[]> {
  const current = await cityInUse(into);
  const folders = await readdir(into).catch(() => []);
  const cities: InstalledCity[] = [];
  for (const hash of folders.filter((name) => /^[0-9a-f]+$/.test(name))) {
    const city = await readCityFile(join(into, hash));
    if (city) cities.push({ hash, city, inUse: hash === current });
  }
  return cities.sort((a, b) => a.city.name.localeCompare(b.city.name));
}

/**
 * Removes the city with this hash or name; if it is the current one, no city is current afterwards. Returns null if no
 * installed city has this hash or name.
 */
export async function removeCity(into: string, wanted: string): Promise<InstalledCity | null> {
  const cities = await installedCities(into);
  const found = cities.find(({ hash }) => hash === wanted) ?? cities.find(({ city }) => city.name === wanted);
  if (!found) return null;
  // `current` is removed before the files, so that it never names a city whose files are missing. A running server
  // reads it once a second, and until then still tries to serve the removed files.
  if (found.inUse) await rm(join(into, CURRENT_CITY), { force: true });
  await rm(join(into, found.hash), { recursive: true, force: true });
  return found;
}

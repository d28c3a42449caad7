import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CityFile, CURRENT_CITY } from '@boli/shared/city/city.schema';
import { errorCode } from '../core/error-code';
import { logger } from '../core/logger';

/** A city in its folder. */
export interface InstalledCity {
  folder: string;
  file: CityFile;
}

/**
 * The city that `current` names in the folder of all cities; null if there is none, or if this version cannot
 * serve it.
 */
export async function readCurrent(cities: string): Promise<InstalledCity | null> {
  const hash = (await readOptional(join(cities, CURRENT_CITY)))?.trim() ?? '';
  if (!/^[0-9a-f]+$/.test(hash)) return null;
  const folder = join(cities, hash);
  const parsed = CityFile.safeParse(JSON.parse((await readOptional(join(folder, 'city.json'))) ?? 'null'));
  if (parsed.success) return { folder, file: parsed.data };
  logger.error({ folder }, 'the city in use cannot be served by this version: make it again with npm run city');
  return null;
}

async function readOptional(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CityFile } from '@boli/shared/city/city.schema';

/** Reads `city.json` of a folder; null if the file is missing, damaged or of another version. */
export async function readCityFile(folder: string): Promise<CityFile | null> {
  try {
    return CityFile.parse(JSON.parse(await readFile(join(folder, 'city.json'), 'utf8')));
  } catch {
    return null;
  }
}

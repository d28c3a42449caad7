import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Raised when folders of an earlier version cannot be served any more. */
export const FORMAT = 1;

const Point = z.object({ lat: z.number(), lng: z.number() });

/** What `city.json` says about an installed city. */
export const CityFile = z.object({
  format: z.literal(FORMAT),
  name: z.string(),
  /** West, south, east, north. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  center: Point,
  /** Languages of which there are names. */
  languages: z.array(z.string()),
  /** The day of the data, YYYY-MM-DD. */
  data_date: z.string().nullable(),
  drive: z.enum(['left', 'right']),
  /** Whether there is a road network. */
  roads: z.boolean(),
  /** How many places can be found. */
  places: z.number().int(),
  /** The name of the map's file: by its content, so that it may be kept for ever. */
  map: z.string(),
  /** Two points between which there is a road: whether routes work is tried with them. */
  probe: z.object({ from: Point, to: Point }).nullable(),
});
export type CityFile = z.infer<typeof CityFile>;

/** Reads `city.json` of a folder; null where there is none of this format. */
export async function readCityFile(folder: string): Promise<CityFile | null> {
  try {
    return CityFile.parse(JSON.parse(await readFile(join(folder, 'city.json'), 'utf8')));
  } catch {
    return null;
  }
}

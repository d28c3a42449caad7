import { z } from 'zod';
import { Point } from '../core/fields';

/**
 * The version of the files of an installed city; raised when cities made by an earlier version can no longer be served.
 */
export const CITY_FORMAT = 1;

/** West, south, east, north, in degrees. */
export const Box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** The installed city, as clients see it. */
export const City = z.object({
  name: z.string(),
  bbox: Box,
  center: Point,
  /** The address of the vector map: a PMTiles archive that is read by byte ranges. */
  map_url: z.string(),
  /** Languages of the names on the map. */
  languages: z.array(z.string()),
  /** Whether there is a road network. */
  roads: z.boolean(),
  /** Whether places can be searched for. */
  places: z.boolean(),
  /** The day of the data, YYYY-MM-DD. */
  data_date: z.string().nullable(),
});
export type City = z.infer<typeof City>;

/** The contents of `city.json` in the folder of an installed city. */
export const CityFile = z.object({
  format: z.literal(CITY_FORMAT),
  name: z.string(),
  bbox: Box,
  center: Point,
  languages: z.array(z.string()),
  data_date: z.string().nullable(),
  drive: z.enum(['left', 'right']),
  roads: z.boolean(),
  /** The number of places that can be searched. */
  places: z.number().int(),
  /** The name of the map's file; it contains a hash of its contents, so that it can be cached without limit. */
  map: z.string(),
  /** Two points with a road between them, for a test of the router; null if no road is known. */
  probe: z.object({ from: Point, to: Point }).nullable(),
});
export type CityFile = z.infer<typeof CityFile>;

/** The file in the folder of cities that names the current one. */
export const CURRENT_CITY = 'current';

/** The line that the process of a city prints when it listens. */
export const CityListening = z.object({
  msg: z.literal('Waiting for connections'),
  attr: z.object({ url: z.url(), roads: z.boolean() }),
});

import { z } from 'zod';
import { Point } from '../core/fields';

/** Raised when cities that an earlier version made cannot be served any more. */
export const CITY_FORMAT = 1;

/** West, south, east, north, in degrees. */
export const Box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** What clients learn of the installed city. */
export const City = z.object({
  name: z.string(),
  bbox: Box,
  center: Point,
  /** The vector map, a PMTiles archive that is read by byte ranges. */
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

/** What `city.json` in the folder of an installed city says. */
export const CityFile = z.object({
  format: z.literal(CITY_FORMAT),
  name: z.string(),
  bbox: Box,
  center: Point,
  languages: z.array(z.string()),
  data_date: z.string().nullable(),
  drive: z.enum(['left', 'right']),
  roads: z.boolean(),
  /** How many places can be found. */
  places: z.number().int(),
  /** The name of the map's file: by its content, so that it may be kept for ever. */
  map: z.string(),
  /** Two points between which there is a road: whether routes work is tried with them. */
  probe: z.object({ from: Point, to: Point }).nullable(),
});
export type CityFile = z.infer<typeof CityFile>;

/** The file beside the installed cities that names the folder of the one in use. */
export const CURRENT_CITY = 'current';

/** What the process that serves a city prints once it listens. */
export const CityWaiting = z.object({
  msg: z.literal('Waiting for connections'),
  attr: z.object({ url: z.url(), roads: z.boolean() }),
});

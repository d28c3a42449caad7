import type { City } from '@boli/shared/city/city.schema';
import { settings } from '../settings';
import { runningCity } from './city.launch';

/** What clients learn of the city; null where none is installed. */
export function presentCity(): City | null {
  const running = runningCity();
  if (!running) return null;
  const { name, bbox, center, languages, data_date, map, places } = running.file;
  return {
    name,
    bbox,
    center,
    map_url: settings().MAP_URL ?? `/map/${map}`,
    languages,
    roads: running.roads || settings().ROUTER_URL !== undefined,
    places: places > 0 || settings().PLACES_URL !== undefined,
    data_date,
  };
}

import type { City } from '@boli/shared/city/city.schema';
import { settings } from '../settings';
import { installedCity, runningCity } from './city.launch';

/** Presents the installed city to clients; null if none is installed. */
export function presentCity(): City | null {
  const installed = installedCity();
  if (!installed) return null;
  const { name, bbox, center, languages, data_date, map, places } = installed.file;
  // The map needs no process; roads and places do.
  const running = runningCity();
  return {
    name,
    bbox,
    center,
    map_url: settings().MAP_URL ?? `/map/${map}`,
    languages,
    roads: running?.roads || settings().ROUTER_URL !== undefined,
    places: (running !== null && places > 0) || settings().PLACES_URL !== undefined,
    data_date,
  };
}

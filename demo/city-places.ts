import { readConfig } from '@boli/shared/app/app.endpoints';
import type { City } from '@boli/shared/city/city.schema';
import type { Point } from '@boli/shared/core/fields';
import { findRoute, reverseGeocode } from '@boli/shared/geo/geo.endpoints';
import { decodePolyline } from '@boli/shared/geo/polyline';
import type { Api } from './api';
import { delhi, type Place } from './town';

/**
 * Shares of the distance from the city's centre to its edge. The places are spread over the first share; a place
 * without a road there is moved nearer to the centre, into the second share.
 */
const SPREADS = [0.6, 0.25] as const;

/**
 * The places of the demo town. In an installed city they are laid out as those of Delhi, each at a road and named by
 * the city's data; if no city is installed, they are the places of Delhi. `token` belongs to an account that makes no
 * other calls meanwhile.
 */
export async function placesOf(api: Api, token: string): Promise<readonly Place[]> {
  const { city } = await api.call(readConfig);
  if (!city) return delhi;
  const placed: Place[] = [];
  for (const [number, place] of delhi.entries()) placed.push(await placeIn(api, token, city, place, number));
  return placed;
}

async function placeIn(api: Api, token: string, city: City, place: Place, number: number): Promise<Place> {
  const point = await roadPoint(api, token, city, place);
  const { address, source } = await api.call(reverseGeocode, {
    token,
    query: { lat: String(point.lat), lng: String(point.lng) },
  });
  return { ...point, name: source === 'coordinates' ? `${city.name}, place ${number + 1}` : address };
}

/** The position of this place in the city: at a road that leads to the centre, if there are roads. */
async function roadPoint(api: Api, token: string, city: City, place: Place): Promise<Point> {
  if (city.roads)
    for (const spread of SPREADS) {
      const from = layOut(city, place, spread);
      const { shape } = await api.call(findRoute, { token, body: { from, to: city.center } });
      const [onRoad] = shape === null ? [] : decodePolyline(shape);
      if (onRoad) return onRoad;
    }
  return layOut(city, place, SPREADS[1]);
}

/** The point of this city that corresponds to a place of Delhi. */
export function layOut({ bbox: [west, south, east, north], center }: City, place: Place, spread: number): Point {
  return {
    lat: center.lat + side(place, 'lat') * spread * Math.min(north - center.lat, center.lat - south),
    lng: center.lng + side(place, 'lng') * spread * Math.min(east - center.lng, center.lng - west),
  };
}

/** The position of a place between the edges of Delhi's places: from -1 at the south or west edge to 1 at the other. */
function side(place: Place, axis: 'lat' | 'lng'): number {
  const all = delhi.map((each) => each[axis]);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return ((place[axis] - least) / (most - least)) * 2 - 1;
}

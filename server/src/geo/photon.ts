import { oneLine, type Point } from '@boli/shared/core/fields';
import type { FoundPlace } from '@boli/shared/geo/geo.schema';
import { z } from 'zod';
import type { Place } from './nominatim';
import { shortText } from './short-text';

const text = z.union([z.string(), z.number()]).transform(String).optional();

/** The fields of Photon's answers that are used (https://github.com/komoot/photon/blob/master/docs/api-v1.md). */
const Answer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        osm_type: text,
        osm_id: text,
        osm_key: text,
        osm_value: text,
        name: text,
        housenumber: text,
        street: text,
        district: text,
        locality: text,
        city: text,
        state: text,
        landmark: text,
      }),
    }),
  ),
});
type Feature = z.infer<typeof Answer>['features'][number];

const MAX_REPLY_BYTES = 100_000;

/** The kind of place for a tag of OpenStreetMap: by key and value, else by key alone. */
const KINDS: Readonly<Record<string, FoundPlace['kind']>> = {
  place: 'area',
  highway: 'street',
  'highway=bus_stop': 'station',
  'railway=station': 'station',
  'railway=halt': 'station',
  'amenity=bus_station': 'station',
  aeroway: 'airport',
  'amenity=hospital': 'hospital',
  'amenity=clinic': 'hospital',
  'amenity=doctors': 'hospital',
  'amenity=pharmacy': 'hospital',
  healthcare: 'hospital',
  'amenity=school': 'school',
  'amenity=college': 'school',
  'amenity=university': 'school',
  'amenity=restaurant': 'food',
  'amenity=cafe': 'food',
  'amenity=fast_food': 'food',
  'amenity=bar': 'food',
  shop: 'shop',
  'amenity=marketplace': 'shop',
  'tourism=hotel': 'hotel',
  'tourism=guest_house': 'hotel',
  'tourism=hostel': 'hotel',
  tourism: 'sight',
  leisure: 'park',
  natural: 'park',
  'amenity=place_of_worship': 'sight',
  building: 'address',
};

/** A text to search for, the point near which places are preferred, the number of results, and their language. */
export interface PlaceQuery {
  readonly q: string;
  readonly near: Point | null;
  readonly limit: number;
  readonly lang: string;
}

/** Searches places with a Photon-like service. Rejects when the service fails or the signal is aborted. */
export async function searchPhoton(
  base: string,
  { q, near, limit, lang }: PlaceQuery,
  signal: AbortSignal,
): Promise<FoundPlace[]> {
  const url = new URL(`${base.replace(/\/+$/, '')}/api`);
  const query = { q, limit, lang, ...(near && { lat: near.lat, lon: near.lng }) };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const features = await ask(url, signal);
  return features.flatMap((feature) => presentPlace(feature) ?? []);
}

/**
 * Creates a function that finds the address of a point with a Photon-like service; null if the service knows none.
 * Rejects like `searchPhoton`.
 */
export function photonGeocoder(base: string) {
  return async ({ lat, lng }: Point, signal: AbortSignal): Promise<Place | null> => {
    const url = new URL(`${base.replace(/\/+$/, '')}/reverse`);
    url.searchParams.set('lat', String(lat));
    url.searchParams.set('lon', String(lng));
    const [feature] = await ask(url, signal);
    if (!feature) return null;
    const { name, housenumber, street, district, locality, city, state, landmark } = feature.properties;
    const parts = {
      building: name,
      house_number: housenumber,
      road: street,
      suburb: district ?? locality,
      city,
      state,
    };
    return { parts: { ...parts, landmark }, displayName: null };
  };
}

async function ask(url: URL, signal: AbortSignal): Promise<Feature[]> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`the place search answered ${response.status}`);
  return Answer.parse(JSON.parse(await shortText(response, MAX_REPLY_BYTES))).features;
}

function presentPlace({ geometry, properties }: Feature): FoundPlace | null {
  const {
    osm_type,
    osm_id,
    osm_key = '',
    osm_value = '',
    name,
    housenumber,
    street,
    district,
    locality,
    city,
  } = properties;
  const title = name ?? ([street, housenumber].filter(Boolean).join(' ') || null);
  if (title === null) return null;
  const [lng, lat] = geometry.coordinates;
  const where = [name ? street : undefined, district ?? locality, city].filter((part) => part && !title.endsWith(part));
  return {
    id: `${osm_type ?? 'X'}${osm_id ?? `${lat},${lng}`}`,
    name: oneLine(title).slice(0, 200),
    detail: oneLine([...new Set(where)].join(', ')).slice(0, 200),
    kind: KINDS[`${osm_key}=${osm_value}`] ?? KINDS[osm_key] ?? 'other',
    lat,
    lng,
  };
}

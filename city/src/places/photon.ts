import type { House, Place, Places } from './place';
import { ReverseSearch, type Whereabouts } from './reverse';
import { PlaceSearch } from './search';

/**
 * A result of Photon: the subset of GeoJSON that it uses (https://github.com/komoot/photon/blob/master/docs/api-v1.md).
 */
export interface PhotonFeature {
  type: 'Feature';
  geometry: { type: 'Point'; coordinates: [lng: number, lat: number] };
  properties: Record<string, string | number>;
}
export interface PhotonAnswer {
  type: 'FeatureCollection';
  features: PhotonFeature[];
}

const MAX_QUERY = 200;
const MAX_RESULTS = 20;
const DEFAULT_RESULTS = 10;

/** Implements Photon's search and reverse geocoding over the places of a city. */
export class Photon {
  readonly #search: PlaceSearch;
  readonly #reverse: ReverseSearch;
  readonly #city: string;

  constructor(places: Places) {
    this.#search = new PlaceSearch(places);
    this.#reverse = new ReverseSearch(places);
    this.#city = places.city;
  }

  /** `GET /api?q&lat&lon&limit`: the places that match a text. */
  api(query: URLSearchParams): PhotonAnswer {
    const near = pointOf(query);
    const limit = Math.min(MAX_RESULTS, Math.max(1, Number(query.get('limit') ?? DEFAULT_RESULTS) || DEFAULT_RESULTS));
    const found = this.#search.find((query.get('q') ?? '').slice(0, MAX_QUERY), limit, near);
    return collection(found.map((it) => ('number' in it ? this.#presentHouse(it) : this.#present(it))));
  }

  /** `GET /reverse?lat&lon`: the address at a point; null if the query has no valid point. */
  reverse(query: URLSearchParams): PhotonAnswer | null {
    const point = pointOf(query);
    if (!point) return null;
    const { name, houseNumber, street, district, city, landmark }: Whereabouts = this.#reverse.at(point);
    const properties = defined({ name, housenumber: houseNumber, street, district, city, landmark });
    return collection([feature(point, properties)]);
  }

  #presentHouse({ number, street, ...point }: House): PhotonFeature {
    const properties = { osm_key: 'building', osm_value: 'yes', housenumber: number, street, city: this.#city };
    return feature(point, defined(properties));
  }

  #present({ id, name, key, value, district, ...point }: Place): PhotonFeature {
    const [type = ''] = id;
    const numbers = { osm_id: Number(id.slice(1)) };
    const properties = defined({ osm_type: type, osm_key: key, osm_value: value, name, district, city: this.#city });
    return feature(point, { ...properties, ...numbers });
  }
}

function pointOf(query: URLSearchParams): { lat: number; lng: number } | null {
  const [lat, lng] = [query.get('lat'), query.get('lon')].map((text) => (text ? Number(text) : Number.NaN));
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat: lat ?? 0, lng: lng ?? 0 } : null;
}

function defined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function feature({ lat, lng }: { lat: number; lng: number }, properties: PhotonFeature['properties']): PhotonFeature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [lng, lat] }, properties };
}

function collection(features: PhotonFeature[]): PhotonAnswer {
  return { type: 'FeatureCollection', features };
}

import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Extract, Tags, Way } from '../osm/extract';
import type { House, Place, Places, Stretch } from './place';
import { Plane, squeezeAt } from './plane';

/** The importance of settlements by kind, the largest kind first. */
const SETTLEMENTS: Readonly<Record<string, number>> = {
  city: 1.6,
  town: 1.5,
  suburb: 1.5,
  village: 1.3,
  quarter: 1.3,
  neighbourhood: 1.3,
  hamlet: 1.1,
  locality: 1.1,
};
/** The kinds of settlements, the largest first. */
const SIZES = Object.keys(SETTLEMENTS);

/** The importance of destinations: rides to a station are more frequent than to a shop. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'aeroway=aerodrome': 1.7,
  'aeroway=terminal': 1.6,
  'railway=station': 1.7,
  'amenity=bus_station': 1.6,
  'amenity=hospital': 1.4,
  'amenity=university': 1.4,
  'shop=mall': 1.4,
  'tourism=attraction': 1.3,
  'tourism=museum': 1.3,
  'tourism=zoo': 1.3,
  'leisure=park': 1.2,
  'leisure=garden': 1.2,
  'leisure=stadium': 1.3,
  'amenity=college': 1.2,
  'amenity=cinema': 1.2,
  'amenity=marketplace': 1.3,
  'amenity=place_of_worship': 1.1,
  'amenity=townhall': 1.2,
  'amenity=courthouse': 1.2,
  'amenity=police': 1.1,
  'tourism=hotel': 1.1,
};
const POI_KEYS = ['aeroway', 'railway', 'amenity', 'shop', 'tourism', 'leisure', 'office', 'healthcare', 'natural'];
const NO_PLACES = [
  'parking',
  'bench',
  'toilets',
  'waste_basket',
  'recycling',
  'parking_space',
  'pitch',
  'rail',
  'yes',
  'tree',
  'wood',
  'scrub',
  'grassland',
  'tree_row',
];
const OTHER_NAMES = ['name:en', 'name:hi', 'alt_name', 'short_name', 'old_name', 'official_name', 'int_name'];
/** Kilometres; two streets of the same name that are further apart are different streets. */
const SAME_STREET_KM = 1.5;
/** Kilometres; a settlement that is further away does not describe where a place is. */
const DISTRICT_KM = 2;
/**
 * Kilometres; OpenStreetMap may map one place twice, as a point and as a building. Two places of the same kind and name
 * within this distance count as one place.
 */
const SAME_PLACE_KM = 0.15;

/** Collects all places of an extract. `name` is the city's name; by default that of its largest settlement. */
export function collectPlaces(extract: Extract, name?: string): Places {
  const found = [...ofNodes(extract), ...ofAreas(extract), ...streets(extract)];
  const settlements = found.filter(({ key }) => key === 'place');
  const largest = [...settlements].sort((a, b) => SIZES.indexOf(a.value) - SIZES.indexOf(b.value))[0];
  const city = name ?? largest?.name ?? 'City';
  // Cities and towns are left out: the centre of a city does not describe the quarter of a place.
  const districts = settlements.filter(({ value }) => value !== 'city' && value !== 'town');
  const plane = new Plane(districts, (place) => [place, place], squeezeAt(found[0]?.lat ?? 0));
  const places = withoutDuplicates(found).map((place): Place => {
    const district = place.key === 'place' ? undefined : plane.near(place, 1, DISTRICT_KM)[0]?.name;
    return district === undefined ? place : { ...place, district };
  });
  return { city, places, stretches: stretchesOf(extract), houses: houses(extract) };
}

function nameOf(tags: Tags): string | undefined {
  return tags.name ?? tags['name:en'] ?? tags['name:hi'];
}

function otherNames(tags: Tags): string[] {
  const shown = nameOf(tags);
  const all = OTHER_NAMES.flatMap((key) => tags[key]?.split(';') ?? []).map((name) => name.trim());
  return [...new Set(all)].filter((name) => name !== '' && name !== shown);
}

function placeOf(id: string, point: Point, tags: Tags): Place | null {
  const name = nameOf(tags);
  if (!name) return null;
  const base = { id, name, names: otherNames(tags), ...point };
  const settlement = SETTLEMENTS[tags.place ?? ''];
  if (settlement !== undefined) return { ...base, key: 'place', value: tags.place ?? '', importance: settlement };
  for (const key of POI_KEYS) {
    const value = tags[key];
    if (!value || NO_PLACES.includes(value)) continue;
    return { ...base, key, value, importance: WEIGHTS[`${key}=${value}`] ?? 1 };
  }
  return null;
}

const rounded = ({ lat, lng }: Point): Point => ({ lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) });

function ofNodes({ tagged }: Extract): Place[] {
  return tagged.flatMap((node) => placeOf(`N${node.id}`, rounded(node), node.tags) ?? []);
}

/** The places that are areas, each at the centre of its bounding box. */
function ofAreas({ ways, multipolygons, nodes }: Extract): Place[] {
  const ofWays = ways
    .filter(({ tags }) => !tags.highway)
    .flatMap((way) => placeOf(`W${way.id}`, middleOf([way], nodes), way.tags) ?? []);
  const ofRelations = multipolygons
    .filter(({ outer }) => outer.length > 0)
    .flatMap(({ id, tags, outer }) => placeOf(`R${id}`, middleOf(outer, nodes), tags) ?? []);
  return [...ofWays, ...ofRelations];
}

function middleOf(ways: readonly Way[], nodes: Extract['nodes']): Point {
  const points = ways.flatMap((way) => Array.from(way.nodes, (node) => nodes.at(node)));
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => lng);
  const middle = (values: number[]) =>
    (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  return points.length === 0 ? { lat: 0, lng: 0 } : rounded({ lat: middle(lats), lng: middle(lngs) });
}

function withoutDuplicates(places: readonly Place[]): Place[] {
  const byName = new Map<string, Place[]>();
  return places.filter((place) => {
    const key = `${place.key} ${place.name}`;
    const same = byName.get(key) ?? [];
    if (same.some((other) => distanceKm(other, place) < SAME_PLACE_KM)) return false;
    byName.set(key, [...same, place]);
    return true;
  });
}

interface Street {
  id: number;
  tags: Tags;
  points: Point[];
}

/** Merges ways of one name that are near each other into one street, whose point is one of its own nodes. */
function streets({ ways, nodes }: Extract): Place[] {
  const byName = new Map<string, Street[]>();
  for (const { id, tags, nodes: indexes } of ways) {
    const name = nameOf(tags);
    if (!tags.highway || !name || indexes.length < 2) continue;
    const points = Array.from(indexes, (index) => nodes.at(index));
    const known = byName.get(name) ?? [];
    // A way may connect two streets that were separate until now.
    const near = known.filter((street) => street.points.some((point) => isNear(points, point)));
    const joined = { points: [...near.flatMap((street) => street.points), ...points] };
    byName.set(name, [
      ...known.filter((street) => !near.includes(street)),
      { ...joined, id: near[0]?.id ?? id, tags: near[0]?.tags ?? tags },
    ]);
  }
  return [...byName.values()].flat().flatMap(({ id, tags, points }) => {
    const name = nameOf(tags);
    const middle = closestToMiddle(points);
    if (!name || !middle) return [];
    return [
      {
        id: `W${id}`,
        name,
        names: otherNames(tags),
        ...rounded(middle),
        key: 'highway',
        value: tags.highway ?? '',
        importance: 1.2,
      },
    ];
  });
}

function isNear(points: readonly Point[], point: Point): boolean {
  return points.some((other) => distanceKm(other, point) < SAME_STREET_KM);
}

/** The point of the street that is nearest to the mean of its points: the mean itself may lie in a park. */
function closestToMiddle(points: readonly Point[]): Point | undefined {
  const lat = points.reduce((sum, point) => sum + point.lat, 0) / points.length;
  const lng = points.reduce((sum, point) => sum + point.lng, 0) / points.length;
  let best: Point | undefined;
  let bestKm = Number.POSITIVE_INFINITY;
  for (const point of points) {
    const away = distanceKm(point, { lat, lng });
    if (away < bestKm) [best, bestKm] = [point, away];
  }
  return best;
}

function stretchesOf({ ways, nodes }: Extract): Stretch[] {
  return ways.flatMap(({ tags, nodes: indexes }) => {
    const name = nameOf(tags) ?? tags.ref;
    if (!tags.highway || !name || indexes.length < 2) return [];
    const points = Array.from(indexes, (index) => rounded(nodes.at(index)));
    return [{ name, line: points.flatMap(({ lat, lng }) => [lat, lng]) }];
  });
}

function houses({ tagged, ways, nodes }: Extract): House[] {
  const house = (tags: Tags, point: Point): House[] => {
    const number = tags['addr:housenumber'];
    const street = tags['addr:street'] ?? tags['addr:place'];
    return number ? [{ number, ...rounded(point), ...(street !== undefined && { street }) }] : [];
  };
  return [
    ...tagged.flatMap((node) => house(node.tags, node)),
    ...ways.flatMap((way) => (way.tags['addr:housenumber'] ? house(way.tags, middleOf([way], nodes)) : [])),
  ];
}

import type { Tags } from '../osm/extract';

/** The layers of the Protomaps basemap, version 4 (https://docs.protomaps.com/basemaps/layers). */
export const LAYERS = ['earth', 'landuse', 'water', 'roads', 'buildings', 'places', 'pois'] as const;
export type Layer = (typeof LAYERS)[number];

/** How a feature is drawn: its layer, its minimum zoom, and the properties that a style uses. */
export interface Class {
  layer: Layer;
  minZoom: number;
  properties: Record<string, string | number | boolean>;
}

interface RoadClass {
  kind: 'highway' | 'major_road' | 'minor_road' | 'path';
  minZoom: number;
}

const ROADS: Readonly<Record<string, RoadClass>> = {
  motorway: { kind: 'highway', minZoom: 4 },
  trunk: { kind: 'major_road', minZoom: 6 },
  primary: { kind: 'major_road', minZoom: 8 },
  secondary: { kind: 'major_road', minZoom: 9 },
  tertiary: { kind: 'major_road', minZoom: 11 },
  unclassified: { kind: 'minor_road', minZoom: 12 },
  residential: { kind: 'minor_road', minZoom: 12 },
  living_street: { kind: 'minor_road', minZoom: 13 },
  road: { kind: 'minor_road', minZoom: 13 },
  service: { kind: 'minor_road', minZoom: 14 },
  pedestrian: { kind: 'path', minZoom: 13 },
  track: { kind: 'path', minZoom: 14 },
  cycleway: { kind: 'path', minZoom: 14 },
  footway: { kind: 'path', minZoom: 14 },
  path: { kind: 'path', minZoom: 14 },
  steps: { kind: 'path', minZoom: 14 },
  bridleway: { kind: 'path', minZoom: 14 },
};

/** The classes of roads whose labels come first, the most important class first. */
const ROAD_RANK = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary'];

const LANDUSE: Readonly<Record<string, string>> = {
  'leisure=park': 'park',
  'leisure=garden': 'park',
  'leisure=golf_course': 'golf_course',
  'leisure=nature_reserve': 'nature_reserve',
  'leisure=playground': 'playground',
  'landuse=cemetery': 'cemetery',
  'landuse=forest': 'forest',
  'landuse=grass': 'grass',
  'landuse=recreation_ground': 'park',
  'landuse=village_green': 'village_green',
  'landuse=allotments': 'allotments',
  'landuse=industrial': 'industrial',
  'landuse=military': 'military',
  'natural=wood': 'wood',
  'natural=scrub': 'scrub',
  'natural=grassland': 'grassland',
  'natural=sand': 'sand',
  'natural=beach': 'beach',
  'amenity=hospital': 'hospital',
  'amenity=school': 'school',
  'amenity=college': 'college',
  'amenity=university': 'university',
  'tourism=zoo': 'zoo',
  'aeroway=aerodrome': 'aerodrome',
};

const PLACES: Readonly<Record<string, { kind: string; minZoom: number; rank: number }>> = {
  city: { kind: 'locality', minZoom: 4, rank: 12 },
  town: { kind: 'locality', minZoom: 8, rank: 9 },
  village: { kind: 'locality', minZoom: 11, rank: 5 },
  hamlet: { kind: 'locality', minZoom: 13, rank: 3 },
  suburb: { kind: 'neighbourhood', minZoom: 12, rank: 4 },
  quarter: { kind: 'neighbourhood', minZoom: 13, rank: 3 },
  neighbourhood: { kind: 'neighbourhood', minZoom: 14, rank: 2 },
};

/** The kinds of points whose name is on the map, and their minimum zoom. */
const POIS: readonly [tag: string, kind: string, minZoom: number][] = [
  ['aeroway=aerodrome', 'aerodrome', 11],
  ['railway=station', 'station', 12],
  ['amenity=bus_station', 'station', 13],
  ['amenity=university', 'university', 13],
  ['amenity=hospital', 'building', 13],
  ['tourism=zoo', 'zoo', 13],
  ['leisure=stadium', 'stadium', 13],
  ['tourism=museum', 'museum', 14],
  ['tourism=attraction', 'attraction', 14],
  ['amenity=theatre', 'theatre', 14],
  ['amenity=townhall', 'townhall', 14],
  ['amenity=college', 'school', 14],
  ['amenity=school', 'school', 15],
  ['amenity=library', 'library', 15],
  ['amenity=post_office', 'post_office', 15],
  ['shop=mall', 'supermarket', 13],
  ['shop=supermarket', 'supermarket', 15],
  ['tourism=hotel', 'building', 15],
  ['amenity=restaurant', 'restaurant', 16],
  ['amenity=fast_food', 'fast_food', 16],
  ['amenity=cafe', 'cafe', 16],
];

/** The names of a feature as labels use them. Many objects of Indian extracts have no plain `name` tag. */
function namesOf(tags: Tags): Record<string, string> {
  const name = tags.name ?? tags['name:en'] ?? tags['name:hi'];
  const names: Record<string, string> = {};
  if (name) names.name = name;
  for (const key of ['name:en', 'name:hi']) if (tags[key]) names[key] = tags[key];
  return names;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'no';
}

/** The class of a way as a line; null for one that the map does not show as a line. */
export function classOfLine(tags: Tags): Class | null {
  if (tags.highway) return classOfRoad(tags, tags.highway);
  if (tags.railway === 'rail' || tags.railway === 'light_rail' || tags.railway === 'subway') {
    const properties = { kind: 'rail', kind_detail: tags.railway, ...bridgeOrTunnel(tags) };
    return { layer: 'roads', minZoom: tags.service ? 14 : 11, properties };
  }
  if (tags.aeroway === 'runway' || tags.aeroway === 'taxiway') {
    return { layer: 'roads', minZoom: 11, properties: { kind: 'aeroway', kind_detail: tags.aeroway } };
  }
  if (tags.waterway === 'river' || tags.waterway === 'canal' || tags.waterway === 'stream') {
    const kind = tags.waterway === 'stream' ? 'stream' : 'river';
    return { layer: 'water', minZoom: kind === 'river' ? 9 : 14, properties: { kind, ...namesOf(tags) } };
  }
  return null;
}

function classOfRoad(tags: Tags, highway: string): Class | null {
  const isLink = highway.endsWith('_link');
  const detail = isLink ? highway.slice(0, -'_link'.length) : highway;
  const road = ROADS[detail];
  if (!road || (detail === 'service' && tags.service === 'parking_aisle')) return null;
  const rank = ROAD_RANK.indexOf(detail);
  const properties = {
    kind: road.kind,
    kind_detail: detail,
    sort_rank: 400 - (rank < 0 ? ROAD_RANK.length : rank),
    min_zoom: road.minZoom,
    ...namesOf(tags),
    ...bridgeOrTunnel(tags),
    ...(isLink && { is_link: true }),
    ...(tags.oneway === 'yes' && { oneway: 'yes' }),
  };
  return { layer: 'roads', minZoom: isLink ? Math.max(road.minZoom, 11) : road.minZoom, properties };
}

function bridgeOrTunnel(tags: Tags): Record<string, boolean> {
  if (isSet(tags.tunnel)) return { is_tunnel: true };
  return isSet(tags.bridge) ? { is_bridge: true } : {};
}

/** The class of a closed way or a multipolygon as an area; null for one that the map does not show as an area. */
export function classOfArea(tags: Tags): Class | null {
  if (isSet(tags.building)) return { layer: 'buildings', minZoom: 14, properties: { kind: 'building' } };
  if (tags.natural === 'water' || tags.waterway === 'riverbank' || tags.landuse === 'reservoir') {
    const kind = tags.water === 'river' || tags.waterway === 'riverbank' ? 'river' : 'lake';
    return { layer: 'water', minZoom: 8, properties: { kind, ...namesOf(tags) } };
  }
  for (const [key, value] of Object.entries(tags)) {
    const kind = LANDUSE[`${key}=${value}`];
    if (kind) return { layer: 'landuse', minZoom: 10, properties: { kind } };
  }
  return null;
}

/** The class of a named point: a place or a point of interest; null for any other. */
export function classOfPoint(tags: Tags): Class | null {
  const names = namesOf(tags);
  if (!names.name) return null;
  const place = PLACES[tags.place ?? ''];
  if (place) {
    const { kind, minZoom, rank } = place;
    const properties = { kind, kind_detail: tags.place ?? '', min_zoom: minZoom, population_rank: rank, ...names };
    return { layer: 'places', minZoom, properties: { ...properties, sort_key: minZoom, sort_rank: minZoom } };
  }
  const found = POIS.find(([tag]) => {
    const [key = '', value] = tag.split('=');
    return tags[key] === value;
  });
  if (!found) return null;
  const [, kind, minZoom] = found;
  // The deepest tiles also contain the labels of higher zooms: the style shows each from its `min_zoom` on.
  return { layer: 'pois', minZoom: Math.min(minZoom, 14), properties: { kind, min_zoom: minZoom, ...names } };
}

import { type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import Flatbush from 'flatbush';
import type { Feature, FeatureCollection } from 'geojson';
import { type Box, project } from '../geo';
import { LAYERS } from './classes';
import { boxOf, type MapFeature } from './features';

/** The maximum zoom of the tiles; the client enlarges them beyond it. */
export const MAX_ZOOM = 14;
const EXTENT = 4_096;
const BUFFER = 64;

/** A vector tile in the Mapbox format, not compressed. */
export interface Tile {
  z: number;
  x: number;
  y: number;
  data: Uint8Array;
}

/** Cuts features into the tiles of a box, from zoom 0 on; tiles without a feature are left out. */
export function* cutTiles(features: readonly MapFeature[], box: Box): Generator<Tile> {
  if (features.length === 0) return;
  const index = new Flatbush(features.length);
  for (const feature of features) index.add(...boxOf(feature.rings()));
  index.finish();
  const land = earth(box);
  for (let z = 0; z <= MAX_ZOOM; z++) {
    for (const [x, y] of tilesOf(box, z)) {
      const size = 1 / 2 ** z;
      const margin = (size * BUFFER) / EXTENT;
      const found = index
        .search(x * size - margin, y * size - margin, (x + 1) * size + margin, (y + 1) * size + margin)
        .flatMap((at) => features[at] ?? [])
        .filter((feature) => feature.class.minZoom <= z);
      if (found.length > 0) yield { z, x, y, data: encode([land, ...found], z, x, y) };
    }
  }
}

/** The number of tiles that a box has down to the deepest zoom, for a progress display. */
export function tileCount(box: Box): number {
  let count = 0;
  for (let z = 0; z <= MAX_ZOOM; z++) count += tilesOf(box, z).length;
  return count;
}

function tilesOf([west, south, east, north]: Box, z: number): [x: number, y: number][] {
  const [left, top] = project({ lat: north, lng: west });
  const [right, bottom] = project({ lat: south, lng: east });
  const at = (value: number) => Math.min(2 ** z - 1, Math.floor(value * 2 ** z));
  const tiles: [number, number][] = [];
  for (let x = at(left); x <= at(right); x++) for (let y = at(top); y <= at(bottom); y++) tiles.push([x, y]);
  return tiles;
}

/** The ground: a rectangle over the whole box, because coasts are not drawn. */
function earth([west, south, east, north]: Box): MapFeature {
  const [left, top] = project({ lat: north, lng: west });
  const [right, bottom] = project({ lat: south, lng: east });
  const ring = Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  return {
    class: { layer: 'earth', minZoom: 0, properties: { kind: 'earth' } },
    type: 'area',
    rings: () => [ring],
  };
}

function encode(features: readonly MapFeature[], z: number, x: number, y: number): Uint8Array {
  const layers: Record<string, GeoJSONVTTile> = {};
  for (const layer of LAYERS) {
    const ofLayer = features.filter((feature) => feature.class.layer === layer);
    if (ofLayer.length === 0) continue;
    const data: FeatureCollection = { type: 'FeatureCollection', features: ofLayer.map(asGeoJson) };
    // Below MAX_ZOOM, details smaller than four units of the tile (half a pixel) are dropped; at MAX_ZOOM all are kept.
    const options = { coordinates: 'unitSquare', clip: true, extent: EXTENT, buffer: BUFFER, tolerance: 4 } as const;
    layers[layer] = geoJSONToTile(data, z, x, y, { ...options, maxZoom: MAX_ZOOM });
  }
  return fromGeojsonVt(layers, { version: 2, extent: EXTENT });
}

function asGeoJson(feature: MapFeature): Feature {
  const {
    type,
    class: { properties },
  } = feature;
  const rings = feature.rings();
  const [first = new Float64Array(2)] = rings;
  if (type === 'point') {
    return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [first[0] ?? 0, first[1] ?? 0] } };
  }
  if (type === 'line') {
    return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates: pairs(first) } };
  }
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: rings.map(pairs) } };
}

function pairs(flat: Float64Array): number[][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2] ?? 0, flat[index * 2 + 1] ?? 0]);
}

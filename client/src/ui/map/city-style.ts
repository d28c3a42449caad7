import type { City } from '@boli/shared/city/city.schema';
import devanagari from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2?url';
import type { DataDrivenPropertyValueSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import * as maplibregl from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import { onServer } from '../../core/server';
import { t } from '../../core/t';
import { formatDay } from '../../core/time';
import { type MapPalette, mapPalettes, type Scheme } from './palette';

/** The fields of a city that its map style uses. */
export type MapCity = Pick<City, 'map_url' | 'data_date'>;

const SOURCE = 'city';
const FONT = 'Noto Sans Regular';
/** The Unicode ranges of Devanagari; other glyphs come from the system's fonts. */
const DEVANAGARI = ['U+0900-097F', 'U+200C-200D', 'U+25CC', 'U+A8E0-A8FF'];

maplibregl.addProtocol('pmtiles', new Protocol().tile);

/**
 * The style of the installed city's map in Boli's colours. Its tiles have the layers and kinds of the Protomaps
 * basemap, version 4 (https://docs.protomaps.com/basemaps/layers), so that an archive made by Protomaps works as well
 * as our own.
 */
export function cityStyle({ map_url, data_date }: MapCity, scheme: Scheme, language: string): StyleSpecification {
  const archive = new URL(onServer(map_url), window.location.href).href;
  const colors = mapPalettes[scheme];
  return {
    version: 8,
    sources: { [SOURCE]: { type: 'vector', url: `pmtiles://${archive}`, attribution: attribution(data_date) } },
    'font-faces': { [FONT]: [{ url: new URL(devanagari, window.location.href).href, 'unicode-range': DEVANAGARI }] },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': colors.land } },
      ...areas(colors),
      ...streets(colors),
      ...labels(colors, language),
    ],
  };
}

function attribution(dataDate: string | null): string {
  const source = `<a href="https://www.openstreetmap.org/copyright" target="_blank">${t('map.osm')}</a>`;
  return dataDate === null ? source : `${source} · ${t('map.data_of', { date: formatDay(dataDate) })}`;
}

const GREEN = [
  'park',
  'garden',
  'forest',
  'wood',
  'grass',
  'grassland',
  'scrub',
  'golf_course',
  'nature_reserve',
  'cemetery',
  'village_green',
  'allotments',
  'playground',
  'national_park',
  'protected_area',
  'zoo',
];

function areas(colors: MapPalette): LayerSpecification[] {
  const from = { source: SOURCE, type: 'fill' } as const;
  return [
    {
      ...from,
      id: 'landuse',
      'source-layer': 'landuse',
      filter: ['in', 'kind', ...GREEN],
      paint: { 'fill-color': colors.park },
    },
    {
      ...from,
      id: 'water',
      'source-layer': 'water',
      filter: ['==', '$type', 'Polygon'],
      paint: { 'fill-color': colors.water },
    },
    {
      source: SOURCE,
      type: 'line',
      id: 'rivers',
      'source-layer': 'water',
      filter: ['==', '$type', 'LineString'],
      paint: { 'line-color': colors.water, 'line-width': widths(0.5, 6) },
    },
    {
      ...from,
      id: 'buildings',
      'source-layer': 'buildings',
      minzoom: 14.5,
      filter: ['in', 'kind', 'building', 'building_part'],
      paint: { 'fill-color': colors.casing, 'fill-opacity': 0.6 },
    },
  ];
}

/** A width in pixels: `at11` up to zoom 11, `at18` from zoom 18 on, and growing exponentially between them. */
function widths(at11: number, at18: number): DataDrivenPropertyValueSpecification<number> {
  return ['interpolate', ['exponential', 1.6], ['zoom'], 11, at11, 18, at18];
}

function streets(colors: MapPalette): LayerSpecification[] {
  const line = {
    source: SOURCE,
    'source-layer': 'roads',
    type: 'line',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
  } as const;
  const ofKind = (...kinds: string[]) => ['in', 'kind', ...kinds] as ['in', string, ...string[]];
  return [
    {
      ...line,
      id: 'paths',
      minzoom: 15,
      filter: ofKind('path', 'other'),
      paint: { 'line-color': colors.minor, 'line-width': widths(0.5, 5) },
    },
    {
      ...line,
      id: 'rail',
      minzoom: 11,
      filter: ofKind('rail'),
      paint: { 'line-color': colors.label, 'line-opacity': 0.4, 'line-width': widths(0.7, 2.5) },
    },
    {
      ...line,
      id: 'minor',
      minzoom: 12,
      filter: ofKind('minor_road'),
      paint: { 'line-color': colors.minor, 'line-width': widths(0.8, 16) },
    },
    {
      ...line,
      id: 'major-casing',
      filter: ofKind('major_road', 'highway'),
      paint: { 'line-color': colors.casing, 'line-width': widths(2.4, 30) },
    },
    {
      ...line,
      id: 'major',
      filter: ofKind('major_road'),
      paint: { 'line-color': colors.road, 'line-width': widths(1.4, 24) },
    },
    {
      ...line,
      id: 'highway',
      filter: ofKind('highway'),
      paint: { 'line-color': colors.road, 'line-width': widths(2, 28) },
    },
  ];
}

/** Names in the reader's language if the map has them. */
function labels(colors: MapPalette, language: string): LayerSpecification[] {
  const look = labelLook(colors, language);
  return [...streetNames(look), ...placeNames(look)];
}

type LabelLook = ReturnType<typeof labelLook>;

function labelLook(colors: MapPalette, language: string) {
  const paint = { 'text-color': colors.label, 'text-halo-color': colors.land, 'text-halo-width': 1.5 };
  const name = [
    'coalesce',
    ['get', `name:${language}`],
    ['get', 'name'],
    ['get', 'name:en'],
  ] as DataDrivenPropertyValueSpecification<string>;
  const font = { 'text-field': name, 'text-font': [FONT] };
  return { font, symbol: { source: SOURCE, type: 'symbol', paint } as const };
}

/** The names of streets, along them. */
function streetNames({ font, symbol }: LabelLook): LayerSpecification[] {
  const along = { ...font, 'symbol-placement': 'line', 'text-size': 12 } as const;
  return [
    {
      ...symbol,
      id: 'minor-names',
      'source-layer': 'roads',
      minzoom: 15,
      filter: ['==', 'kind', 'minor_road'],
      layout: along,
    },
    {
      ...symbol,
      id: 'major-names',
      'source-layer': 'roads',
      minzoom: 12,
      filter: ['in', 'kind', 'major_road', 'highway'],
      layout: along,
    },
  ];
}

/** The names of waters, places of interest, quarters and towns. */
function placeNames({ font, symbol }: LabelLook): LayerSpecification[] {
  return [
    {
      ...symbol,
      id: 'water-names',
      'source-layer': 'water',
      minzoom: 13,
      filter: ['==', '$type', 'Polygon'],
      layout: { ...font, 'text-size': 12 },
    },
    {
      ...symbol,
      id: 'pois',
      'source-layer': 'pois',
      minzoom: 12,
      filter: ['<=', ['get', 'min_zoom'], ['zoom']],
      layout: { ...font, 'text-size': 11, 'text-max-width': 8 },
    },
    {
      ...symbol,
      id: 'quarters',
      'source-layer': 'places',
      minzoom: 11,
      filter: ['in', 'kind', 'neighbourhood', 'macrohood'],
      layout: { ...font, 'text-size': 13 },
    },
    {
      ...symbol,
      id: 'towns',
      'source-layer': 'places',
      filter: ['==', 'kind', 'locality'],
      layout: { ...font, 'text-size': 16, 'symbol-sort-key': ['-', ['get', 'population_rank']] },
    },
  ];
}

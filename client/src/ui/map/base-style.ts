import type { AppConfig } from '@boli/shared/app/app.schema';
import type { StyleSpecification } from 'maplibre-gl';
import * as maplibregl from 'maplibre-gl';
import { cityStyle, type MapCity } from './city-style';
import { drawTile } from './draw-tile';
import { mapPalettes, type Scheme } from './palette';

export type MapSource = AppConfig['map'] & { city: MapCity | null };

/** The id prefix of the app's own sources, which do not indicate whether the map service is reachable. */
export const OWN_SOURCE = 'boli-';

const PROTOCOL = 'bolimap';
const TILE_PX = 512;
const TILE_URL = /^bolimap:\/\/(light|dark)\/\d+\/\d+\/\d+$/;

maplibregl.addProtocol(PROTOCOL, async ({ url }) => {
  const match = TILE_URL.exec(url);
  const pen = new OffscreenCanvas(TILE_PX, TILE_PX).getContext('2d');
  if (!match || !pen) throw new Error(`Not a tile of the bundled map: ${url}`);
  drawTile(pen, TILE_PX, mapPalettes[match[1] === 'dark' ? 'dark' : 'light']);
  return { data: pen.canvas.transferToImageBitmap() };
});

/** The bundled style, which needs neither network nor glyphs, and draws no borders. */
export function bundledStyle(scheme: Scheme): StyleSpecification {
  const source = `${OWN_SOURCE}ground`;
  return {
    version: 8,
    sources: {
      [source]: {
        type: 'raster',
        tiles: [`${PROTOCOL}://${scheme}/{z}/{x}/{y}`],
        tileSize: 256,
        maxzoom: 18,
      },
    },
    layers: [
      { id: `${source}-land`, type: 'background', paint: { 'background-color': mapPalettes[scheme].land } },
      { id: source, type: 'raster', source, minzoom: 9, paint: { 'raster-fade-duration': 0 } },
    ],
  };
}

/** The operator's raster tiles have only light colours: in dark mode their brightness is inverted. */
const night = {
  'raster-brightness-min': 0.92,
  'raster-brightness-max': 0.08,
  'raster-hue-rotate': 180,
  'raster-saturation': -0.45,
} as const;

/** The operator's style, else that of the installed city, else one that shows the operator's tiles; else null. */
export function serviceStyle(source: MapSource, scheme: Scheme, language: string): StyleSpecification | string | null {
  if (source.style_url) return source.style_url;
  if (source.city) return cityStyle(source.city, scheme, language);
  if (!source.tile_url) return null;
  return {
    version: 8,
    sources: {
      tiles: {
        type: 'raster',
        tiles: [source.tile_url],
        tileSize: 256,
        maxzoom: 19,
        attribution: source.attribution,
      },
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': mapPalettes[scheme].land } },
      { id: 'tiles', type: 'raster', source: 'tiles', paint: scheme === 'dark' ? night : {} },
    ],
  };
}

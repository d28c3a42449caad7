import type { Point } from '@boli/shared/core/fields';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { OWN_SOURCE } from './base-style';
import type { MapPalette } from './palette';

interface RouteLineProps {
  id: string;
  points: readonly Point[];
  colors: MapPalette;
  look: RouteLook;
}

const WIDTH = 3.5;
const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
/** Dash and gap as multiples of the line's width; the round caps shorten each gap by one width. */
const dashes = { 'line-dasharray': [1, 2.2] };

/**
 * Short dashes for the remaining way, a solid line for the driven way, a muted solid line for the driven part of a way
 * that continues, and faint dashes for the ways of other rides.
 */
const looks = {
  ahead: (colors: MapPalette) => ({ 'line-color': colors.line, ...dashes }),
  driven: (colors: MapPalette) => ({ 'line-color': colors.line }),
  behind: (colors: MapPalette) => ({ 'line-color': colors.label }),
  faint: (colors: MapPalette) => ({ 'line-color': colors.label, 'line-opacity': 0.55, ...dashes }),
};

const CASING_OPACITY = 0.9;

export type RouteLook = keyof typeof looks;

/** A line with an outline (casing). */
export function RouteLine({ id, points, colors, look }: RouteLineProps) {
  const source = `${OWN_SOURCE}${id}`;
  const shape = useMemo(
    () => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: points.map(({ lat, lng }) => [lng, lat]) },
    }),
    [points],
  );
  return (
    <Source id={source} type="geojson" data={shape}>
      <Layer
        id={`${source}-casing`}
        type="line"
        layout={round}
        paint={{
          'line-color': colors.lineCasing,
          'line-width': WIDTH * 2,
          'line-opacity': look === 'faint' ? 0 : CASING_OPACITY,
        }}
      />
      <Layer id={source} type="line" layout={round} paint={{ 'line-width': WIDTH, ...looks[look](colors) }} />
    </Source>
  );
}

import type { Point } from '@boli/shared/core/fields';
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { OWN_SOURCE } from './base-style';
import type { MapPalette } from './palette';

interface RouteLineProps {
  id: string;
  points: readonly Point[];
  colors: MapPalette;
  dashed: boolean;
}

const WIDTH = 3.5;
const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
/** In multiples of the line's width; the round caps take one from each gap. */
const dashes = { 'line-dasharray': [1, 2.2] };

/** A line on a casing: short dashes for the planned way, solid for the driven one. */
export function RouteLine({ id, points, colors, dashed }: RouteLineProps) {
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
        paint={{ 'line-color': colors.lineCasing, 'line-width': WIDTH * 2, 'line-opacity': 0.9 }}
      />
      <Layer
        id={source}
        type="line"
        layout={round}
        paint={{ 'line-color': colors.line, 'line-width': WIDTH, ...(dashed ? dashes : {}) }}
      />
    </Source>
  );
}

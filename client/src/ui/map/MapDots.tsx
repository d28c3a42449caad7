import type { GeoJSONSource, MapLayerMouseEvent, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { OWN_SOURCE } from './base-style';
import { DOT_RATIO, drawDot, lookOf } from './draw-dot';
import type { DotSource, MapDot } from './marker';
import type { Scheme } from './palette';
import type { Shift } from './spread';
import { spreadDots } from './spread-dots';

const ID = `${OWN_SOURCE}dots`;
const DRAW_EVERY_MS = 1_000;
const nothing = { type: 'FeatureCollection' as const, features: [] };

function featureOf(dot: MapDot, look: string) {
  return {
    type: 'Feature' as const,
    properties: { id: dot.id, look, bubble: dot.shape === 'bubble' },
    geometry: { type: 'Point' as const, coordinates: [dot.lng, dot.lat] },
  };
}

/** Updates the map's dots, and adds an image for each new appearance. */
function draw(map: MapLibreMap, dots: readonly MapDot[], scheme: Scheme): void {
  const source = map.getSource<GeoJSONSource>(ID);
  if (!source) return;
  const features = dots.map((dot) => {
    const look = lookOf(dot, scheme);
    const picture = map.hasImage(look) ? null : drawDot(dot, scheme);
    if (picture) map.addImage(look, picture, { pixelRatio: DOT_RATIO });
    return featureOf(dot, look);
  });
  source.setData({ type: 'FeatureCollection', features });
}

/** Schedules a drawing in an animation frame, at the earliest a second after the last drawing. */
function pace(drawing: () => void): { ask: () => void; stop: () => void } {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let frame = 0;
  const run = () => {
    timer = null;
    last = performance.now();
    drawing();
  };
  return {
    ask: () => {
      timer ??= setTimeout(
        () => {
          frame = requestAnimationFrame(run);
        },
        Math.max(0, last + DRAW_EVERY_MS - performance.now()),
      );
    },
    stop: () => {
      if (timer) clearTimeout(timer);
      cancelAnimationFrame(frame);
    },
  };
}

/** Draws the dots of `source` on the surrounding map, and handles presses on them. */
function useDrawing(source: DotSource, scheme: Scheme): void {
  const { current } = useMap();
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  useEffect(() => {
    const map = current?.getMap();
    if (!map) return;
    const known = new WeakSet<object>();
    const isDrawn = () => {
      const now = map.getSource(ID);
      return now !== undefined && known.has(now);
    };
    let held: ReadonlyMap<string, Shift> = new Map();
    const { ask, stop } = pace(() => {
      const spread = spreadDots(map, latest.current.read(), held);
      held = spread.held;
      draw(map, spread.dots, scheme);
      const now = map.getSource(ID);
      if (now) known.add(now);
    });
    const press = ({ features }: MapLayerMouseEvent) => {
      const id = features?.[0]?.properties.id;
      if (typeof id === 'string') latest.current.onPress(id);
    };
    const over = () => {
      map.getCanvas().style.cursor = 'pointer';
    };
    const out = () => {
      map.getCanvas().style.cursor = '';
    };
    const subscriptions = [
      // Another style (theme, map service unavailable) starts without images and data.
      map.on('styledata', () => map.getSource(ID) && !isDrawn() && ask()),
      map.on('load', ask),
      // Bubbles are kept apart by a distance in pixels, so another zoom needs another arrangement.
      map.on('zoomend', ask),
      map.on('click', ID, press),
      map.on('mouseenter', ID, over),
      map.on('mouseleave', ID, out),
      { unsubscribe: source.subscribe(ask) },
    ];
    ask();
    return () => {
      stop();
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [current, source, scheme]);
}

/** Thousands of places as one source of the map; their moves cause no React render. */
export function MapDots({ source, scheme }: { source: DotSource; scheme: Scheme }) {
  useDrawing(source, scheme);
  return (
    <Source id={ID} type="geojson" data={nothing}>
      <Layer
        id={ID}
        type="symbol"
        layout={{
          'icon-image': ['get', 'look'],
          'icon-anchor': ['case', ['get', 'bubble'], 'bottom-left', 'center'],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'symbol-sort-key': ['case', ['get', 'bubble'], 1, 0],
        }}
      />
    </Source>
  );
}

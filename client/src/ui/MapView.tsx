import { MAP_HEIGHT_PX } from '@boli/shared/core/constants';
import type { Point } from '@boli/shared/core/fields';
import { useComputedColorScheme } from '@mantine/core';
import * as maplibregl from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { AttributionControl, Map as MapLibre, type MapRef, type ViewStateChangeEvent } from 'react-map-gl/maplibre';
import { MapControls } from './map/MapControls';
import { MapDots } from './map/MapDots';
import { MapMarkers } from './map/MapMarkers';
import styles from './map/map.module.css';
import type { MapViewProps, Obstacles } from './map/marker';
import { AimPin } from './map/Pins';
import { mapPalettes, type Scheme } from './map/palette';
import { RouteLine, type RouteLook } from './map/RouteLine';
import { useBaseStyle } from './map/use-base-style';
import { firstView } from './map/use-camera';
import { useCameras } from './map/use-cameras';
import { useMarkerMoves } from './map/use-marker-moves';
import { useMiddle, usePicking, usePins } from './map/use-picking';
import { useSpread } from './map/use-spread';

maplibregl.setWorkerUrl(workerUrl);

/** Writes the map's view and readiness to data attributes, for tests. */
function exposeMapState(element: HTMLElement | null, map: MapRef | null, ready: boolean): void {
  if (!element) return;
  const [center, zoom] = [map?.getCenter(), map?.getZoom()];
  element.dataset.mapReady = String(ready);
  if (center && zoom !== undefined) element.dataset.mapView = `${center.lat},${center.lng},${zoom}`;
}

/** The layers below the pins. */
function MapLayers({
  line,
  faint = [],
  behind,
  driven,
  dots,
  scheme,
}: Pick<MapViewProps, 'line' | 'faint' | 'behind' | 'driven' | 'dots'> & { scheme: Scheme }) {
  const colors = mapPalettes[scheme];
  const routeLine = (id: string, points: readonly Point[] | undefined, look: RouteLook) =>
    points && points.length > 1 && <RouteLine key={id} id={id} points={points} colors={colors} look={look} />;
  return (
    <>
      {faint.map((points, at) => routeLine(`faint-${at}`, points, 'faint'))}
      {routeLine('behind', behind, 'behind')}
      {routeLine('route', line, 'ahead')}
      {routeLine('driven', driven, 'driven')}
      {dots && <MapDots source={dots} scheme={scheme} />}
    </>
  );
}

/** The style that moves attribution and notices above what covers the map's lower edge. */
const insetOf = (obstacles: Obstacles | undefined): CSSProperties =>
  obstacles ? { ['--map-inset' as string]: `${obstacles.bottom}px` } : {};

/** The options that are the same on every screen: north up, flat, with our own attribution below. */
const fixed = {
  mapLib: maplibregl,
  attributionControl: false,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
} as const;

interface MoveEvents {
  camera: Pick<ReturnType<typeof useCameras>, 'onMoveStart' | 'open' | 'refit'>;
  /** Moves apart the prices that cover each other (`useSpread`). */
  settle: () => void;
  exposeState: (ready: boolean) => void;
}

/** The handlers for when the map moves, opens or changes its size. */
const moveEvents = ({ camera, settle, exposeState }: MoveEvents) => ({
  onMoveStart: (event: ViewStateChangeEvent) => {
    exposeState(false);
    camera.onMoveStart(event);
  },
  onLoad: () => {
    camera.open();
    settle();
  },
  onZoomEnd: settle,
  onResize: () => {
    camera.refit();
    settle();
  },
  onIdle: () => exposeState(true),
});

/** The map of every screen. Used through `LazyMap`, which keeps its code out of the first load. */
export function MapView(props: MapViewProps) {
  const { markers, onPick, height = MAP_HEIGHT_PX, follow, label } = props;
  const scheme = useComputedColorScheme('light');
  const { style, simplified, onError, onSourceData } = useBaseStyle(scheme);
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<MapRef>(null);
  const camera = useCameras(map, props);
  const { shifts, settle, shown } = useSpread(map, markers, props.obstacles);
  const [start] = useState(() => firstView(props));
  const { middle, style: middleStyle } = useMiddle(map, props.obstacles);
  const pins = usePins(map);
  const register = useMarkerMoves(props.ref, follow === undefined ? null : camera.followTo, { middle, pins });
  const pick = usePicking({ frame, onPick, middle });
  // The library sets the canvas's label only once; the map of a stage changes its label with the screen.
  useEffect(() => map.current?.getCanvas().setAttribute('aria-label', label), [label]);
  const { onLocate } = props;
  const locate = onLocate && (() => void onLocate().then((place) => place && camera.showPlace(place)));
  const exposeState = (ready: boolean) => exposeMapState(frame.current, map.current, ready);

  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ height: height === 'fill' ? '100%' : height, ...insetOf(props.obstacles), ...middleStyle }}
      data-map-ready="false"
      data-picking={onPick !== undefined}
    >
      {style && (
        <MapLibre
          ref={map}
          {...fixed}
          initialViewState={start}
          mapStyle={style}
          locale={{ 'Map.Title': label }}
          cursor={onPick ? 'crosshair' : 'grab'}
          // Each move of the dots starts the 300 ms fade of map labels again, and the map is redrawn during that fade.
          fadeDuration={props.dots ? 0 : 300}
          onError={onError}
          onSourceData={onSourceData}
          onClick={pick}
          {...moveEvents({ camera, settle, exposeState })}
        >
          <MapLayers {...props} scheme={scheme} />
          <MapMarkers markers={shown} shifts={shifts} register={register} />
          {!simplified && <AttributionControl compact={false} />}
        </MapLibre>
      )}
      {onPick && !props.aim && <span className={styles.crosshair} aria-hidden="true" />}
      {props.aim && <AimPin kind={props.aim} />}
      <MapControls
        onZoom={props.obstacles ? null : camera.zoomBy}
        onRecentre={camera.isAway ? camera.recentre : null}
        onLocate={locate ?? null}
        simplified={simplified}
      />
    </div>
  );
}

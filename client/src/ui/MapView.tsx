import { MAP_HEIGHT_PX } from '@boli/shared/core/constants';
import { useComputedColorScheme } from '@mantine/core';
import * as maplibregl from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { AttributionControl, Map as MapLibre, type MapMouseEvent, type MapRef } from 'react-map-gl/maplibre';
import { MapControls } from './map/MapControls';
import { MapDots } from './map/MapDots';
import { MapMarkers } from './map/MapMarkers';
import styles from './map/map.module.css';
import type { MapViewProps, MarkerMove } from './map/marker';
import { mapPalettes } from './map/palette';
import { RouteLine } from './map/RouteLine';
import { useBaseStyle } from './map/use-base-style';
import { firstView, isStill, useCamera } from './map/use-camera';
import { useSpread } from './map/use-spread';

maplibregl.setWorkerUrl(workerUrl);

const ZOOM_MS = 200;

/** Enter on the map, when the keyboard is on it, picks its middle. */
function usePickByKey(
  frame: RefObject<HTMLElement | null>,
  map: RefObject<MapRef | null>,
  onPick: MapViewProps['onPick'],
): void {
  useEffect(() => {
    const element = frame.current;
    if (!element || !onPick) return;
    const heard = (event: KeyboardEvent) => {
      const center = map.current?.getCenter();
      if (event.key !== 'Enter' || !center || !(event.target instanceof HTMLCanvasElement)) return;
      event.preventDefault();
      onPick({ lat: center.lat, lng: center.lng });
    };
    element.addEventListener('keydown', heard);
    return () => element.removeEventListener('keydown', heard);
  }, [frame, map, onPick]);
}

/** One map for every screen. To be used through `LazyMap`, which keeps its code out of the first load. */
export function MapView(props: MapViewProps) {
  const { markers, line, driven, onPick, height = MAP_HEIGHT_PX, follow, label, ref } = props;
  const scheme = useComputedColorScheme('light');
  const { style, simplified, onError, onSourceData } = useBaseStyle(
    props.ground ?? (follow === undefined ? 'streets' : 'plain'),
    scheme,
  );
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<MapRef>(null);
  const camera = useCamera(map, props);
  const { shifts, settle } = useSpread(map, markers);
  const [start] = useState(() => firstView(props));
  const colors = mapPalettes[scheme];

  const moves = useRef(new Map<string, (to: MarkerMove) => void>());
  const register = useCallback((id: string, move: ((to: MarkerMove) => void) | null) => {
    if (move) moves.current.set(id, move);
    else moves.current.delete(id);
  }, []);
  const { followTo } = camera;
  const follows = follow !== undefined;
  useImperativeHandle(
    ref,
    () => ({
      moveMarker: (id, to) => {
        moves.current.get(id)?.(to);
        if (follows) followTo(to);
      },
    }),
    [follows, followTo],
  );

  const tell = (ready: boolean) => {
    const [element, center, zoom] = [frame.current, map.current?.getCenter(), map.current?.getZoom()];
    if (!element) return;
    element.dataset.mapReady = String(ready);
    if (center && zoom !== undefined) element.dataset.mapView = `${center.lat},${center.lng},${zoom}`;
  };
  const pick = (event: MapMouseEvent) => {
    const pressed = event.originalEvent.target;
    // A tap on a price is that button's, not the map's.
    if (pressed instanceof Element && pressed.closest('button')) return;
    onPick?.({ lat: event.lngLat.lat, lng: event.lngLat.lng });
  };
  usePickByKey(frame, map, onPick);

  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ height: height === 'fill' ? '100%' : height }}
      data-map-ready="false"
      data-picking={onPick !== undefined}
    >
      {style && (
        <MapLibre
          ref={map}
          mapLib={maplibregl}
          initialViewState={start}
          mapStyle={style}
          attributionControl={false}
          locale={{ 'Map.Title': label }}
          cursor={onPick ? 'crosshair' : 'grab'}
          dragRotate={false}
          pitchWithRotate={false}
          touchPitch={false}
          onError={onError}
          onSourceData={onSourceData}
          onClick={pick}
          onMoveStart={(event) => {
            tell(false);
            camera.onMoveStart(event);
          }}
          onLoad={settle}
          onZoomEnd={settle}
          onResize={settle}
          onIdle={() => tell(true)}
        >
          {line && line.length > 1 && <RouteLine id="route" points={line} colors={colors} dashed />}
          {driven && driven.length > 1 && <RouteLine id="driven" points={driven} colors={colors} dashed={false} />}
          {props.dots && <MapDots source={props.dots} scheme={scheme} />}
          <MapMarkers markers={markers} shifts={shifts} register={register} />
          {!simplified && <AttributionControl compact={false} />}
        </MapLibre>
      )}
      {onPick && <span className={styles.crosshair} aria-hidden="true" />}
      <MapControls
        onZoom={(step) => map.current?.zoomTo(map.current.getZoom() + step, { duration: isStill() ? 0 : ZOOM_MS })}
        onRecentre={camera.isAway ? camera.recentre : null}
        simplified={simplified}
      />
    </div>
  );
}

import type { Point } from '@boli/shared/core/fields';
import type { Marker as MapLibreMarker } from 'maplibre-gl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Marker } from 'react-map-gl/maplibre';
import { createGlide, type Glide } from './glide';
import type { MarkerMove } from './marker';

interface MovingMarkerProps {
  id: string;
  at: Point;
  heading: number | null;
  isStill: () => boolean;
  /** Registers the function that moves the marker; null unregisters it. */
  register: (id: string, move: ((to: MarkerMove) => void) | null) => void;
  children: ReactNode;
}

/** Sets the heading on the marker's element, so that a fix can turn the marker without a React render. */
function turn(element: HTMLElement | undefined, heading: number | null | undefined): void {
  if (!element || heading === undefined || heading === null) return;
  element.dataset.heading = String(Math.round(heading));
  element.style.setProperty('--heading', `${heading}deg`);
}

/**
 * A marker that glides between fixes. It is moved by a new `at` or, without a React render, by its registered function.
 */
export function MovingMarker({ id, at, heading, isStill, register, children }: MovingMarkerProps) {
  const marker = useRef<MapLibreMarker>(null);
  const glide = useRef<Glide>(null);
  glide.current ??= createGlide(at, isStill);
  const { lat, lng } = at;

  useEffect(() => {
    const current = glide.current;
    const move = (to: MarkerMove) => {
      current?.moveTo({ lat: to.lat, lng: to.lng }, (shown) => marker.current?.setLngLat([shown.lng, shown.lat]));
      turn(marker.current?.getElement(), to.heading);
    };
    register(id, move);
    return () => {
      register(id, null);
      current?.stop();
    };
  }, [id, register]);

  useEffect(() => {
    glide.current?.moveTo({ lat, lng }, (shown) => marker.current?.setLngLat([shown.lng, shown.lat]));
  }, [lat, lng]);

  useEffect(() => turn(marker.current?.getElement(), heading), [heading]);

  // The shown position, not the target: with the target, the map library would jump ahead of the glide.
  const shown = glide.current.shown();
  return (
    <Marker ref={marker} latitude={shown.lat} longitude={shown.lng} anchor="center" style={{ zIndex: 2 }}>
      {children}
    </Marker>
  );
}

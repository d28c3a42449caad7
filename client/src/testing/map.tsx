import { useImperativeHandle } from 'react';
import type { MapViewProps } from '../ui/map/marker';

/** The last props of the fake map. */
export const shownMap: { props: MapViewProps | null } = { props: null };

/**
 * A fake map, because the real one needs WebGL: records its props and renders its label. Its `middle` is the `center`
 * of its props.
 */
export function LazyMap(props: MapViewProps) {
  shownMap.props = props;
  useImperativeHandle(props.ref, () => ({
    moveMarker: () => undefined,
    middle: () => props.center,
    pins: () => [],
  }));
  return <figure aria-label={props.label} />;
}

/** The shown markers as `kind lat,lng`. */
export function shownMarkers(): string[] {
  return (shownMap.props?.markers ?? []).map(({ kind, lat, lng }) => `${kind} ${lat},${lng}`);
}

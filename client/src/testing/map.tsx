import type { MapViewProps } from '../ui/map/marker';

/** What the stand-in map was last shown. */
export const shownMap: { props: MapViewProps | null } = { props: null };

/** Stands in for the map, which needs a graphics card: keeps what it is shown, says its label. */
export function LazyMap(props: MapViewProps) {
  shownMap.props = props;
  return <figure aria-label={props.label} />;
}

/** Kinds and places of the markers shown, as a person would tell them apart. */
export function shownMarkers(): string[] {
  return (shownMap.props?.markers ?? []).map(({ kind, lat, lng }) => `${kind} ${lat},${lng}`);
}

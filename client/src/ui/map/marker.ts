import type { Point } from '@boli/shared/core/fields';
import type { Ref } from 'react';

type MarkerKind = 'pickup' | 'drop' | 'me' | 'driver' | 'price';

/** One place on a map. `label` is what a screen reader says of it. */
export interface MapMarker extends Point {
  id: string;
  kind: MarkerKind;
  label: string;
  /** Degrees from north, for a driver. */
  heading?: number | null;
  /** A driver whose last fix is old: drawn grey, with `caption` (its age in words) below. */
  stale?: boolean;
  caption?: string;
  /** Rupees, for a price bubble. */
  price?: number;
  focused?: boolean;
  onPress?: () => void;
}

export interface MarkerMove extends Point {
  heading?: number | null;
}

/** Motion that bypasses React: a live position moves its marker, and the camera that follows it, frame by frame. */
export interface MapHandle {
  moveMarker: (id: string, to: MarkerMove) => void;
}

/**
 * What is drawn where no map service can be reached: `streets` has invented ones, so that a place can be told from
 * another; `plain` has none, for maps that somebody drives by.
 */
export type Ground = 'streets' | 'plain';

/** A place drawn on the map's own canvas: what there may be thousands of. Shapes tell apart what colours alone would not. */
export interface MapDot extends Point {
  id: string;
  shape: 'disc' | 'square' | 'ring' | 'bubble';
  /** In a bubble. */
  text?: string;
  /** A bubble of nothing yet: white. */
  pale?: boolean;
}

/** Dots that move past React: the map asks for them again, at most once a second, after it was told to. */
export interface DotSource {
  read: () => readonly MapDot[];
  /** Calls `heard` after each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
  onPress: (id: string) => void;
}

export interface MapViewProps {
  center: Point;
  zoom: number;
  markers: MapMarker[];
  /** Places beyond what markers can be; `read` is only asked for, never watched: the same object while mounted. */
  dots?: DotSource;
  /** A dashed line through these points. */
  line?: readonly Point[];
  /** The part already driven: an unbroken line. */
  driven?: readonly Point[];
  /** Called with the point of a tap, or with the centre on Enter while the map has the keyboard. */
  onPick?: (point: Point) => void;
  /** Pixels, or `fill` for the height of what holds it. 400 by default. */
  height?: number | 'fill';
  /** Shows all of the markers (prices aside) and the line, never nearer than `zoom`. */
  fit?: boolean;
  /** The camera stays on this point until the user moves the map; null while it is not known. */
  follow?: Point | null;
  /** By default `plain` where the camera follows somebody. */
  ground?: Ground;
  label: string;
  ref?: Ref<MapHandle>;
}

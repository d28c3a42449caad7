import type { Point } from '@boli/shared/core/fields';
import type { Ref } from 'react';

type MarkerKind = 'pickup' | 'drop' | 'me' | 'driver' | 'price';

/** One marker of a map. `label` is its text for screen readers. */
export interface MapMarker extends Point {
  id: string;
  kind: MarkerKind;
  label: string;
  /** Degrees from north, for a driver. */
  heading?: number | null;
  /**
   * Whether the driver's last fix is old: the car is then grey. `caption` is the age of that fix, shown below the car
   * if the screen says it nowhere else.
   */
  stale?: boolean;
  caption?: string;
  /** Rupees, for a price bubble. */
  price?: number;
  /** The text of a bubble that shows no price. */
  text?: string;
  focused?: boolean;
  onPress?: () => void;
  /** Called when a pointer or the keyboard focus reaches the marker. */
  onAim?: () => void;
}

export interface MarkerMove extends Point {
  heading?: number | null;
}

/** What a screen does with its map without a React render. */
export interface MapHandle {
  /** Moves a marker, and the camera if that follows a point, smoothly to a new position. */
  moveMarker: (id: string, to: MarkerMove) => void;
  /** The point in the middle of the free part of the map, under the pin of `aim`; null before the map is loaded. */
  middle: () => Point | null;
  /** The boxes of all markers of the map, as they are on the screen. */
  pins: () => DOMRect[];
}

/**
 * A place that is drawn on the map's canvas, because there may be thousands of places. Kinds differ by shape, not only
 * by colour.
 */
export interface MapDot extends Point {
  id: string;
  shape: 'disc' | 'square' | 'ring' | 'bubble';
  /** The text of a bubble. */
  text?: string;
  /** Whether it is a bubble without quotes, drawn white. */
  pale?: boolean;
}

/** Dots that move without a React render: after a change the map reads them again, at most once per second. */
export interface DotSource {
  read: () => readonly MapDot[];
  /** Calls `listener` after each change. Returns a dispose function. */
  subscribe: (listener: () => void) => () => void;
  onPress: (id: string) => void;
}

/** A trip that the camera keeps in sight: the car, null while it is not known, and the place that it goes to. */
export interface TripFrame {
  car: Point | null;
  next: Point;
}

/** The pixels that elements over a map cover from each side. */
export interface Obstacles {
  top: number;
  right: number;
  bottom: number;
  left: number;
  /** The height of what lies on the map above its covered lower edge, in the left corner. */
  corner?: number;
}

export interface MapViewProps {
  center: Point;
  zoom: number;
  markers: MapMarker[];
  /**
   * Dots for positions that are too many for markers. Pass the same object while mounted: the map notices changes by
   * `subscribe`, not by comparing.
   */
  dots?: DotSource;
  /** A dashed line through these points. */
  line?: readonly Point[];
  /** The driven part of `line`: solid and muted. */
  behind?: readonly Point[];
  /** Other ways, drawn faintly below `line`. */
  faint?: readonly (readonly Point[])[];
  /** The driven way: a solid line. */
  driven?: readonly Point[];
  /** Called with the point of a tap. If Enter is pressed while the map has the focus, called with `middle`. */
  onPick?: (point: Point) => void;
  /** A pin that stays in the middle of the free part of the map, while the map is moved below it. */
  aim?: 'pickup' | 'drop';
  /** The covered edges of the map: camera and prices stay clear of them, and no zoom buttons are shown. */
  obstacles?: Obstacles;
  /** Pixels, or `fill` for the height of its container. 400 by default. */
  height?: number | 'fill';
  /** Shows the lines, and all markers except prices and the device's position, at most at zoom `nearest`. */
  fit?: boolean;
  /** The maximum zoom of `fit`, if it is not `zoom`. */
  nearest?: number;
  /** The points that `fit` shows instead of markers and lines. */
  frame?: readonly Point[];
  /** The camera stays on this point until the user moves the map; null while it is not known. */
  follow?: Point | null;
  /** The camera keeps this trip in the free part of the map until the user moves the map. */
  trip?: TripFrame;
  /**
   * Reads the device's position, or null if that fails; a button moves the camera to it. Absent if positions cannot be
   * read.
   */
  onLocate?: () => Promise<Point | null>;
  label: string;
  /** Names what is shown: the camera frames another subject anew, also after the user has moved the map. */
  subject?: string;
  ref?: Ref<MapHandle>;
}

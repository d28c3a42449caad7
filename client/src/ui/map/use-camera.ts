import type { Point } from '@boli/shared/core/fields';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ViewStateChangeEvent } from 'react-map-gl/maplibre';
import { type Box, type FramedMap, fit, hasRoom, MOVE_MS, obstaclesKey, paddingFor } from './framing';
import type { MapMarker, MapViewProps } from './marker';
import { tripPadding } from './trip-camera';
import { tripBox } from './use-trip-camera';

/** The duration of each movement that follows a point, in ms: positions come once a second. */
const FOLLOW_MS = 1_000;
const linear = (part: number) => part;

/** Kinds that are not framed: prices are near the pickup or drop anyway, and the user may be far from the ride. */
const NOT_IN_BOX: readonly MapMarker['kind'][] = ['price', 'me'];

/**
 * The box that has to be visible: the lines and the markers of a ride. A car on its driven line is inside already, and
 * must not move the camera. Null for fewer than two points.
 */
function boxOf({
  line,
  driven,
  markers,
  frame,
}: Pick<MapViewProps, 'line' | 'driven' | 'markers' | 'frame'>): Box | null {
  const places = markers.filter(({ kind }) => !NOT_IN_BOX.includes(kind) && !(driven && kind === 'driver'));
  const points = frame ?? [...(line ?? []), ...(driven ?? []), ...places];
  if (points.length < 2) return null;
  const [lats, lngs] = [points.map((point) => point.lat), points.map((point) => point.lng)];
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ];
}

/**
 * The box that the camera frames; null if it centres on a point. Between obstacles a point is a box of no size,
 * because the middle of the free part is not the middle of the map.
 */
function framedBox(props: MapViewProps): Box | null {
  if (props.fit) return boxOf(props);
  const { lat, lng } = props.center;
  const isCovered = props.obstacles !== undefined && props.follow === undefined;
  return isCovered
    ? [
        [lng, lat],
        [lng, lat],
      ]
    : null;
}

const nearestOf = ({ zoom, nearest = zoom }: MapViewProps) => nearest;

/** The camera's first view. */
export function firstView(props: MapViewProps) {
  if (props.trip) {
    const size = { width: window.innerWidth, height: window.innerHeight };
    const padding = tripPadding(size, props.obstacles);
    if (hasRoom(padding, size.height))
      return { bounds: tripBox(props.trip), fitBoundsOptions: { padding, maxZoom: props.zoom } };
  }
  const bounds = framedBox(props);
  const padding = paddingFor(props.obstacles, window.innerHeight);
  if (bounds && hasRoom(padding, window.innerHeight))
    return { bounds, fitBoundsOptions: { padding, maxZoom: nearestOf(props) } };
  const at = props.follow ?? props.center;
  return { latitude: at.lat, longitude: at.lng, zoom: props.zoom };
}

/** What the camera uses of a map. */
export interface CameraMap extends FramedMap {
  easeTo: (view: {
    center: [lng: number, lat: number];
    zoom?: number;
    duration: number;
    easing?: (part: number) => number;
  }) => unknown;
}

interface Camera {
  /** Call when the map is loaded. */
  open: () => void;
  /** Call when the user has moved the map by a button: a new size of the map then moves nothing. */
  release: () => void;
  /** Whether the user has moved a map that follows a point: a button then returns to the point. */
  isAway: boolean;
  recentre: () => void;
  /** Frames the view again between the obstacles after the size of the map has changed. */
  refit: () => void;
  /** Moves the camera with the followed point, without a React render. */
  followTo: (at: Point) => void;
  onMoveStart: (event: ViewStateChangeEvent) => void;
}

/** Follows a point with the camera, until the user moves the map. */
function useFollow(map: RefObject<CameraMap | null>, follow: MapViewProps['follow']) {
  const [isAway, setAway] = useState(false);
  const away = useRef(false);
  const target = useRef<Point | null>(null);
  const markAway = (now: boolean) => {
    away.current = now;
    setAway(now);
  };

  const followTo = useCallback(
    (at: Point) => {
      target.current = at;
      if (away.current) return;
      map.current?.easeTo({ center: [at.lng, at.lat], duration: FOLLOW_MS, easing: linear });
    },
    [map],
  );

  const [followLat, followLng] = [follow?.lat, follow?.lng];
  useEffect(() => {
    if (followLat !== undefined && followLng !== undefined) followTo({ lat: followLat, lng: followLng });
  }, [followLat, followLng, followTo]);

  return {
    isAway,
    followTo,
    backToSubject: () => markAway(false),
    recentre: () => {
      markAway(false);
      const at = target.current;
      if (at) map.current?.easeTo({ center: [at.lng, at.lat], duration: MOVE_MS });
    },
    onMoveStart: (event: ViewStateChangeEvent) => {
      if (follow !== undefined && event.originalEvent) markAway(true);
    },
  };
}

/**
 * Moves the camera when the props change what is to be visible, also after the user has moved the map. A new size of the
 * map, or a new position of the followed point, moves the camera only until the user moves the map.
 */
export function useCamera(map: RefObject<CameraMap | null>, props: MapViewProps): Camera {
  const { center, follow, zoom, obstacles } = props;
  const { backToSubject, ...following } = useFollow(map, follow);

  // The initial view already uses these props: only their changes move the camera.
  const box = framedBox(props);
  const subject = useRef(props.subject);
  const wanted = `${box ? String(box) : `${center.lat},${center.lng}`} ${obstaclesKey(obstacles)}`;
  const shown = useRef(wanted);
  const moved = useRef(false);
  const frame = (held: CameraMap, framed: Box) => {
    moved.current = false;
    fit(held, framed, { obstacles, zoom: nearestOf(props) });
  };
  const apply = () => {
    // The map becomes available a moment after its initial view was computed. A change of the props in that moment is
    // applied by the next render that has the map, or by `open` when the map is loaded.
    if (!map.current) return;
    const isOther = subject.current !== props.subject;
    subject.current = props.subject;
    // `useTripCamera` moves the camera of a trip.
    if (props.trip) {
      shown.current = wanted;
      return;
    }
    if (isOther) backToSubject();
    else if (shown.current === wanted || follow !== undefined) return;
    shown.current = wanted;
    if (box) frame(map.current, box);
    else {
      const { lat, lng } = follow ?? center;
      map.current.easeTo({ center: [lng, lat], ...(isOther && { zoom }), duration: MOVE_MS });
    }
  };
  useEffect(apply);

  return {
    ...following,
    open: apply,
    release: () => {
      moved.current = true;
    },
    onMoveStart: (event) => {
      if (event.originalEvent) moved.current = true;
      following.onMoveStart(event);
    },
    refit: () => {
      if (box && map.current && !moved.current) frame(map.current, box);
    },
  };
}

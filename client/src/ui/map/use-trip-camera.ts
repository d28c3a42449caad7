import type { Point } from '@boli/shared/core/fields';
import { type RefObject, useEffect, useState } from 'react';
import type { LngLatLike, ViewStateChangeEvent } from 'react-map-gl/maplibre';
import { prefersReducedMotion } from '../../core/motion';
import { type Box, obstaclesKey } from './framing';
import type { MapViewProps, Obstacles, TripFrame } from './marker';
import { freeArea, isOutOfFrame, restMs, TRIP_MAX_ZOOM, TRIP_MOVE_MS, tripPadding } from './trip-camera';

/** The bounding box of a car and its destination; a single point while no car is known. */
export function tripBox({ car, next }: TripFrame): Box {
  const from: Point = car ?? next;
  return [
    [Math.min(from.lng, next.lng), Math.min(from.lat, next.lat)],
    [Math.max(from.lng, next.lng), Math.max(from.lat, next.lat)],
  ];
}

type Props = Pick<MapViewProps, 'trip' | 'obstacles' | 'zoom' | 'subject'>;

/** A key of the destination of the trip and of what covers the map. */
const placeOf = ({ trip, obstacles }: Props) => [trip?.next.lat, trip?.next.lng, obstaclesKey(obstacles)].join();
const carOf = ({ trip }: Props) => [trip?.car?.lat, trip?.car?.lng].join();

/** What the camera uses of a map. */
export interface TripMap {
  getContainer: () => { clientWidth: number; clientHeight: number };
  getZoom: () => number;
  project: (place: [lng: number, lat: number]) => { x: number; y: number };
  cameraForBounds: (
    box: Box,
    options: { padding: Obstacles; maxZoom: number },
  ) => { center?: LngLatLike | undefined; zoom?: number | undefined } | undefined;
  easeTo: (view: { center: LngLatLike; zoom: number; duration: number }) => unknown;
}

const sizeOf = (map: TripMap) => {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  return { width, height };
};

/** The view that frames the trip, no nearer than `maxZoom`; null if there is no room for it. */
function wantedView(map: TripMap, { trip, obstacles }: Props, maxZoom: number) {
  if (!trip) return null;
  const view = map.cameraForBounds(tripBox(trip), { padding: tripPadding(sizeOf(map), obstacles), maxZoom });
  return view?.center && view.zoom !== undefined ? { center: view.center, zoom: view.zoom } : null;
}

function isOut(map: TripMap, { trip, obstacles }: Props, wantedZoom: number): boolean {
  const car = trip?.car ? map.project([trip.car.lng, trip.car.lat]) : null;
  return isOutOfFrame({ car, free: freeArea(sizeOf(map), obstacles), zoom: map.getZoom(), wantedZoom });
}

/** Moves the camera of one map by the props of the last `update`. */
function createTripCamera(map: RefObject<TripMap | null>, onAway: (isAway: boolean) => void) {
  let latest: Props = { zoom: 0 };
  let away = false;
  let movedAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The maximum zoom: a single point is not framed closer than when the map opened. */
  const nearest = () => (latest.trip?.car ? TRIP_MAX_ZOOM : latest.zoom);
  const moveTo = (maxZoom: number) => {
    const view = map.current && wantedView(map.current, latest, maxZoom);
    if (!view) return;
    movedAt = Date.now();
    map.current?.easeTo({ ...view, duration: prefersReducedMotion() ? 0 : TRIP_MOVE_MS });
    lookLater();
  };
  const check = () => {
    const view = map.current && !away && wantedView(map.current, latest, nearest());
    if (view && map.current && isOut(map.current, latest, view.zoom)) moveTo(nearest());
  };
  const lookLater = () => {
    clearTimeout(timer);
    timer = setTimeout(check, restMs(movedAt, Date.now()));
  };
  const setAway = (now: boolean) => {
    away = now;
    onAway(now);
  };
  return {
    setAway,
    stop: () => clearTimeout(timer),
    recentre: () => {
      setAway(false);
      moveTo(nearest());
    },
    /** Frames the trip at no higher zoom than that at which the map opens. */
    open: () => {
      if (latest.trip && !away) moveTo(latest.zoom);
    },
    /** Frames the trip again; once a car is known, possibly closer than when the map opened. */
    reframe: () => {
      if (latest.trip && !away) moveTo(nearest());
    },
    update: (props: Props) => {
      const before = latest;
      latest = props;
      if (!props.trip) {
        clearTimeout(timer);
        return;
      }
      const isOther = before.subject !== props.subject || !before.trip;
      if (isOther) setAway(false);
      if (away) return;
      if (isOther) moveTo(props.zoom);
      else if (placeOf(before) !== placeOf(props)) moveTo(nearest());
      else if (carOf(before) !== carOf(props)) lookLater();
    },
  };
}

export interface TripCamera {
  /** Whether the user has moved the map: the camera then rests until `recentre`, or until the map has another subject. */
  isAway: boolean;
  recentre: () => void;
  /** Call when the map is loaded. */
  open: () => void;
  /** Call when the size of the map has changed. */
  refit: () => void;
  /** Call when the user has moved the map by a button. */
  release: () => void;
  onMoveStart: (event: ViewStateChangeEvent) => void;
}

/**
 * Keeps a car and its destination (`trip`) in the free part of the map, until the user moves the map. The camera opens
 * at the zoom of the props and then zooms in; it moves at most every three seconds, and immediately when the
 * destination or the obstacles change.
 */
export function useTripCamera(map: RefObject<TripMap | null>, props: Props): TripCamera {
  const [isAway, setAway] = useState(false);
  const [camera] = useState(() => createTripCamera(map, setAway));
  useEffect(() => camera.update(props));
  useEffect(() => camera.stop, [camera]);
  const isFraming = props.trip !== undefined;
  return {
    isAway: isAway && isFraming,
    recentre: camera.recentre,
    open: camera.open,
    refit: camera.reframe,
    release: () => {
      if (isFraming) camera.setAway(true);
    },
    onMoveStart: (event) => {
      if (isFraming && event.originalEvent) camera.setAway(true);
    },
  };
}

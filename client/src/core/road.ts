import type { Eta } from '@boli/shared/arrival/arrival.schema';
import type { Point } from '@boli/shared/core/fields';
import type { Road, RoadSource, Route } from '@boli/shared/geo/geo.schema';
import { decodePolyline } from '@boli/shared/geo/polyline';
import { shownKm } from '@boli/shared/geo/shown-km';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';
import { t } from './t';

/** "7.3 km · 18 min" by road; for an estimate "about 7 km · about 20 min". */
export function roadText({
  distance_km,
  duration_s,
  source,
}: Pick<Route, 'distance_km' | 'duration_s' | 'source'>): string {
  if (isShort({ distance_km, source })) return t('rides.by_short_estimate', { min: shownMinutes(duration_s, source) });
  return wayText({ km: kmFigure({ distance_km, source }), seconds: duration_s, source });
}

/** Kilometres with one decimal: "7.3". */
export const shownDecimalKm = (km: number): string => km.toFixed(1);

/** An estimate below this (km) is surely less than 1 km; from here on estimates are shown as whole kilometres. */
const SHORT_KM = 0.75;

const isShort = ({ distance_km, source }: Pick<Route, 'distance_km' | 'source'>) =>
  source === 'estimate' && distance_km < SHORT_KM;

/** "7.3 km" by road; for an estimate "about 7 km", or "less than 1 km". */
export function kmText(way: Pick<Route, 'distance_km' | 'source'>): string {
  if (isShort(way)) return t('rides.short_distance');
  return t(way.source === 'roads' ? 'rides.distance' : 'rides.about_distance', { km: kmFigure(way) });
}

/** "8 km · 18 min" for what remains of a drive; for an estimate "about 8 km · about 20 min". */
export function remainingText(eta: Pick<Eta, 'distance_m' | 'seconds' | 'source'>): string {
  return wayText({ km: remainingKm(eta), seconds: eta.seconds, source: eta.source });
}

/** A remaining way of at least this distance (km) is shown in whole kilometres. */
const WHOLE_FROM_KM = 2;

/**
 * The remaining kilometres as they are shown. They are pushed only when the minutes change, so they are rounded to
 * whole kilometres if they are an estimate or at least 2 km.
 */
export function remainingKm({ distance_m, source }: Pick<Eta, 'distance_m' | 'source'>): string {
  const km = shownDecimalKm(distance_m / 1_000);
  return source === 'roads' && Number(km) < WHOLE_FROM_KM ? km : wholeKm(distance_m / 1_000);
}

const kmFigure = (way: Pick<Route, 'distance_km' | 'source'>) =>
  way.source === 'roads' ? shownDecimalKm(shownKm(way)) : String(shownKm(way));

const wholeKm = (km: number) => String(Math.max(1, Math.round(km)));

function wayText({ km, seconds, source }: { km: string; seconds: number; source: RoadSource }): string {
  return t(source === 'roads' ? 'rides.by_road' : 'rides.by_estimate', { km, min: shownMinutes(seconds, source) });
}

/** The distance and duration of a ride; the straight-line distance for an old ride that was stored without them. */
export function rideText({ road, distance_km }: { road: Road | null; distance_km: number }): string {
  if (!road) return t('rides.distance', { km: shownDecimalKm(distance_km) });
  return roadText({ ...road, duration_s: road.duration_min * 60 });
}

/** "4 min away"; for an estimate "about 4 min away". */
export function awayText(minutes: number, source: RoadSource): string {
  const min = shownMinutes(minutes * 60, source);
  return t(source === 'roads' ? 'quotes.minutes_away' : 'quotes.about_minutes_away', { min });
}

/** "4 min to pickup"; for an estimate "about 4 min to pickup". */
export function toPickupText(minutes: number, source: RoadSource): string {
  const min = shownMinutes(minutes * 60, source);
  return t(source === 'roads' ? 'rides.minutes_to_pickup' : 'rides.about_minutes_to_pickup', { min });
}

/** The points of a ride's way on a map: along the road if its shape is known, else straight. */
export function wayPoints(shape: string | null | undefined, pickup: Point, drop: Point): Point[] {
  const line = shape ? decodePolyline(shape) : [];
  return line.length > 1 ? line : [pickup, drop];
}

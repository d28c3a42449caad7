import type { Replay, ReplayPoint } from '@boli/shared/bookings/replay.schema';
import type { Point } from '@boli/shared/core/fields';
import { decodePolyline } from '@boli/shared/geo/polyline';

const SECONDS = 60;

/** The car's position this many seconds after the start; null if nothing was recorded. */
export function placeAt(points: readonly ReplayPoint[], second: number): Point | null {
  const after = points.findIndex(({ at_s }) => at_s >= second);
  const [from, to] = [points[after - 1], points[after]];
  if (!from || !to) return from ?? to ?? points.at(-1) ?? null;
  const part = (second - from.at_s) / (to.at_s - from.at_s || 1);
  return { lat: from.lat + (to.lat - from.lat) * part, lng: from.lng + (to.lng - from.lng) * part };
}

/** The line of the driven route: along the roads if they are known, else from position to position. */
export function drivenLine({ lines, points }: Replay): Point[] {
  return lines.length > 0 ? lines.flatMap(decodePolyline) : points.map(({ lat, lng }) => ({ lat, lng }));
}

/** Formats seconds as '4:05', and from one hour on as '1:04:05'. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / SECONDS ** 2), Math.floor(whole / SECONDS) % SECONDS];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % SECONDS)}` : `${minutes}:${two(whole % SECONDS)}`;
}

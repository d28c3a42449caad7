import type { Point } from '../core/fields';

const PRECISION = 1e6;
/** One character carries five bits of a number: one of 32 values. */
const CHUNK = 32;
const MORE = 0x20;
const FIRST_CHARACTER = 63;

/**
 * Decodes a polyline with six decimals (https://developers.google.com/maps/documentation/utilities/polylinealgorithm).
 * Invalid text gives wrong points or none, but never an error.
 */
export function decodePolyline(text: string): Point[] {
  const points: Point[] = [];
  let lat = 0;
  let lng = 0;
  let isLat = true;
  let value = 0;
  let factor = 1;
  // One plain loop for speed: decoding a long line blocks the server.
  for (let at = 0; at < text.length; at++) {
    const chunk = text.charCodeAt(at) - FIRST_CHARACTER;
    value += (chunk % MORE) * factor;
    factor *= CHUNK;
    if (chunk >= MORE) continue;
    const step = value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    value = 0;
    factor = 1;
    if (isLat) lat += step;
    else lng += step;
    if (!isLat) points.push({ lat: lat / PRECISION, lng: lng / PRECISION });
    isLat = !isLat;
  }
  return points;
}

/** Encodes points as a polyline with six decimals, the inverse of `decodePolyline`. */
export function encodePolyline(points: readonly Point[]): string {
  let text = '';
  let [lat, lng] = [0, 0];
  const add = (step: number) => {
    let value = step < 0 ? -step * 2 - 1 : step * 2;
    while (value >= MORE) {
      text += String.fromCharCode((value % MORE) + MORE + FIRST_CHARACTER);
      value = Math.floor(value / MORE);
    }
    text += String.fromCharCode(value + FIRST_CHARACTER);
  };
  for (const point of points) {
    const [nextLat, nextLng] = [Math.round(point.lat * PRECISION), Math.round(point.lng * PRECISION)];
    add(nextLat - lat);
    add(nextLng - lng);
    [lat, lng] = [nextLat, nextLng];
  }
  return text;
}

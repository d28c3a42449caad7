/** A place on the earth, in degrees (WGS 84). */
export interface Point {
  lat: number;
  lng: number;
}

/** West, south, east, north, in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

const EARTH_RADIUS_KM = 6_371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance along the great circle, in kilometres. */
export function kilometres(from: Point, to: Point): number {
  const dLat = radians(to.lat - from.lat) / 2;
  const dLng = radians(to.lng - from.lng) / 2;
  const h = Math.sin(dLat) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(dLng) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Whether a point is within a box, its edges included. */
export function isInside({ lat, lng }: Point, [west, south, east, north]: Box): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

export function centreOf([west, south, east, north]: Box): Point {
  return { lat: (south + north) / 2, lng: (west + east) / 2 };
}

const MERCATOR_LIMIT = 85.0511287798066;

/** Web Mercator: the square from 0 to 1 that tile 0/0/0 covers, y growing to the south. */
export function project({ lat, lng }: Point): [x: number, y: number] {
  const sine = Math.sin(radians(Math.max(-MERCATOR_LIMIT, Math.min(MERCATOR_LIMIT, lat))));
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

import { samePoint } from '@boli/shared/core/distance';
import { readGpx } from './gpx';
import { BadTrack, type RawPoint, timeOf } from './track-point';

/** A point of a recorded trip that a simulated driver follows. */
export interface TrackPoint {
  lat: number;
  lng: number;
  /** Seconds since the first point, never decreasing. */
  at: number;
}

/** The speed of a track without times: town traffic, in metres per second. */
const PACE_MPS = 8;
/** The maximum stop in seconds. A longer one means that the recorder was off or a time is wrong; it is shortened. */
const LONGEST_STAND = 600;
const EARTH_RADIUS_M = 6_371_008.8;

/**
 * Reads a recorded track: GPX 1.0 or 1.1 (tracks, else routes, with any namespace prefix) or GeoJSON (LineString,
 * MultiLineString, points; alone, in features or collections; with the times of `timesOf` if given). Points without a
 * time get one from the speed of town traffic. Throws `BadTrack` with a sentence that names the error.
 */
export function parseTrack(text: string, name = 'The track'): TrackPoint[] {
  const content = text.replace(/^\uFEFF/, '').trim();
  if (content === '') throw new BadTrack(`${name} is empty.`);
  const points = content.startsWith('<') ? readGpx(content, name) : readGeoJson(content, name);
  for (const [index, point] of points.entries()) checkPoint(point, index, name);
  if (points.length < 2)
    throw new BadTrack(
      `${name} has ${points.length === 1 ? 'only one point' : 'no points'}: a track needs at least two.`,
    );
  if (isStanding(points)) throw new BadTrack(`${name} does not move: all its points are one place.`);
  return paced(points);
}

function isStanding([first, ...others]: readonly RawPoint[]): boolean {
  return !first || others.every((point) => samePoint(first, point));
}

function checkPoint({ lat, lng }: RawPoint, index: number, name: string): void {
  const fits = Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  if (!fits)
    throw new BadTrack(`Point ${index + 1} of ${name} is no place on earth (latitude ${lat}, longitude ${lng}).`);
}

/** Sets the seconds of every point by adding up the seconds between successive points. */
function paced(points: readonly RawPoint[]): TrackPoint[] {
  let at = 0;
  let before: RawPoint | null = null;
  return points.map((point) => {
    if (before) at += secondsBetween(before, point);
    before = point;
    return { lat: point.lat, lng: point.lng, at };
  });
}

/**
 * The seconds between two points: the recorded ones, with long stops shortened, if the time increases; else those at
 * the speed of town traffic.
 */
function secondsBetween(from: RawPoint, to: RawPoint): number {
  const atPace = metresBetween(from, to) / PACE_MPS;
  if (from.time === null || to.time === null || to.time <= from.time) return atPace;
  return Math.min((to.time - from.time) / 1000, atPace + LONGEST_STAND);
}

function metresBetween(from: RawPoint, to: RawPoint): number {
  const radians = Math.PI / 180;
  const x = wrapped(to.lng - from.lng) * radians * Math.cos(((from.lat + to.lat) / 2) * radians);
  const y = (to.lat - from.lat) * radians;
  return Math.hypot(x, y) * EARTH_RADIUS_M;
}

/** A longitude, or a difference of longitudes, as -180 to 180 degrees: the short way, also across the antimeridian. */
function wrapped(degrees: number): number {
  return Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.sign(degrees);
}

/** A way without times, driven at the speed of town traffic. */
export function trackOf(points: readonly { lat: number; lng: number }[]): TrackPoint[] {
  return paced(points.map(({ lat, lng }) => ({ lat, lng, time: null })));
}

/**
 * The driver's position `seconds` after the start. Between two points of the track it is on the straight line. Before
 * the track it is the first point, and after the track the last point.
 */
export function positionAt(track: readonly TrackPoint[], seconds: number): { lat: number; lng: number } {
  const next = track.findIndex((point) => point.at > seconds);
  const to = track[next === -1 ? track.length - 1 : next];
  const from = track[next === -1 ? track.length - 1 : Math.max(0, next - 1)];
  if (!from || !to) throw new BadTrack('An empty track has no position.');
  const share = to.at > from.at ? Math.max(0, (seconds - from.at) / (to.at - from.at)) : 0;
  const lng = wrapped(from.lng + wrapped(to.lng - from.lng) * share);
  return { lat: from.lat + (to.lat - from.lat) * share, lng };
}

function readGeoJson(content: string, name: string): RawPoint[] {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new BadTrack(`${name} is neither GPX nor valid JSON.`);
  }
  return geometryPoints(value, null, name);
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function geometryPoints(value: unknown, times: unknown, name: string): RawPoint[] {
  if (!isFields(value)) throw new BadTrack(`${name} is JSON but not GeoJSON.`);
  const { type, coordinates } = value;
  switch (type) {
    case 'FeatureCollection':
      return list(value.features).flatMap((feature) => geometryPoints(feature, null, name));
    case 'GeometryCollection':
      return list(value.geometries).flatMap((geometry) => geometryPoints(geometry, null, name));
    case 'Feature':
      return value.geometry === null ? [] : geometryPoints(value.geometry, timesOf(value.properties), name);
    case 'Point':
      return [coordinate(coordinates, Array.isArray(times) ? times[0] : times, name)];
    case 'MultiPoint':
    case 'LineString':
      return list(coordinates).map((point, index) => coordinate(point, list(times)[index], name));
    case 'MultiLineString':
      return list(coordinates).flatMap((line, index) =>
        geometryPoints({ type: 'LineString', coordinates: line }, nestedTimes(times, index), name),
      );
    default:
      throw new BadTrack(`${name} has a GeoJSON type without a path: ${String(type)}.`);
  }
}

/**
 * Recorders store the times beside the geometry, as `coordTimes`, `times` or `coordinateProperties.times`, or as `time`
 * for a single point.
 */
function timesOf(properties: unknown): unknown {
  if (!isFields(properties)) return null;
  const nested = isFields(properties.coordinateProperties) ? properties.coordinateProperties.times : null;
  return properties.coordTimes ?? properties.times ?? nested ?? properties.time ?? null;
}

function nestedTimes(times: unknown, index: number): unknown {
  return list(times)[index] ?? null;
}

function coordinate(value: unknown, time: unknown, name: string): RawPoint {
  const [lng, lat] = list(value);
  if (typeof lat !== 'number' || typeof lng !== 'number') {
    throw new BadTrack(`${name} has a coordinate that is not [longitude, latitude].`);
  }
  return { lat, lng, time: timeOf(time) };
}

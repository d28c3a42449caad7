import { BoundedMap } from '@boli/shared/core/bounded-map';
import { distanceKm, EARTH_RADIUS_KM, radians } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Near } from '@boli/shared/rides/rides.schema';
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';

/** A point as a unit vector from the centre of the earth. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Coarse to fine: the edges of a cell are about 180, 26 and 4 km long, so that no circle touches more than a few dozen.
 */
const RESOLUTIONS = [2, 4, 6] as const;
const FINE_UP_TO_KM = 12;
const MIDDLE_UP_TO_KM = 90;
/** The rounding error of the cells' corners. */
const TOLERANCE_KM = 0.01;
const MAX_EXTENTS = 10_000;

/** Converts a point to its unit vector. */
export function spotOf({ lat, lng }: Point): Spot {
  const [north, east] = [radians(lat), radians(lng)];
  return { x: Math.cos(north) * Math.cos(east), y: Math.cos(north) * Math.sin(east), z: Math.sin(north) };
}

/**
 * Returns a function that checks whether a point lies in the circle, as measured by `distanceKm`. It compares straight
 * lines through the earth, which needs no sine for each point.
 */
export function insideOf(near: Near): (spot: Spot) => boolean {
  const { x, y, z } = spotOf(near);
  const longest = (2 * Math.sin(near.radius_km / EARTH_RADIUS_KM / 2)) ** 2;
  return (spot) => (spot.x - x) ** 2 + (spot.y - y) ** 2 + (spot.z - z) ** 2 <= longest;
}

/** The cells of a place: one of each size. A socket that watches a circle is in the rooms of cells of one size only. */
export function cellsOf({ lat, lng }: Point): string[] {
  return RESOLUTIONS.map((resolution) => latLngToCell(lat, lng, resolution));
}

/** Every cell that the circle touches, of the size that suits its radius; a few at its edge may lie just outside. */
export function cellsTouching(near: Near): string[] {
  const resolution = near.radius_km <= FINE_UP_TO_KM ? 6 : near.radius_km <= MIDDLE_UP_TO_KM ? 4 : 2;
  const touched = new Set([latLngToCell(near.lat, near.lng, resolution)]);
  // The cells that a circle touches are connected, so walking from neighbour to neighbour finds all of them.
  for (const cell of touched) {
    for (const neighbour of extentOf(cell).neighbours)
      if (!touched.has(neighbour) && touches(near, neighbour)) touched.add(neighbour);
  }
  return [...touched];
}

function touches(near: Near, cell: string): boolean {
  const { center, reachKm } = extentOf(cell);
  return distanceKm(near, center) <= near.radius_km + reachKm + TOLERANCE_KM;
}

/** The centre of a cell, the distance from there to its farthest corner, and the cells around it. */
interface Extent {
  center: Point;
  reachKm: number;
  neighbours: readonly string[];
}

/** Computed once for each cell: the drivers of a town watch the same cells. */
const extents = new BoundedMap<string, Extent>(MAX_EXTENTS);

function extentOf(cell: string): Extent {
  const known = extents.get(cell);
  if (known) return known;
  const center = pointOf(cellToLatLng(cell));
  const reachKm = Math.max(...cellToBoundary(cell).map((corner) => distanceKm(center, pointOf(corner))));
  const extent = { center, reachKm, neighbours: gridDisk(cell, 1) };
  extents.set(cell, extent);
  return extent;
}

function pointOf([lat, lng]: readonly number[]): Point {
  return { lat: lat ?? 0, lng: lng ?? 0 };
}

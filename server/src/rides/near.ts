import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Near } from '@boli/shared/rides/rides.schema';
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import type { RideRow } from './rides.policy';

/** Degrees that hold the circle; without west and east where a meridian cannot bound it. */
export interface Square {
  south: number;
  north: number;
  west: number | null;
  east: number | null;
}

/** Coarse to fine: an edge of a cell is some 180, 26 and 4 km long, so that no circle touches more than a few dozen. */
const RESOLUTIONS = [2, 4, 6] as const;
const FINE_UP_TO_KM = 12;
const MIDDLE_UP_TO_KM = 90;
/** A degree of latitude on the sphere that `distanceKm` measures on, rounded down so that nothing falls out. */
const KM_PER_DEGREE = 111.19;
/** Rounding of the cells' corners. */
const TOLERANCE_KM = 0.01;

/** Whether a request's pickup is in the circle; everything is where no circle is asked for. */
export function isNear(near: Near | null, ride: Pick<RideRow, 'pickup_lat' | 'pickup_lng'>): boolean {
  return near === null || distanceKm(near, { lat: ride.pickup_lat, lng: ride.pickup_lng }) <= near.radius_km;
}

/** The cells of a place: one of each size. Whoever watches an area sits in cells of one size only. */
export function cellsOf({ lat, lng }: Point): string[] {
  return RESOLUTIONS.map((resolution) => latLngToCell(lat, lng, resolution));
}

/** Every cell that the circle touches, of the size that suits it; a few at its edge may lie just outside. */
export function cellsTouching(near: Near): string[] {
  const resolution = near.radius_km <= FINE_UP_TO_KM ? 6 : near.radius_km <= MIDDLE_UP_TO_KM ? 4 : 2;
  const touched = new Set([latLngToCell(near.lat, near.lng, resolution)]);
  // What a circle touches hangs together, so walking from neighbour to neighbour finds all of it.
  for (const cell of touched) {
    for (const neighbour of gridDisk(cell, 1))
      if (!touched.has(neighbour) && touches(near, neighbour)) touched.add(neighbour);
  }
  return [...touched];
}

function touches(near: Near, cell: string): boolean {
  const center = pointOf(cellToLatLng(cell));
  const reach = Math.max(...cellToBoundary(cell).map((corner) => distanceKm(center, pointOf(corner))));
  return distanceKm(near, center) <= near.radius_km + reach + TOLERANCE_KM;
}

function pointOf([lat, lng]: readonly number[]): Point {
  return { lat: lat ?? 0, lng: lng ?? 0 };
}

/** The square around a circle, for a query; `isNear` decides on its corners. */
export function squareAround({ lat, lng, radius_km }: Near): Square {
  const high = radius_km / KM_PER_DEGREE;
  const [south, north] = [lat - high, lat + high];
  const ratio = Math.sin((high * Math.PI) / 180) / Math.cos((lat * Math.PI) / 180);
  const wide = south <= -90 || north >= 90 ? 360 : (Math.asin(Math.min(1, ratio)) * 180) / Math.PI;
  const [west, east] = [lng - wide, lng + wide];
  return west < -180 || east > 180 ? { south, north, west: null, east: null } : { south, north, west, east };
}

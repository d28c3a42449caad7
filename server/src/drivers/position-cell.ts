import type { Point } from '@boli/shared/core/fields';
import { gridDisk, latLngToCell } from 'h3-js';

/** The H3 resolution of the cells in which the drivers near a customer are counted: about 5 km² each. */
const RESOLUTION = 7;

/** How far the area of `cellsAround` reaches from the centre of its cell, in kilometres, rounded. */
export const AROUND_KM = 3;

/** The H3 cell that contains a point. */
export function cellOf({ lat, lng }: Point): string {
  return latLngToCell(lat, lng, RESOLUTION);
}

/** A cell and its neighbours. */
export function cellsAround(cell: string): string[] {
  return gridDisk(cell, 1);
}

import type { Point } from '@boli/shared/core/fields';
import { coordinatesText } from '../geo/address';
import { namesPoint, withoutHouseNumber } from '../geo/street';
import { currentJurisdiction } from '../jurisdictions/jurisdiction';

/** The fields of the drop that a ride request and its booking share. */
export interface Drop {
  drop_location: string;
  drop_lat: number;
  drop_lng: number;
}

/** The point is rounded to this many steps per degree: one step is some 1.1 km of latitude. */
const STEPS_PER_DEGREE = 100;

/** Whether the law shows drivers only the area of a drop before one of them accepts. */
export function isDropHidden(): boolean {
  return currentJurisdiction().before_acceptance?.drop === 'area';
}

/** Replaces a drop by its area: a rounded point, and the address without its first part and house numbers. */
export function approximateDrop({ drop_location, drop_lat, drop_lng }: Drop): Drop {
  const point = { lat: rounded(drop_lat), lng: rounded(drop_lng) };
  return { drop_location: localityOf(drop_location, point), drop_lat: point.lat, drop_lng: point.lng };
}

const rounded = (degrees: number) => Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE;

/** The first part of an address often names one building; an address of one part is replaced by the rounded point. */
function localityOf(address: string, point: Point): string {
  const [, ...rest] = address.split(/[,;\n|]/);
  const locality = rest.join(',');
  return (
    (locality.trim() === '' || namesPoint(address) ? null : withoutHouseNumber(locality)) ?? coordinatesText(point)
  );
}

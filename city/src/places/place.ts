import type { Point } from '@boli/shared/core/fields';

/** A place that can be searched for: a settlement, a street or a point of interest. */
export interface Place extends Point {
  /** OpenStreetMap's type and id, such as `N123`; stable for the lifetime of the object. */
  id: string;
  /** The name that is shown. */
  name: string;
  /** All other names: in other languages, and short, old and official ones. */
  names: readonly string[];
  /** OpenStreetMap's main tag, such as `amenity` and `hospital`. */
  key: string;
  value: string;
  /** Its importance compared with places that match equally well; an ordinary point of interest has 1. */
  importance: number;
  /** The nearest settlement other than a city or town; absent if none is near. */
  district?: string;
}

/** Part of a named street, to find the road that a point is on. */
export interface Stretch {
  name: string;
  /** Degrees, lat and lng alternating. */
  line: readonly number[];
}

/** A house with a number. */
export interface House extends Point {
  number: string;
  street?: string;
}

/** All places of a city. */
export interface Places {
  city: string;
  places: readonly Place[];
  stretches: readonly Stretch[];
  houses: readonly House[];
}

import { z } from 'zod';
import { numberText, optional, Point, says, TimeInput } from '../core/fields';

const coordinate = (limit: number, key: 'geo.latitude' | 'geo.longitude') =>
  numberText(z.number(says(key)).min(-limit, says(key)).max(limit, says(key)));

/** An empty `?lat=` counts as missing. */
const given = <S extends z.ZodType>(schema: S) => z.preprocess((value) => (value === '' ? undefined : value), schema);

export const PointQuery = z.object({
  lat: given(coordinate(90, 'geo.latitude')),
  lng: given(coordinate(180, 'geo.longitude')),
});

export const Address = z.object({
  address: z.string(),
  display_name: z.string().nullable(),
  source: z.enum(['geocoder', 'cache', 'coordinates']),
});
export type Address = z.infer<typeof Address>;

export const PlaceSearchQuery = z.object({
  q: z.string().max(500).default(''),
  /** The person's position, or the centre of the shown map: near places come first. */
  lat: given(coordinate(90, 'geo.latitude')).optional(),
  lng: given(coordinate(180, 'geo.longitude')).optional(),
  limit: z.coerce.number().int().min(1).max(20).default(8),
  lang: z.string().max(10).optional(),
});

/** The kind of a place, which decides its icon. */
export const placeKinds = [
  'area',
  'street',
  'station',
  'airport',
  'hospital',
  'school',
  'shop',
  'food',
  'hotel',
  'park',
  'sight',
  'address',
  'other',
] as const;

export const FoundPlace = z.object({
  id: z.string(),
  name: z.string(),
  /** The street, quarter and city of the place. */
  detail: z.string(),
  kind: z.enum(placeKinds),
  lat: z.number(),
  lng: z.number(),
});
export type FoundPlace = z.infer<typeof FoundPlace>;

export const FoundPlaces = z.object({ places: z.array(FoundPlace) });

export const RouteInput = z.object({
  from: Point,
  to: Point,
  /** The time of departure, by default now; the minutes depend on the traffic of the hour. */
  at: optional(TimeInput),
});
export type RouteInput = z.infer<typeof RouteInput>;

export const roadSources = ['roads', 'estimate'] as const;
/** `roads`: along the road network. `estimate`: from the straight line, to be shown with "about". */
export const RoadSource = z.enum(roadSources);
export type RoadSource = z.infer<typeof RoadSource>;

/** The distance and duration of a ride by road, as computed when it was requested. */
export const Road = z.object({
  distance_km: z.number(),
  duration_min: z.number().int(),
  source: RoadSource,
});
export type Road = z.infer<typeof Road>;

/** The way of a ride along the road as a polyline with six decimals; null if none is known. */
export const Shape = z.string().nullable();

export const Route = z.object({
  distance_km: z.number(),
  duration_s: z.number().int(),
  /** Null for an estimate. */
  shape: Shape,
  source: RoadSource,
});
export type Route = z.infer<typeof Route>;

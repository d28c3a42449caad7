import { z } from 'zod';
import { numberText, says } from '../core/fields';

const coordinate = (limit: number, key: 'geo.latitude' | 'geo.longitude') =>
  numberText(z.number(says(key)).min(-limit, says(key)).max(limit, says(key)));

/** An empty `?lat=` is no latitude, though it would coerce to 0. */
const given = <S extends z.ZodType>(schema: S) => z.preprocess((value) => (value === '' ? undefined : value), schema);

export const ReverseQuery = z.object({
  lat: given(coordinate(90, 'geo.latitude')),
  lng: given(coordinate(180, 'geo.longitude')),
});

export const Address = z.object({
  address: z.string(),
  display_name: z.string().nullable(),
  source: z.enum(['geocoder', 'cache', 'coordinates']),
});
export type Address = z.infer<typeof Address>;

import { z } from 'zod';

/** `matched`: along the roads that the recorded positions follow. `recorded`: by those positions alone. */
export const drivenSources = ['matched', 'recorded'] as const;

/**
 * The driven distance and time between the start of a ride and its end. For information only: the price stays as
 * agreed.
 */
export const Driven = z.object({
  distance_km: z.number(),
  /** From the first recorded position to the last. */
  duration_min: z.number().int(),
  source: z.enum(drivenSources),
});
export type Driven = z.infer<typeof Driven>;

import { z } from 'zod';
import { Id, Timestamp } from '../core/fields';
import { RoadSource } from '../geo/geo.schema';

/** The destination of a leg: the pickup once the booking is accepted, the drop once the ride has started. */
export const legEnds = ['pickup', 'drop'] as const;
export type LegEnd = (typeof legEnds)[number];

/** The remaining time and distance, computed from the driver's position at `at`. */
export const Eta = z.object({
  to: z.enum(legEnds),
  /** The remaining time, in seconds. */
  seconds: z.number().int(),
  distance_m: z.number().int(),
  /** The time of the position from which this is computed. */
  at: Timestamp,
  /** `estimate`: from the straight line, to be shown with "about". */
  source: RoadSource,
});
export type Eta = z.infer<typeof Eta>;

/** The route on which a driver comes. */
export const ArrivalRoute = z.object({
  booking_id: Id,
  /**
   * Rises with each new route of a booking. It is at least the server's clock in milliseconds, so that it also rises
   * after a restart and when another process takes the booking over, if the clocks agree and are not set back.
   */
  version: z.number().int(),
  to: z.enum(legEnds),
  /** A polyline with six decimals; null if no road is known. */
  shape: z.string().nullable(),
  eta: Eta,
});
export type ArrivalRoute = z.infer<typeof ArrivalRoute>;

export const ArrivalEta = z.object({ booking_id: Id, eta: Eta });
export type ArrivalEta = z.infer<typeof ArrivalEta>;

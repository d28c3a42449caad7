import { z } from 'zod';
import { Id, Timestamp } from '../core/fields';
import { RoadSource } from '../geo/geo.schema';

/** Where the driver is going: to the pickup once the booking is accepted, to the drop once the ride has started. */
export const legEnds = ['pickup', 'drop'] as const;
export type LegEnd = (typeof legEnds)[number];

/** When the driver arrives, as of its position at `at`. */
export const Eta = z.object({
  to: z.enum(legEnds),
  /** What is left of the way. */
  seconds: z.number().int(),
  distance_m: z.number().int(),
  /** When the position was recorded that this was computed from. */
  at: Timestamp,
  /** `estimate`: from the straight line, to be shown with "about". */
  source: RoadSource,
});
export type Eta = z.infer<typeof Eta>;

/** The way on which a driver comes. */
export const ArrivalRoute = z.object({
  booking_id: Id,
  /**
   * Rises with each line of a booking. It is the server's clock in milliseconds at least, so that it rises over a restart
   * and between processes too, as long as their clocks agree and are not set back.
   */
  version: z.number().int(),
  to: z.enum(legEnds),
  /** A polyline with six decimals; null where no road is known. */
  shape: z.string().nullable(),
  eta: Eta,
});
export type ArrivalRoute = z.infer<typeof ArrivalRoute>;

export const ArrivalEta = z.object({ booking_id: Id, eta: Eta });
export type ArrivalEta = z.infer<typeof ArrivalEta>;

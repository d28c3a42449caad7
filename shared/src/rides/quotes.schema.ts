import { z } from 'zod';
import { Id, Money, Price, Timestamp, Version } from '../core/fields';
import { VerificationStatus } from '../drivers/drivers.schema';
import { RoadSource } from '../geo/geo.schema';
import { quoteStatuses } from './quotes.state';

export const Quote = z.object({
  id: Id,
  ride_request_id: Id,
  driver_id: Id,
  driver_name: z.string(),
  driver_photo: z.string().nullable(),
  vehicle_image: z.string().nullable(),
  price: Money,
  car_model: z.string(),
  /** The vehicle number once the quote is chosen; null before, so that nobody can collect the plates of all drivers. */
  vehicle_number: z.string().nullable(),
  experience_years: z.number(),
  /** An alias that some clients read; always equal to `experience_years`. */
  experience: z.number(),
  license_number: z.string(),
  average_rating: z.number(),
  total_ratings: z.number().int(),
  completed_rides: z.number().int(),
  verification_status: VerificationStatus,
  is_available: z.boolean(),
  accepts_upi: z.boolean(),
  distance_to_pickup_km: z.number().nullable(),
  /**
   * Minutes from the driver's position at the time of the quote to the pickup; null if that position was unknown,
   * for a scheduled ride, and 15 minutes after the quote.
   */
  pickup_eta_min: z.number().int().nullable(),
  eta_source: RoadSource.nullable(),
  status: z.enum(quoteStatuses),
  created_at: Timestamp,
  version: Version,
});
export type Quote = z.infer<typeof Quote>;

export const QuoteInput = z.object({ ride_request_id: Id, price: Price });

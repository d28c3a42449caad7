import { z } from 'zod';
import { Id, Money, optional, Price, says, Timestamp, Version } from '../core/fields';
import { VerificationStatus } from '../drivers/drivers.schema';
import { Reference, VehicleClass } from '../fares/fares.schema';
import { RoadSource } from '../geo/geo.schema';
import { counterAnswers, holdMinutes, quoteStatuses } from './quotes.state';

/** The lower price that the customer has asked for, once for each quote (docs/decisions/0023). */
export const CounterOffer = z.object({
  price: Money,
  /** Until when the driver may answer, by the server's clock. */
  expires_at: Timestamp,
  /** Null until the driver answers; it stays null if the driver lets the time pass. */
  answer: z.enum(counterAnswers).nullable(),
});

export const Quote = z.object({
  id: Id,
  ride_request_id: Id,
  driver_id: Id,
  driver_name: z.string(),
  driver_photo: z.string().nullable(),
  vehicle_image: z.string().nullable(),
  price: Money,
  car_model: z.string(),
  /** The class of the vehicle when the quote was made or last changed; null if the driver's profile has none. */
  vehicle_class: VehicleClass.nullable(),
  /**
   * The usual price of the ride for the class of this vehicle, along the road that the reader is shown. Null without a
   * tariff, in older requests, and in the quote of a booking.
   */
  reference: Reference.nullable(),
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
  /** The minutes for which the quote holds; null if it holds until the scheduled time, and once the quote is chosen. */
  hold_min: z.number().int().nullable(),
  /**
   * When the quote expires, by the server's clock. Null once the quote is chosen, and in quotes from before the field
   * existed, which hold as long as their request.
   */
  expires_at: Timestamp.nullable(),
  /** Null if the customer has not asked for another price, and once the quote is chosen. */
  counter: CounterOffer.nullable(),
  created_at: Timestamp,
  /** When the driver last named the price: by the first offer, or by quoting again. */
  offered_at: Timestamp,
  version: Version,
});
export type Quote = z.infer<typeof Quote>;

export const QuoteInput = z.object({
  ride_request_id: Id,
  price: Price,
  /**
   * The minutes for which the quote holds; by default 5 minutes, or until the scheduled time of the request. The quote
   * ends at the scheduled time at the latest; without a scheduled time, or after it, the quote ends with the request at
   * the latest.
   */
  hold_min: optional(z.literal(holdMinutes, says('quotes.hold_minutes'))),
});

export const CounterInput = z.object({ price: Price });
export const CounterAnswerInput = z.object({ answer: z.enum(counterAnswers, says('quotes.counter_answer')) });

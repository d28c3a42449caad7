import { z } from 'zod';
import { City } from '../city/city.schema';
import { PublicJurisdiction } from '../jurisdictions/jurisdictions.schema';
import { Pricing } from '../pricing/pricing.schema';

/** The payment gateways that can be configured. */
export const gatewayNames = ['razorpay', 'simulated'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** The configuration that a client needs when it starts. */
export const AppConfig = z.object({
  version: z.string(),
  /** The installed city with its own map, roads and places; null if there is none. */
  city: City.nullable(),
  map: z.object({ style_url: z.string().nullable(), tile_url: z.string().nullable(), attribution: z.string() }),
  payment_gateway: z.enum([...gatewayNames, 'off']),
  admin_signup: z.enum(['open', 'code', 'closed']),
  password_min_length: z.number().int(),
  /** Whether the server sends mail: links for forgotten passwords and for the confirmation of emails. */
  mail: z.boolean(),
  require_driver_verification: z.boolean(),
  pricing: Pricing,
  /** The law that applies; null if none does. An operator has to check the rules of the law before use. */
  jurisdiction: PublicJurisdiction.nullable(),
  limits: z.object({
    max_open_requests: z.number().int(),
    ride_request_ttl_min: z.number(),
    booking_answer_ttl_min: z.number(),
  }),
});
export type AppConfig = z.infer<typeof AppConfig>;

export const FileParams = z.object({ id: z.string().max(200) });
/**
 * `user` is the id of the user to whom the address was issued. The address is refused once that account is deleted.
 * While the account is suspended, only pictures of the driver and the car of a booking to finish can be opened.
 */
export const FileQuery = z.object({
  user: z.string().max(200).default(''),
  sig: z.string().max(200).default(''),
  exp: z.coerce.number().default(0),
});

import { z } from 'zod';
import { Id } from '../core/fields';
import { VerificationStatus } from '../drivers/drivers.schema';

/** A customer's favorite driver; `id` is that of the driver's profile, `user_id` that of the driver's account. */
export const Favorite = z.object({
  id: Id,
  user_id: Id,
  driver_name: z.string(),
  driver_photo: z.string().nullable(),
  verification_status: VerificationStatus,
  car_model: z.string(),
  experience_years: z.number(),
  average_rating: z.number(),
  total_ratings: z.number().int(),
  is_available: z.boolean(),
});
export type Favorite = z.infer<typeof Favorite>;

export const DriverParam = z.object({ user_id: Id });

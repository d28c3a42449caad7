import { z } from 'zod';
import { Id, optionalText, says } from '../core/fields';
import { DriverProfile } from '../drivers/drivers.schema';

/** A driver whose documents wait for a decision. `shared_license`: another driver has the same licence number. */
export const VerificationItem = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string() }),
  profile: DriverProfile,
  shared_license: z.boolean(),
});
export type VerificationItem = z.infer<typeof VerificationItem>;

export const UserIdParam = z.object({ userId: Id });
export const VerifyQuery = z.object({ status: z.enum(['verified', 'rejected'], says('admin.verify_status')) });
export const VerifyInput = z
  .object({ reason: optionalText(z.string().trim().max(500)) })
  .nullish()
  .transform((body) => ({ reason: body?.reason ?? null }));

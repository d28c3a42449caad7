import { z } from 'zod';
import { Id, optionalText, says } from '../core/fields';
import { DriverProfile } from '../drivers/drivers.schema';

export const VerificationItem = DriverProfile.extend({
  name: z.string(),
  email: z.string(),
  shared_license: z.boolean(),
});
export type VerificationItem = z.infer<typeof VerificationItem>;

export const UserIdParam = z.object({ userId: Id });
export const VerifyQuery = z.object({ status: z.enum(['verified', 'rejected'], says('admin.verify_status')) });
export const VerifyInput = z
  .object({ reason: optionalText(z.string().trim().max(500)) })
  .nullish()
  .transform((body) => ({ reason: body?.reason ?? null }));

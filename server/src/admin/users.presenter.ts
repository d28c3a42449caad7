import type { AdminUser } from '@boli/shared/admin/admin.schema';
import type { UserDocument } from '../auth/auth.model';
import type { Person } from '../auth/auth.repository';

/** Presents an account for admins. */
export function presentAdminUser(user: UserDocument, admins: ReadonlyMap<string, Person>): AdminUser {
  const { suspension } = user;
  return {
    id: user._id,
    name: user.name,
    email: user.email,
    role: user.role,
    phone: user.phone,
    created_at: user.created_at.toISOString(),
    suspension: suspension
      ? {
          reason: suspension.reason,
          suspended_at: suspension.at.toISOString(),
          suspended_by: { id: suspension.by, name: admins.get(suspension.by)?.name ?? '' },
        }
      : null,
  };
}

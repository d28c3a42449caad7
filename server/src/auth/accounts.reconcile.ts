import { reconciler } from '../core/reconcile';
import type { UserDocument } from './auth.model';
import { users } from './auth.repository';

type Account = UserDocument & { version: number };

/** The reconciler of suspended accounts: `standing` ends their quotes, pending bookings and open ride requests. */
export const accountReconciler = reconciler({
  name: 'users',
  steps: ['standing'],
  async read(id: string): Promise<Account | null> {
    const user = await users.byId(id);
    return user && { ...user, version: user.token_version };
  },
  clear: users.clearFollowUp,
  marks: users.followUps,
});

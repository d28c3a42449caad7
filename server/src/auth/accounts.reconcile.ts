import { reconciler } from '../core/reconcile';
import type { UserDocument } from './auth.model';
import { users } from './auth.repository';

type Account = UserDocument & { version: number };

/** What must happen after an account was suspended: `standing` ends what it has open in the marketplace. */
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

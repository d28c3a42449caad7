import { followers } from '../core/follow';
import type { UserDocument } from './auth.model';
import { users } from './auth.repository';

type Account = UserDocument & { version: number };

/**
 * What must happen after an account was suspended, also when the process dies in between: `standing` ends what it has
 * open in the marketplace (bookings register it).
 */
export const accountFollowers = followers<Account>({
  name: 'users',
  order: ['standing'],
  async read(id) {
    const user = await users.byId(id);
    return user && { ...user, version: user.token_version };
  },
  clear: users.clearFollowUp,
  marks: users.followUps,
});

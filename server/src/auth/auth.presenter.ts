import type { Session, User } from '@boli/shared/auth/auth.schema';
import type { UserDocument } from './auth.model';

/** An account as its owner sees it. */
export function presentUser(user: UserDocument): User {
  return { id: user._id, name: user.name, email: user.email, role: user.role, phone: user.phone };
}

/** The answer of every sign-in. */
export function presentSession({ user, token }: { user: UserDocument; token: string }): Session {
  return { access_token: token, token_type: 'bearer', user: presentUser(user) };
}

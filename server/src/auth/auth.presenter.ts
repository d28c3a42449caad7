import type { LogValues } from '@boli/shared/admin-log/admin-log.schema';
import type { AccountSession, Session, User } from '@boli/shared/auth/auth.schema';
import type { UserDocument } from './auth.model';
import type { SessionDocument } from './sessions.model';

/** Presents an account for its owner. */
export function presentUser(user: UserDocument): User {
  const { suspension } = user;
  return {
    id: user._id,
    name: user.name,
    email: user.email,
    role: user.role,
    phone: user.phone,
    email_confirmed_at: user.email_confirmed_at?.toISOString() ?? null,
    ...(suspension && { suspension: { reason: suspension.reason, suspended_at: suspension.at.toISOString() } }),
  };
}

/**
 * The fields of an account that the admin log keeps. `token_version` rises when every session ends: by a new password,
 * a suspension, or a sign-out on all devices.
 */
export function loggedAccount({ email, name, role, suspension, token_version }: UserDocument): LogValues {
  return { email, name, role, suspended: Boolean(suspension), reason: suspension?.reason ?? null, token_version };
}

/** Presents the reply to a sign-in or a registration: the account and its token. */
export function presentSession({ user, token }: { user: UserDocument; token: string }): Session {
  return { access_token: token, token_type: 'bearer', user: presentUser(user) };
}

/** Presents a session: a device on which its owner is signed in. */
export function presentAccountSession(session: SessionDocument, isCurrent: boolean): AccountSession {
  return {
    id: session._id,
    browser: session.browser,
    os: session.os,
    place: session.network,
    created_at: session.created_at.toISOString(),
    last_seen_at: session.last_seen_at.toISOString(),
    is_current: isCurrent,
  };
}

import type { Role } from '@boli/shared/auth/auth.schema';
import type { TokenId } from '@boli/shared/realtime/events';
import type { Actor } from '../core/actor';
import { timingSafeEqualText } from '../core/compare';
import { Conflict, Forbidden, Invalid } from '../core/errors';
import { adminSignup, refusesCommonPasswords, settings } from '../settings';
import type { UserDocument } from './auth.model';
import { isCommonPassword } from './common-passwords';

/** The person whose password is checked. */
export interface PasswordOwner {
  email: string;
  name: string;
}

/**
 * Throws 400 for a password shorter than `PASSWORD_MIN_LENGTH` characters and, if common passwords are refused
 * (`PASSWORD_COMMON`), for one that is easily guessed: a password of the bundled list, or the owner's own email or
 * name.
 */
export function checkNewPassword(password: string, owner: PasswordOwner, field: string): void {
  const min = settings().PASSWORD_MIN_LENGTH;
  if ([...password].length < min) throw new Invalid('auth.password_short', { min }, field);
  if (!refusesCommonPasswords(settings())) return;
  if (isCommonPassword(password)) throw new Invalid('auth.password_common', undefined, field);
  if (isOwn(password, owner)) throw new Invalid('auth.password_own', undefined, field);
}

/**
 * Whether a password is the email, the part before its @, or the name, ignoring case and blanks.
 */
function isOwn(password: string, { email, name }: PasswordOwner): boolean {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s/g, '');
  const own = [email, email.slice(0, email.indexOf('@')), name].map(plain);
  return own.includes(plain(password));
}

/** Whether this token of the account has not been signed out. Role and token version are not checked. */
export function hasToken(
  { session_ids, ended_tokens }: Pick<UserDocument, 'session_ids' | 'ended_tokens'>,
  token: TokenId,
): boolean {
  if ('sid' in token) return session_ids?.includes(token.sid) ?? false;
  // A token without a `jti` cannot be signed out one by one. This server has never issued such a token.
  return token.jti === null || !ended_tokens?.includes(token.jti);
}

/** Throws 409 when admins try to suspend themselves: the platform could lose its last admin. */
export function checkMaySuspend(by: Actor, userId: string): void {
  if (by.id === userId) throw new Conflict('admin.suspend_self');
}

/**
 * Throws 403 for the registration of an admin if the operator has closed the admin sign-up or the code is wrong
 * (`ADMIN_SIGNUP`).
 */
export function checkAdminSignup(role: Role, code: string | null): void {
  const { ADMIN_SIGNUP_CODE } = settings();
  const signup = adminSignup(settings());
  if (role !== 'admin' || signup === 'open') return;
  if (signup === 'closed') throw new Forbidden('auth.admin_closed');
  if (!ADMIN_SIGNUP_CODE || !timingSafeEqualText(code ?? '', ADMIN_SIGNUP_CODE))
    throw new Forbidden('auth.admin_code_wrong');
}

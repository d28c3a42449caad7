import type { Role } from '@boli/shared/auth/auth.schema';
import type { Actor } from '../core/actor';
import { timingSafeEqualText } from '../core/compare';
import { Conflict, Forbidden, Invalid } from '../core/errors';
import { adminSignup, refusesCommonPasswords, settings } from '../settings';
import { isCommonPassword } from './common-passwords';

/** Whose password it is to be. */
export interface PasswordOwner {
  email: string;
  name: string;
}

/**
 * Refuses a password shorter than the operator asks for (`PASSWORD_MIN_LENGTH`, in characters), and where common ones
 * are refused (`PASSWORD_COMMON`) one that is guessed first: of the bundled list, or the owner's own email or name.
 */
export function checkNewPassword(password: string, owner: PasswordOwner, field: string): void {
  const min = settings().PASSWORD_MIN_LENGTH;
  if ([...password].length < min) throw new Invalid('auth.password_short', { min }, field);
  if (!refusesCommonPasswords(settings())) return;
  if (isCommonPassword(password)) throw new Invalid('auth.password_common', undefined, field);
  if (isOwn(password, owner)) throw new Invalid('auth.password_own', undefined, field);
}

/** Whether it is the email, the part before its @, or the name, whatever the case and the blanks. */
function isOwn(password: string, { email, name }: PasswordOwner): boolean {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s/g, '');
  const own = [email, email.slice(0, email.indexOf('@')), name].map(plain);
  return own.includes(plain(password));
}

/** An admin suspends others only: the platform would lose its last one otherwise. */
export function checkMaySuspend(by: Actor, userId: string): void {
  if (by.id === userId) throw new Conflict('admin.suspend_self');
}

/** Refuses an admin's registration where the operator has closed it or asks for a code (`ADMIN_SIGNUP`). */
export function checkAdminSignup(role: Role, code: string | null): void {
  const { ADMIN_SIGNUP_CODE } = settings();
  const signup = adminSignup(settings());
  if (role !== 'admin' || signup === 'open') return;
  if (signup === 'closed') throw new Forbidden('auth.admin_closed');
  if (!ADMIN_SIGNUP_CODE || !timingSafeEqualText(code ?? '', ADMIN_SIGNUP_CODE))
    throw new Forbidden('auth.admin_code_wrong');
}

import type { Role } from '@boli/shared/auth/auth.schema';
import { timingSafeEqualText } from '../core/compare';
import { Forbidden, Invalid } from '../core/errors';
import { settings } from '../settings';

/** Refuses a password shorter than the operator asks for (`PASSWORD_MIN_LENGTH`), counted in characters. */
export function checkPasswordLength(password: string, field: string): void {
  const min = settings().PASSWORD_MIN_LENGTH;
  if ([...password].length < min) throw new Invalid('auth.password_short', { min }, field);
}

/** Refuses an admin's registration where the operator has closed it or asks for a code (`ADMIN_SIGNUP`). */
export function checkAdminSignup(role: Role, code: string | null): void {
  const { ADMIN_SIGNUP, ADMIN_SIGNUP_CODE } = settings();
  if (role !== 'admin' || ADMIN_SIGNUP === 'open') return;
  if (ADMIN_SIGNUP === 'closed') throw new Forbidden('auth.admin_closed');
  if (!ADMIN_SIGNUP_CODE || !timingSafeEqualText(code ?? '', ADMIN_SIGNUP_CODE))
    throw new Forbidden('auth.admin_code_wrong');
}

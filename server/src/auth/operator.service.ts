import { randomUUID } from 'node:crypto';
import { RegisterInput } from '@boli/shared/auth/auth.schema';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { validate } from '../core/validate';
import { domainEvents } from '../domain-events';
import type { UserDocument } from './auth.model';
import { checkNewPassword } from './auth.policy';
import { users } from './auth.repository';
import { hashPassword } from './passwords';

/**
 * Creates an admin for the operator, even if `ADMIN_SIGNUP` forbids it; the account gets `id` if it is given.
 * Throws 400 for invalid input, 409 for a known email.
 */
export async function createAdmin(input: {
  id?: string;
  name: string;
  email: string;
  password: string;
}): Promise<UserDocument> {
  const { name, email, password } = validate(RegisterInput, { ...input, role: 'admin' });
  checkNewPassword(password, { name, email }, 'password');
  const user: UserDocument = {
    _id: input.id ?? randomUUID(),
    email,
    name,
    role: 'admin',
    phone: null,
    password_hash: await hashPassword(password),
    token_version: 0,
    created_at: clock.now(),
  };
  if (!(await users.insert(user))) throw new Conflict('auth.email_taken');
  return user;
}

/** The account of this email. Throws 404 if there is none. */
export async function accountOf(email: string): Promise<UserDocument> {
  const user = await users.byEmail(email.trim().toLowerCase());
  if (!user) throw new NotFound();
  return user;
}

/**
 * Sets a password for the operator and ends every session of the account. Throws 400 for a refused password, 404 when
 * the account does not exist.
 */
export async function setPassword(user: UserDocument, password: string): Promise<UserDocument> {
  checkNewPassword(password, user, 'password');
  const changed = await users.endTokens(user._id, { passwordHash: await hashPassword(password) });
  if (!changed) throw new NotFound();
  domainEvents.emit('session.ended', { userId: user._id, reason: 'password_changed' });
  return changed;
}

/** All admins, by `created_at`, oldest first. */
export async function listAdmins(): Promise<UserDocument[]> {
  return users.admins();
}

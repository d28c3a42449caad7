import { randomUUID } from 'node:crypto';
import type { AccountInput, LoginInput, PasswordInput, RegisterInput } from '@boli/shared/auth/auth.schema';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, Invalid, Unauthorized } from '../core/errors';
import { facts } from '../core/facts';
import { countUse } from '../core/rate-limit';
import { settings } from '../settings';
import type { UserDocument } from './auth.model';
import { checkAdminSignup, checkPasswordLength } from './auth.policy';
import { users } from './auth.repository';
import { hashPassword, passwordFits } from './passwords';
import { limited } from './sign-in.limits';
import { signToken } from './tokens';

/** A signed-in account with its fresh token. */
export interface SignedIn {
  user: UserDocument;
  token: string;
}

/** Makes an account and signs it in. Throws 409 for a known email, 403 for a closed admin sign-up, 429. */
export async function register(input: z.output<typeof RegisterInput>, address: string): Promise<SignedIn> {
  checkPasswordLength(input.password, 'password');
  // Before the admin code is looked at: a wrong one counts, or it could be guessed without end.
  await countUse('register', address, { points: settings().RATE_REGISTER, seconds: 3600 });
  checkAdminSignup(input.role, input.admin_code);
  const user: UserDocument = {
    _id: randomUUID(),
    email: input.email,
    name: input.name,
    role: input.role,
    phone: input.phone,
    password_hash: await hashPassword(input.password),
    token_version: 0,
    created_at: clock.now(),
  };
  if (!(await users.insert(user))) throw new Conflict('auth.email_taken');
  return { user, token: signToken(user) };
}

/** Signs in. Never tells which part was wrong, neither by words nor by time. Throws 401, or 429 after many failures. */
export async function login(input: z.output<typeof LoginInput>, address: string): Promise<SignedIn> {
  const user = await limited(input.email, address, async () => {
    const found = await users.byEmail(input.email);
    return (await passwordFits(found?.password_hash ?? null, input.password)) ? found : null;
  });
  if (!user) throw new Unauthorized('auth.incorrect');
  return { user, token: signToken(user) };
}

export async function me(actor: Actor): Promise<UserDocument> {
  return present(await users.byId(actor.id));
}

export async function saveAccount(actor: Actor, input: z.output<typeof AccountInput>): Promise<UserDocument> {
  const change = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.phone !== undefined && { phone: input.phone }),
  };
  return present(await users.change(actor.id, change));
}

/** Changes the password, ends every other session and gives the caller a new token. Throws 400 for a wrong one. */
export async function changePassword(
  actor: Actor,
  input: z.output<typeof PasswordInput>,
  address: string,
): Promise<SignedIn> {
  checkPasswordLength(input.new_password, 'new_password');
  const user = await limited(`password:${actor.id}`, address, async () => {
    const found = present(await users.byId(actor.id));
    return (await passwordFits(found.password_hash, input.current_password)) ? found : null;
  });
  if (!user) throw new Invalid('auth.current_wrong', undefined, 'current_password');
  const passwordHash = await hashPassword(input.new_password);
  const changed = present(await users.endTokens(user._id, { version: user.token_version, passwordHash }));
  facts.tell('session.ended', { userId: user._id, reason: 'password_changed' });
  return { user: changed, token: signToken(changed) };
}

/** Ends every session of the caller, this one too. */
export async function logoutAll(actor: Actor): Promise<void> {
  await users.endTokens(actor.id);
  facts.tell('session.ended', { userId: actor.id, reason: 'logged_out' });
}

/** An account that went, or whose tokens ended, between the guard and here is no longer signed in. */
function present(user: UserDocument | null): UserDocument {
  if (!user) throw new Unauthorized('auth.token_invalid');
  return user;
}

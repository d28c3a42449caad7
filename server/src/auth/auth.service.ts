import { randomUUID } from 'node:crypto';
import type { AccountInput, LoginInput, PasswordInput, RegisterInput } from '@boli/shared/auth/auth.schema';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, Invalid, Unauthorized } from '../core/errors';
import { addressKey } from '../core/networks';
import { countUse } from '../core/rate-limit';
import { logSecurityEvent, pseudonym } from '../core/security-log';
import { domainEvents } from '../domain-events';
import { settings } from '../settings';
import type { UserDocument } from './auth.model';
import { checkAdminSignup, checkNewPassword } from './auth.policy';
import { users } from './auth.repository';
import { hashPassword, passwordFits } from './passwords';
import { postPasswordChanged } from './recovery.mails';
import { welcome } from './recovery.service';
import { type Client, isKnownNetwork, startSession } from './sessions.service';
import { limited } from './sign-in.limits';
import { suspendedError } from './suspension';

const MAX_TRIES = 3;

/** A signed-in account with its fresh token. */
export interface SignedIn {
  user: UserDocument;
  token: string;
}

/**
 * Creates an account and signs it in. Throws 400 for a refused password, 403 for an admin if the admin sign-up is
 * closed or the code is wrong, 409 for a known email, 429 after too many registrations from the address.
 */
export async function register(input: z.output<typeof RegisterInput>, client: Client): Promise<SignedIn> {
  checkNewPassword(input.password, input, 'password');
  // Counted before the admin code is compared, so that the code cannot be guessed by unlimited attempts.
  await countUse('register', addressKey(client.address), { points: settings().RATE_REGISTER, seconds: 3600 });
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
  await welcome(user, client);
  return { user, token: await tokenFor(user, client) };
}

/**
 * Signs in. Neither the message nor the response time reveals which part was wrong. Throws 401 for a wrong email or
 * password, 403 with the reason if the account is suspended, 409 when the account keeps changing meanwhile, 429
 * after many failures.
 */
export async function login(input: z.output<typeof LoginInput>, client: Client): Promise<SignedIn> {
  // A session is opened only on the account that was checked; an account that has changed meanwhile is checked again.
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const user = await checkedAccount(input, client.address);
    const token = await startSession(user, client);
    if (token) return { user, token };
  }
  throw new Conflict('common.changed_meanwhile');
}

async function checkedAccount(input: z.output<typeof LoginInput>, address: string): Promise<UserDocument> {
  const attempt = { account: input.email, address, isKnownNetwork: knownTo(input.email) };
  const user = await limited(attempt, async () => {
    const found = await users.byEmail(input.email);
    return (await passwordFits(found?.password_hash ?? null, input.password)) ? found : null;
  });
  if (!user) {
    logSecurityEvent('sign_in_failed', { account: pseudonym(input.email), address });
    throw new Unauthorized('auth.incorrect');
  }
  if (user.suspension) throw suspendedError(user.suspension);
  return user;
}

/** Reads the caller's account. Throws 401 when it no longer exists. */
export async function me(actor: Actor): Promise<UserDocument> {
  return present(await users.byId(actor.id));
}

/** Changes the caller's name or phone; absent fields stay as they are. Throws 401 when the account no longer exists. */
export async function saveAccount(actor: Actor, input: z.output<typeof AccountInput>): Promise<UserDocument> {
  const change = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.phone !== undefined && { phone: input.phone }),
  };
  return present(await users.change(actor.id, change));
}

/**
 * Changes the password, ends every session and opens a new one, whose token it returns. Throws 400 for a wrong or
 * refused password, 401 when the session has ended, 429 after many failures.
 */
export async function changePassword(
  actor: Actor,
  input: z.output<typeof PasswordInput>,
  client: Client,
): Promise<SignedIn> {
  checkNewPassword(input.new_password, present(await users.byId(actor.id)), 'new_password');
  const user = await limited({ account: `password:${actor.id}`, address: client.address }, async () => {
    const found = present(await users.byId(actor.id));
    return (await passwordFits(found.password_hash, input.current_password)) ? found : null;
  });
  if (!user) {
    logSecurityEvent('sign_in_failed', { user: actor.id, address: client.address });
    throw new Invalid('auth.current_wrong', undefined, 'current_password');
  }
  const passwordHash = await hashPassword(input.new_password);
  const changed = present(await users.endTokens(user._id, { version: user.token_version, passwordHash }));
  domainEvents.emit('session.ended', { userId: user._id, reason: 'password_changed' });
  postPasswordChanged(changed, client.language);
  return { user: changed, token: await tokenFor(changed, client) };
}

/** Ends every session of the caller, including the current one. */
export async function logoutAll(actor: Actor): Promise<void> {
  await users.endTokens(actor.id);
  domainEvents.emit('session.ended', { userId: actor.id, reason: 'logged_out' });
}

const knownTo = (email: string) => async (network: string) => {
  const user = await users.byEmail(email);
  return user !== null && isKnownNetwork(user._id, network);
};

async function tokenFor(user: UserDocument, client: Client): Promise<string> {
  return (await startSession(user, client)) ?? failSignedOut();
}

function failSignedOut(): never {
  throw new Unauthorized('auth.token_invalid');
}

/** Throws 401 for an account that was deleted, or whose tokens ended, since the guard checked it. */
function present(user: UserDocument | null): UserDocument {
  return user ?? failSignedOut();
}

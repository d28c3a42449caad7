import type { ResetInput } from '@boli/shared/auth/auth.schema';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, Invalid, TooOften, Unauthorized } from '../core/errors';
import { addressKey } from '../core/networks';
import { countUse } from '../core/rate-limit';
import { domainEvents } from '../domain-events';
import { hasMail, settings } from '../settings';
import type { UserDocument } from './auth.model';
import { checkNewPassword } from './auth.policy';
import { users } from './auth.repository';
import { mailLinks } from './mail-links.repository';
import { hashPassword } from './passwords';
import { hashOfToken, postConfirmation, postPasswordChanged, postReset } from './recovery.mails';
import type { Client } from './sessions.service';

/** The address that a call comes from, and the language that its mail is written in. */
type Caller = Pick<Client, 'address' | 'language'>;

const HOUR_S = 3_600;
/**
 * The seconds in which the mails to one account are counted. A link for a new password is valid for the same time, so
 * that a person who is refused because of too many requests still has a valid link.
 */
const ACCOUNT_S = 1_800;

/**
 * Requests a mail with a link for a new password. Whether an account has this email is looked up after the reply, so
 * that neither the reply nor the response time discloses it. Throws 409 if no mail server is set, 429 beyond the
 * limits of mails. The limits count unknown emails too.
 */
export async function forgot(email: string, { address, language }: Caller): Promise<void> {
  await countMail(address, `forgot:${email}`);
  postReset(email, language);
}

/**
 * Sets a new password by the link of a mail, ends every session and sends a notice by mail. One of two concurrent uses
 * of a link succeeds. Throws 400 for a link that is not valid (any more) and for a refused password, 429 after too
 * many uses of links from the address.
 */
export async function reset(
  { token, new_password }: z.output<typeof ResetInput>,
  { address, language }: Caller,
): Promise<void> {
  await countLink(address);
  const link = await mailLinks.working(hashOfToken(token), 'reset', clock.now());
  const owner = link && (await users.byId(link.user_id));
  if (!link || !owner) throw linkEnded();
  checkNewPassword(new_password, owner, 'new_password');
  const passwordHash = await hashPassword(new_password);
  // The token version is the arbiter: the first use of any link raises it, and the other uses find another version.
  const changed = await users.endTokens(link.user_id, { version: link.token_version, passwordHash });
  if (!changed) throw linkEnded();
  domainEvents.emit('session.ended', { userId: changed._id, reason: 'password_changed' });
  // A person who has the link has access to the mailbox: the email is confirmed too.
  await users.confirmEmail(changed._id, link.email, clock.now());
  postPasswordChanged(changed, language);
}

/**
 * Sends again the link that confirms the caller's email; does nothing if the email is confirmed. Throws 401 when the
 * account no longer exists, 409 without a mail server, 429 beyond the limits of mails.
 */
export async function sendConfirmation(actor: Actor, { address, language }: Caller): Promise<void> {
  await countMail(address, `confirm:${actor.id}`);
  const user = await users.byId(actor.id);
  if (!user) throw new Unauthorized('auth.token_invalid');
  if (!user.email_confirmed_at) postConfirmation(user, language);
}

/**
 * Confirms an email by the link of a mail; repeating it changes nothing. Throws 400 for an invalid link, 429 after too
 * many uses of links from the address.
 */
export async function confirm(token: string, address: string): Promise<void> {
  await countLink(address);
  const link = await mailLinks.working(hashOfToken(token), 'confirm', clock.now());
  if (!link || !(await users.confirmEmail(link.user_id, link.email, clock.now()))) throw linkEnded();
}

/**
 * Sends a new account the link that confirms its email. Does nothing if no mail server is set, or if this address
 * has reached its limit of mails: the registration succeeds anyway, and the link can be requested later.
 */
export async function welcome(user: UserDocument, { address, language }: Caller): Promise<void> {
  if (!hasMail(settings())) return;
  try {
    await countMailOf(address);
  } catch (error) {
    if (error instanceof TooOften) return;
    throw error;
  }
  postConfirmation(user, language);
}

/**
 * Counts a requested mail, by the caller's address and by the account that it is for. Throws 409 without a mail server,
 * 429 beyond a limit.
 */
async function countMail(address: string, account: string): Promise<void> {
  if (!hasMail(settings())) throw new Conflict('recovery.no_mail');
  await countMailOf(address);
  await countUse('mail by account', account, { points: settings().RATE_MAIL_ACCOUNT, seconds: ACCOUNT_S });
}

/** Counts a mail that this address causes, whoever receives it. Throws 429 beyond the limit. */
async function countMailOf(address: string): Promise<void> {
  await countUse('mail by address', addressKey(address), { points: settings().RATE_MAIL_ADDRESS, seconds: HOUR_S });
}

async function countLink(address: string): Promise<void> {
  await countUse('mail links', addressKey(address), { points: settings().RATE_MAIL_ADDRESS, seconds: HOUR_S });
}

function linkEnded(): Invalid {
  return new Invalid('recovery.link_ended', undefined, 'token');
}

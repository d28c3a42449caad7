import { createHash, randomBytes } from 'node:crypto';
import { CONFIRM_HOURS, RESET_MINUTES } from '@boli/shared/auth/auth.schema';
import type { Language, MessageParams } from '@boli/shared/core/messages';
import { clock } from '../core/clock';
import type { Mail } from '../mail/mail';
import { mailLink, presentMail } from '../mail/mail.presenter';
import { post } from '../mail/mail.service';
import type { UserDocument } from './auth.model';
import { users } from './auth.repository';
import type { MailLinkDocument } from './mail-links.model';
import { mailLinks } from './mail-links.repository';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TOKEN_BYTES = 32;
const lasts = { reset: RESET_MINUTES * MINUTE, confirm: CONFIRM_HOURS * HOUR };

type Purpose = MailLinkDocument['purpose'];
type Words = { language: Language; params: MessageParams };
type Addressee = Pick<UserDocument, '_id' | 'email' | 'token_version'>;

/** Hashes the token of a link for storage. The token is long and random, so that its hash needs no salt. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Sends a link for a new password, in the language of the requester, if an account has this email. The account is
 * looked up after the call has been answered.
 */
export function postReset(email: string, language: Language): void {
  post({
    kind: 'reset',
    endsAt: clock.database() + lasts.reset,
    async write() {
      const user = await users.byEmail(email);
      return user && writeLink('reset', user, { language, params: { minutes: RESET_MINUTES } });
    },
  });
}

/** Sends the link that confirms an account's email. */
export function postConfirmation(user: Addressee, language: Language): void {
  post({
    kind: 'confirm',
    endsAt: clock.database() + lasts.confirm,
    write: () => writeLink('confirm', user, { language, params: { hours: CONFIRM_HOURS } }),
  });
}

/** Sends the notice that the password was changed, so that an owner who did not change it can act. */
export function postPasswordChanged({ email }: Addressee, language: Language): void {
  post({
    kind: 'password_changed',
    endsAt: clock.database() + lasts.confirm,
    write: async () => presentMail('password_changed', email, { language }),
  });
}

/** Writes a mail with a new link; the hash of the link's token is stored before the mail is sent. */
async function writeLink(purpose: Purpose, user: Addressee, words: Words): Promise<Mail> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await mailLinks.insert({
    _id: hashOfToken(token),
    purpose,
    user_id: user._id,
    email: user.email,
    token_version: user.token_version,
    expires_at: new Date(clock.millis() + lasts[purpose]),
  });
  return presentMail(purpose, user.email, { ...words, link: mailLink(purpose, token) });
}

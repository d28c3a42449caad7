import { batched } from '../core/batched';
import { chargeRefusedToken, checkNotSpent, checkTokenNotSpent } from '../core/budget';
import { Unauthorized } from '../core/errors';
import { logSecurityEvent } from '../core/security-log';
import { users } from './auth.repository';
import { type Confirmed, keptIdentity } from './identities';
import { endReason } from './sessions.service';
import { type Claims, claimsOf } from './tokens';

/** Thousands of clients may reconnect at once: the accounts of their handshakes are read together. */
const readAccount = batched(users.namedHolders);

/**
 * Returns the person behind a token for the socket's handshake: from memory if the database has confirmed this token within
 * the last five seconds (`identities.ts`), else from the database. Throws 401 for an invalid token and for the token of a
 * suspended person. Throws 429, before any read, if the account's budget is used up or the same refused token was sent too
 * often. Rejects when the database is unavailable.
 */
export async function identify(token: unknown): Promise<Confirmed> {
  const claims = typeof token === 'string' ? claimsOf(token) : null;
  if (!claims) throw new Unauthorized('auth.token_invalid');
  checkNotSpent(claims.userId);
  checkTokenNotSpent(claims.name);
  return keptIdentity(claims) ?? readIdentity(claims);
}

async function readIdentity({ userId, role, tokenVersion, tokenId, expiresAt, name }: Claims): Promise<Confirmed> {
  const user = await readAccount(userId);
  if (!user || endReason(user, { role, tokenVersion, tokenId })) {
    // The token of a suspended person is valid for some calls: it is not counted as a refused token.
    if (user?.suspension?.token_version !== tokenVersion) {
      chargeRefusedToken(name);
      logSecurityEvent('revoked_token', { user: userId });
    }
    throw new Unauthorized('auth.token_invalid');
  }
  return { identity: { userId, role, name: user.name, tokenVersion, tokenId, expiresAt } };
}

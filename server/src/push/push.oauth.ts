import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { clock } from '../core/clock';
import { DeliveryFailed } from '../core/delivery-queue';
import { connectionFailed, isTemporary, pauseAsked } from './push.connection';
import type { FcmAccount } from './push.credentials';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const HOUR_S = 3_600;
/** A token is used only until this time before its expiry, so that none expires on its way to the service. */
const MARGIN_MS = 5 * 60_000;

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

interface Issued {
  token: string;
  endsAt: number;
}

interface Held {
  issued: Issued | null;
  /** The running request for the next token; null without one. */
  asked: Promise<Issued> | null;
}

const tokens = new WeakMap<FcmAccount, Held>();

function heldBy(account: FcmAccount): Held {
  const held = tokens.get(account) ?? { issued: null, asked: null };
  tokens.set(account, held);
  return held;
}

/**
 * An access token for Google's services, issued for a signed assertion (RFC 7523) and used again until it expires.
 * Messages that need a token at the same time wait for the same request. Rejects with `DeliveryFailed`.
 */
export async function accessToken(account: FcmAccount, signal: AbortSignal): Promise<string> {
  const held = heldBy(account);
  if (held.issued && held.issued.endsAt > clock.millis() + MARGIN_MS) return held.issued.token;
  held.asked ??= requestToken(account, signal).finally(() => {
    held.asked = null;
  });
  held.issued = await held.asked;
  return held.issued.token;
}

/** Removes this token, which the service refuses; a newer one stays. */
export function forgetAccessToken(account: FcmAccount, token: string): void {
  const held = heldBy(account);
  if (held.issued?.token === token) held.issued = null;
}

async function requestToken({ email, key, tokenUrl }: FcmAccount, signal: AbortSignal): Promise<Issued> {
  const iat = Math.floor(clock.millis() / 1_000);
  const claims = { iss: email, scope: SCOPE, aud: tokenUrl, iat, exp: iat + HOUR_S };
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: jwt.sign(claims, key, { algorithm: 'RS256' }),
  });
  const answer = await fetch(tokenUrl, { method: 'POST', body, redirect: 'manual', signal }).catch((error: unknown) => {
    throw connectionFailed(error);
  });
  const { status, headers } = answer;
  const parsed = Answer.safeParse(await answer.json().catch(() => null));
  if (status !== 200 || !parsed.success) {
    const pause = pauseAsked(headers.get('retry-after'), clock.millis());
    throw new DeliveryFailed(`sign-in ${status}`, !isTemporary(status), pause);
  }
  return { token: parsed.data.access_token, endsAt: clock.millis() + parsed.data.expires_in * 1_000 };
}

import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { clock } from '../core/clock';
import { DeliveryFailed } from '../core/delivery-queue';
import { settings } from '../settings';
import { isTemporary, pauseAsked } from './push.connection';
import { type ApnsAccount, apnsAccount } from './push.credentials';
import { post } from './push.http2';
import { pushSubscriptions } from './push.repository';
import type { Push, PushTransport } from './push.transport';

const addresses = { production: 'https://api.push.apple.com', sandbox: 'https://api.sandbox.push.apple.com' };

const MINUTE = 60_000;
/** How long (ms) a provider token is used; Apple accepts it for an hour. */
const USED_MS = 50 * MINUTE;
/**
 * A provider token is replaced no earlier than this (ms) after its creation: Apple refuses servers that create tokens
 * more often.
 */
const KEPT_MS = 20 * MINUTE;

/**
 * Apple's refusals: the status for a device token that is no longer registered, the reason for a token of the other
 * environment (sandbox or production), and the reason for a provider token that is too old.
 */
const GONE = 410;
const BAD_TOKEN = 'BadDeviceToken';
const EXPIRED = 'ExpiredProviderToken';

const Refusal = z.object({ reason: z.string().regex(/^\w{1,50}$/) });

interface ProviderToken {
  token: string;
  madeAt: number;
}

/** The current provider token; `of` names the team and the key that it is signed for. */
let provider: (ProviderToken & { of: string }) | null = null;

/** The provider token, signed with the operator's key (ES256); a new one if the last one is older than `usedMs`. */
function providerToken({ keyId, teamId, key }: ApnsAccount, usedMs: number): ProviderToken {
  const [of, now] = [`${teamId}.${keyId}`, clock.millis()];
  if (provider?.of === of && now - provider.madeAt < usedMs) return provider;
  const claims = { iss: teamId, iat: Math.floor(now / 1_000) };
  provider = { of, token: jwt.sign(claims, key, { algorithm: 'ES256', keyid: keyId }), madeAt: now };
  return provider;
}

/** The headers of a message, besides its path and its provider token. */
function headersOf({ urgency, topic, secondsKept }: Push): Record<string, string> {
  return {
    'apns-topic': settings().APNS_TOPIC ?? '',
    'apns-push-type': 'alert',
    'apns-priority': urgency === 'high' ? '10' : '5',
    'apns-expiration': String(Math.floor(clock.millis() / 1_000) + secondsKept),
    'apns-collapse-id': topic,
  };
}

function bodyOf({ message: { title, body, tag, url } }: Push): string {
  return JSON.stringify({ aps: { alert: { title, body }, sound: 'default', 'thread-id': tag }, url });
}

function reasonOf(text: string): string | null {
  try {
    return Refusal.safeParse(JSON.parse(text)).data?.reason ?? null;
  } catch {
    return null;
  }
}

async function deliver(account: ApnsAccount, push: Push, { usedMs, signal }: { usedMs: number; signal: AbortSignal }) {
  const { APNS_API_URL, APNS_ENVIRONMENT } = settings();
  const { status, headers, text } = await post(APNS_API_URL ?? addresses[APNS_ENVIRONMENT], {
    path: `/3/device/${push.to.endpoint}`,
    headers: { ...headersOf(push), authorization: `bearer ${providerToken(account, usedMs).token}` },
    body: bodyOf(push),
    signal,
  });
  const retryAfter = headers['retry-after'];
  return { status, reason: status === 200 ? null : reasonOf(text), retryAfter };
}

/** Reaches iPhones through the Apple Push Notification service. */
export const apnsTransport: PushTransport = {
  serviceOf: () => apnsAccount() && 'apns',
  send: async (push, signal) => {
    const account = apnsAccount();
    if (!account) throw new DeliveryFailed('not_allowed', true);
    let answer = await deliver(account, push, { usedMs: USED_MS, signal });
    if (answer.reason === EXPIRED) answer = await deliver(account, push, { usedMs: KEPT_MS, signal });
    const { status, reason, retryAfter } = answer;
    if (status === 200) return;
    if (status === GONE || reason === BAD_TOKEN) await pushSubscriptions.remove(push.to.user_id, [push.to._id]);
    const pause = pauseAsked(retryAfter, clock.millis());
    throw new DeliveryFailed(reason ?? String(status), !isTemporary(status) && reason !== EXPIRED, pause);
  },
};

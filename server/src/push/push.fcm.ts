import { PUSH_CHANNEL } from '@boli/shared/push/push.channel';
import { z } from 'zod';
import { clock } from '../core/clock';
import { DeliveryFailed } from '../core/delivery-queue';
import { settings } from '../settings';
import { connectionFailed, isTemporary, pauseAsked } from './push.connection';
import { type FcmAccount, fcmAccount } from './push.credentials';
import { accessToken, forgetAccessToken } from './push.oauth';
import { pushSubscriptions } from './push.repository';
import type { Push, PushTransport } from './push.transport';

const UNAUTHENTICATED = 401;

/** An error detail of FCM itself; a detail about a field of the request has another type. */
const FcmError = z.object({ '@type': z.string().endsWith('FcmError'), errorCode: z.string() });
const Failure = z.object({ error: z.object({ details: z.array(z.unknown()).default([]) }) });

/** Whether FCM says that there is no device with this token any more, or never was one. */
function isGone(status: number, answer: unknown): boolean {
  const details = Failure.safeParse(answer).data?.error.details ?? [];
  const codes = details.map((detail) => FcmError.safeParse(detail).data?.errorCode).filter(Boolean);
  if (status === 404) return codes.includes('UNREGISTERED');
  // A fault in another field than the token has a detail that names the field.
  return status === 400 && codes.includes('INVALID_ARGUMENT') && codes.length === details.length;
}

/** The body of `messages:send` (FCM HTTP v1): a notification that Android shows while the app is not visible. */
function bodyOf({ to, message, urgency, topic, secondsKept }: Push): string {
  const { title, body, tag, url } = message;
  return JSON.stringify({
    message: {
      token: to.endpoint,
      notification: { title, body },
      data: { url },
      android: {
        priority: urgency === 'high' ? 'HIGH' : 'NORMAL',
        ttl: `${secondsKept}s`,
        collapse_key: topic,
        notification: { tag, channel_id: PUSH_CHANNEL, default_sound: true },
      },
    },
  });
}

async function post({ projectId }: FcmAccount, token: string, { body, signal }: { body: string; signal: AbortSignal }) {
  const answer = await fetch(new URL(`/v1/projects/${projectId}/messages:send`, settings().FCM_API_URL), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body,
    redirect: 'manual',
    signal,
  }).catch((error: unknown) => {
    throw connectionFailed(error);
  });
  const text: unknown = await answer.json().catch(() => null);
  return { status: answer.status, text, retryAfter: answer.headers.get('retry-after') };
}

/** Posts a message; a second time with a new access token if FCM refuses the first one. */
async function postSigned(account: FcmAccount, request: { body: string; signal: AbortSignal }) {
  const token = await accessToken(account, request.signal);
  const answer = await post(account, token, request);
  if (answer.status !== UNAUTHENTICATED) return answer;
  forgetAccessToken(account, token);
  return post(account, await accessToken(account, request.signal), request);
}

/** Reaches Android phones through Firebase Cloud Messaging. */
export const fcmTransport: PushTransport = {
  serviceOf: () => fcmAccount() && 'fcm',
  send: async (push, signal) => {
    const account = fcmAccount();
    if (!account) throw new DeliveryFailed('not_allowed', true);
    const { status, text, retryAfter } = await postSigned(account, { body: bodyOf(push), signal });
    if (status === 200) return;
    if (isGone(status, text)) await pushSubscriptions.remove(push.to.user_id, [push.to._id]);
    throw new DeliveryFailed(String(status), !isTemporary(status), pauseAsked(retryAfter, clock.millis()));
  },
};

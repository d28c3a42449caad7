import { endpoint } from '../core/endpoint';
import { Done } from '../core/fields';
import { PushKey, PushSubscription, PushSubscriptionInput, UnsubscribeInput } from './push.schema';

export const readPushKey = endpoint({
  method: 'get',
  path: '/push/key',
  access: 'any',
  reply: PushKey,
  summary: "The server's public key for Web Push subscriptions, and the push services for phones that the server uses",
});
export const subscribe = endpoint({
  method: 'put',
  path: '/push/subscription',
  access: 'any',
  body: PushSubscriptionInput,
  reply: PushSubscription,
  cost: 3,
  summary:
    'Notify this browser by Web Push, or this phone by FCM or APNs; a repeated call changes what the device is notified of',
});
export const unsubscribe = endpoint({
  method: 'post',
  path: '/push/unsubscribe',
  access: 'any',
  body: UnsubscribeInput,
  reply: Done,
  summary: 'Stop notifying this browser or phone',
});

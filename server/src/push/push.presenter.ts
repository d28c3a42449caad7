import type { PushSubscription } from '@boli/shared/push/push.schema';
import type { PushSubscriptionDocument } from './push.model';

/** Presents what a device is notified of; its address and keys stay with the server. */
export function presentPushSubscription({
  muted,
  quiet,
  time_zone,
  near_km = null,
}: PushSubscriptionDocument): PushSubscription {
  return { muted, quiet, time_zone, near_km };
}

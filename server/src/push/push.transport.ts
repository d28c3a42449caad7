import type { PushMessage } from '@boli/shared/push/push.schema';
import type { Send } from '../core/delivery-queue';
import type { PushSubscriptionDocument } from './push.model';

/** One message to one device. */
export interface Push {
  to: PushSubscriptionDocument;
  message: PushMessage;
  urgency: 'high' | 'normal';
  /** 32 characters of base64url. A later message with the same topic replaces this one. */
  topic: string;
  secondsKept: number;
}

/** A way to reach devices: Web Push, FCM or APNs. */
export interface PushTransport {
  /**
   * The name of the service that delivers to this device; each service has a queue of its own. Null if nothing may be
   * sent to this device.
   */
  serviceOf(device: Pick<PushSubscriptionDocument, 'endpoint'>): string | null;
  /** Sends one message. A device that the service does not know any more is removed. Rejects with `DeliveryFailed`. */
  send: Send<Push>;
}

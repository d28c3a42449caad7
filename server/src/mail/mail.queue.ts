import { countOutcomes } from '../core/delivery.metrics';
import { type DeliveryJob, DeliveryQueue, type QueueLimits } from '../core/delivery-queue';
import type { Mail, MailKind, SendMail } from './mail';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Greylisting servers accept a mail that is sent again after one to fifteen minutes. */
const productLimits: QueueLimits = {
  most: 1_000,
  atOnce: 4,
  attemptMs: 30 * SECOND,
  pausesMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 10 * MINUTE],
};

const outcomes = countOutcomes('mails');

/** A mail to be sent. */
export interface MailJob extends DeliveryJob<Mail> {
  kind: MailKind;
}

/** Creates the queue of mails that wait to be sent by `send`. */
export function mailQueue(send: SendMail, limits: QueueLimits = productLimits): DeliveryQueue<Mail> {
  return new DeliveryQueue({ of: 'mail', send, limits, outcomes });
}

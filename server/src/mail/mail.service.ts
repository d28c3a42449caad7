import type { DeliveryQueue } from '../core/delivery-queue';
import { settings } from '../settings';
import type { Mail } from './mail';
import { type MailJob, mailQueue } from './mail.queue';
import { smtpSender } from './smtp';

let open: { address: string; from: string; queue: DeliveryQueue<Mail> } | null = null;

/** The queue of the configured mail server; null if none is set. */
function currentQueue(): DeliveryQueue<Mail> | null {
  const { SMTP_URL: address, MAIL_FROM: from } = settings();
  if (!address || !from) return null;
  if (open?.address !== address || open.from !== from) {
    open = { address, from, queue: mailQueue(smtpSender(address, from)) };
  }
  return open.queue;
}

/** Queues a mail; the caller does not wait until it is written and sent. Does nothing if no mail server is set. */
export function post(job: MailJob): void {
  currentQueue()?.add(job);
}

/** How many mails are waiting or being sent. */
export function mailsWaiting(): number {
  return open?.queue.size ?? 0;
}

/** Stops sending, when the process stops. */
export async function closeMail(): Promise<void> {
  const closing = open?.queue;
  open = null;
  await closing?.close();
}

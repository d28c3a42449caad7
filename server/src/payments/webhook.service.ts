import { z } from 'zod';
import { clock } from '../core/clock';
import { Invalid } from '../core/errors';
import { logger } from '../core/logger';
import type { Gateway } from './gateway';
import { currentGateway } from './gateways';
import { orders } from './orders.repository';
import { recordCaptured } from './payments.capture';
import { payments } from './payments.repository';
import { isSignedBy } from './signature';

/** The events of a captured payment; both may come for one payment. */
const CAPTURED = ['payment.captured', 'order.paid'];

const Event = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({
      entity: z.object({
        id: z.string().min(1).max(100),
        order_id: z.string().min(1).max(100),
        amount: z.number().int(),
        currency: z.string().max(10),
        status: z.literal('captured').default('captured'),
      }),
    }),
  }),
});
type CapturedPayment = z.output<typeof Event>['payload']['payment']['entity'];

/**
 * Applies a webhook of the gateway, signed over its raw bytes. Every valid signature is answered with success, even for
 * an event that is not used: the gateway no longer calls an endpoint that has failed for a day. Throws 400 for a wrong
 * signature.
 */
export async function receiveWebhook(raw: Buffer, signature: unknown): Promise<void> {
  const gateway = currentGateway();
  const key = gateway?.webhookKey();
  if (!gateway || !key || !isSignedBy(key, raw, signature)) throw new Invalid('payments.bad_signature');
  const event = Event.safeParse(parsed(raw));
  if (!event.success || !CAPTURED.includes(event.data.event)) {
    logger.info('a webhook is ignored: it reports no captured payment');
    return;
  }
  await apply(event.data.payload.payment.entity, gateway);
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}

async function apply({ id, order_id, amount, currency }: CapturedPayment, gateway: Gateway): Promise<void> {
  const booking = await orders.bookingOf(order_id);
  if (booking) {
    await recordCaptured(booking, { id, order_id, amount_paise: amount, currency, status: 'captured' }, gateway);
    return;
  }
  // The booking is looked up later: the answer to a webhook does not wait for the gateway.
  const now = clock.now();
  await payments.insertOnce({
    _id: id,
    gateway: gateway.name,
    order_id,
    booking_id: null,
    amount_paise: amount,
    currency,
    state: 'parked',
    refund_id: null,
    created_at: now,
    refunded_at: null,
    attempt_at: now,
    attempts: 0,
    version: 1,
  });
}

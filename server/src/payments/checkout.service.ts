import { CURRENCY } from '@boli/shared/core/constants';
import type { SimulatedAnswer, SimulatedInput } from '@boli/shared/payments/payments.schema';
import type { z } from 'zod';
import { partyOf } from '../bookings/bookings.policy';
import type { Actor } from '../core/actor';
import { NotFound } from '../core/errors';
import { logger } from '../core/logger';
import type { Gateway } from './gateway';
import { currentGateway } from './gateways';
import { orders } from './orders.repository';
import { checkoutText, signatureOf } from './signature';
import { paySimulated } from './simulated';
import type { SimulatedPayment } from './simulated.model';
import { receiveWebhook } from './webhook.service';

/** As with a real gateway, the webhook comes a little later than the payer's own report. */
const WEBHOOK_AFTER_MS = 1_000;

/**
 * Carries out the caller's action on the simulated checkout. `pay` returns the proof that the checkout hands to its page.
 * Any other outcome returns no proof, so that only the webhook reports the payment or its failure. Throws 404 unless the
 * gateway is the simulated one, and for another person's order.
 */
export async function checkOut(
  actor: Actor,
  orderId: string,
  { outcome }: z.output<typeof SimulatedInput>,
): Promise<z.output<typeof SimulatedAnswer>> {
  const gateway = currentGateway();
  if (gateway?.name !== 'simulated') throw new NotFound();
  partyOf(actor, await orders.bookingOf(orderId));
  const payment = await paySimulated(orderId, outcome === 'fail' ? 'failed' : 'captured');
  if (!payment) throw new NotFound();
  sendWebhook(payment, gateway);
  if (outcome !== 'pay') return { order_id: orderId, payment_id: null, signature: null };
  const signature = signatureOf(gateway.checkoutKey(), checkoutText(orderId, payment._id));
  return { order_id: orderId, payment_id: payment._id, signature };
}

/**
 * Calls the webhook in the gateway's format. Like a real webhook, the call may get lost: it is not made if the process
 * ends before that.
 */
function sendWebhook(payment: SimulatedPayment, gateway: Gateway): void {
  const key = gateway.webhookKey();
  if (!key) return;
  const { _id: id, order_id, amount_paise: amount, status } = payment;
  const entity = { id, entity: 'payment', order_id, amount, currency: CURRENCY, status };
  const body = { entity: 'event', event: `payment.${status}`, contains: ['payment'], payload: { payment: { entity } } };
  const raw = Buffer.from(JSON.stringify(body), 'utf8');
  setTimeout(() => {
    receiveWebhook(raw, signatureOf(key, raw)).catch((error: unknown) =>
      logger.warn({ err: error }, 'a simulated webhook was lost'),
    );
  }, WEBHOOK_AFTER_MS).unref();
}

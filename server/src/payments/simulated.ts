import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { CURRENCY } from '@boli/shared/core/constants';
import { clock } from '../core/clock';
import { derivedKey } from '../core/secrets';
import type { Settings } from '../settings';
import { type Gateway, GatewayFailed, type GatewayOrder, type GatewayPayment } from './gateway';
import type { SimulatedOrder, SimulatedPayment } from './simulated.model';
import { simulatedStore } from './simulated.repository';

/**
 * Creates a simulated gateway with Razorpay's shapes and signatures, in which no money moves. Whoever knows its secret
 * can act as the gateway. `payment` treats an unknown payment as made and stores it, because only a valid signature
 * leads to such a call.
 */
export function simulatedGateway({ SIMULATED_GATEWAY_SECRET: secret }: Settings): Gateway {
  const key = (): KeyObject =>
    secret ? createSecretKey(Buffer.from(secret, 'utf8')) : derivedKey('the simulated gateway');
  return {
    name: 'simulated',
    keyId: 'rzp_simulated',
    checkoutKey: key,
    webhookKey: key,
    async createOrder({ receipt, amount_paise }) {
      const order = { _id: newId('order'), receipt, amount_paise, created_at: clock.now() };
      await simulatedStore.insertOrder(order);
      return asOrder(order);
    },
    ordersByReceipt: async (receipt) => (await simulatedStore.ordersByReceipt(receipt)).map(asOrder),
    async order(id) {
      const order = await simulatedStore.order(id);
      return order && asOrder(order);
    },
    async payment(id, orderId) {
      const known = (await simulatedStore.payment(id)) ?? (await paySimulated(orderId, 'captured', id));
      return known?.order_id === orderId ? asPayment(known) : null;
    },
    paymentsOf: async (orderId) => (await simulatedStore.paymentsOf(orderId)).map(asPayment),
    capture: async (payment) => payment,
    async refund({ id, order_id, refund_paise }) {
      await paySimulated(order_id, 'captured', id);
      const refundId = await simulatedStore.refund(id, { id: newId('rfnd'), amount_paise: refund_paise });
      if (!refundId) throw new GatewayFailed('it does not know the payment', 404);
      return refundId;
    },
  };
}

/**
 * Stores a payment of an order with this status: paid on the simulated checkout, or failed. Returns the stored payment;
 * null when there is no such order.
 */
export async function paySimulated(
  orderId: string,
  status: 'captured' | 'failed',
  id = newId('pay'),
): Promise<SimulatedPayment | null> {
  const order = await simulatedStore.order(orderId);
  if (!order) return null;
  const { amount_paise } = order;
  const payment = { _id: id, order_id: orderId, amount_paise, status, refund_id: null, created_at: clock.now() };
  await simulatedStore.insertPaymentOnce(payment);
  return simulatedStore.payment(id);
}

/** Creates an id in Razorpay's format: a prefix and fourteen letters and digits. */
function newId(kind: 'order' | 'pay' | 'rfnd'): string {
  return `${kind}_${randomBytes(24).toString('base64').replace(/[+/=]/g, '').slice(0, 14)}`;
}

function asOrder(order: SimulatedOrder): GatewayOrder {
  return {
    id: order._id,
    receipt: order.receipt,
    amount_paise: order.amount_paise,
    currency: CURRENCY,
    paid: false,
  };
}

function asPayment(payment: SimulatedPayment): GatewayPayment {
  return {
    id: payment._id,
    order_id: payment.order_id,
    amount_paise: payment.amount_paise,
    currency: CURRENCY,
    status: payment.status,
    refunded_paise: payment.refunded_paise ?? (payment.status === 'refunded' ? payment.amount_paise : 0),
  };
}

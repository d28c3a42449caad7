import type { KeyObject } from 'node:crypto';
import type { GatewayName } from '@boli/shared/app/app.schema';
import { AppError } from '../core/errors';
import { logger } from '../core/logger';

/** An order at the gateway; the amount in paise. */
export interface GatewayOrder {
  id: string;
  /** The booking's id. */
  receipt: string | null;
  amount_paise: number;
  currency: string;
  paid: boolean;
}

/** A payment at the gateway; the amount in paise. `authorized` is money that is held, not yet captured. */
export interface GatewayPayment {
  id: string;
  order_id: string | null;
  amount_paise: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  /** The part of the amount that was refunded. */
  refunded_paise: number;
}

/**
 * A payment gateway. A call throws `GatewayFailed` if a request to the gateway takes longer than `GATEWAY_LIMIT_MS`;
 * only `capture` may make two requests. An order or payment that does not exist is null. A call may be repeated, except
 * `createOrder`.
 */
export interface Gateway {
  readonly name: GatewayName;
  /** The public key for the checkout in the browser. */
  readonly keyId: string;
  /** The key that signs `order|payment` when a checkout has been paid. */
  checkoutKey(): KeyObject;
  /** The key that signs the raw body of a webhook; null if none is configured. */
  webhookKey(): KeyObject | null;
  createOrder(asked: { receipt: string; amount_paise: number }): Promise<GatewayOrder>;
  ordersByReceipt(receipt: string): Promise<GatewayOrder[]>;
  order(id: string): Promise<GatewayOrder | null>;
  /** The payment with this id; null if it belongs to another order. */
  payment(id: string, orderId: string): Promise<GatewayPayment | null>;
  paymentsOf(orderId: string): Promise<GatewayPayment[]>;
  /** Captures an authorized payment. */
  capture(payment: GatewayPayment): Promise<GatewayPayment>;
  /** Refunds a payment, in full or in part, only once however often it is called; returns the refund's id. */
  refund(payment: { id: string; order_id: string; refund_paise: number }): Promise<string>;
}

/** A little under five seconds, so that our own answer is sent within five. */
export const GATEWAY_LIMIT_MS = 4_800;

/**
 * 503: the gateway cannot be reached, is too slow, returns an invalid answer, or refuses the request (then `refusal` is
 * its HTTP status).
 */
export class GatewayFailed extends AppError {
  readonly reason: string;
  /** The gateway's HTTP status of a refusal, else null. */
  readonly refusal: number | null;

  constructor(reason: string, refusal: number | null = null) {
    super(503, 'payments.gateway_unavailable', { retryAfter: 5 });
    this.reason = reason;
    this.refusal = refusal;
  }
}

/**
 * Rejects with `GatewayFailed` if work that makes several gateway calls takes longer than `limitMs` in total; the
 * running calls continue. Logs why the gateway failed, because the answer to the caller does not say it.
 */
export async function withinLimit<T>(work: Promise<T>, limitMs = GATEWAY_LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new GatewayFailed('it took too long')), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof GatewayFailed) logger.warn({ reason: error.reason }, 'the payment gateway failed');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

import type { KeyObject } from 'node:crypto';
import type { GatewayName } from '@boli/shared/app/app.schema';
import { AppError } from '../core/errors';

/** An order as the gateway has it; the amount in paise. */
export interface GatewayOrder {
  id: string;
  /** The booking's id. */
  receipt: string | null;
  amount_paise: number;
  currency: string;
  paid: boolean;
}

/** A payment as the gateway has it; the amount in paise. `authorized` is money held, not yet taken. */
export interface GatewayPayment {
  id: string;
  order_id: string | null;
  amount_paise: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  /** What has gone back of it. */
  refunded_paise: number;
}

/**
 * Whoever takes payments. Every call is answered within `GATEWAY_LIMIT_MS` or throws `GatewayFailed`; what is not there
 * is null. All but `createOrder` may be repeated without harm.
 */
export interface Gateway {
  readonly name: GatewayName;
  /** What the checkout in the browser gets. */
  readonly keyId: string;
  /** Signs `order|payment` when a checkout has been paid. */
  checkoutKey(): KeyObject;
  /** Signs the raw body of a webhook; null where none was agreed. */
  webhookKey(): KeyObject | null;
  createOrder(asked: { receipt: string; amount_paise: number }): Promise<GatewayOrder>;
  ordersByReceipt(receipt: string): Promise<GatewayOrder[]>;
  order(id: string): Promise<GatewayOrder | null>;
  /** A payment of this order. */
  payment(id: string, orderId: string): Promise<GatewayPayment | null>;
  paymentsOf(orderId: string): Promise<GatewayPayment[]>;
  /** Takes the money of an authorized payment. */
  capture(payment: GatewayPayment): Promise<GatewayPayment>;
  /** Pays a payment back, in full or in part, once however often it is asked; returns the refund's id. */
  refund(payment: { id: string; order_id: string; refund_paise: number }): Promise<string>;
}

/** A little under five seconds, so that our own answer is there within them. */
export const GATEWAY_LIMIT_MS = 4_800;

/** 503: the gateway is away, too slow, talks nonsense, or (with its `status`) refuses what was asked. */
export class GatewayFailed extends AppError {
  readonly reason: string;
  /** Of a refusal the gateway's HTTP status, else null. */
  readonly refusal: number | null;

  constructor(reason: string, refusal: number | null = null) {
    super(503, 'payments.gateway_unavailable', { retryAfter: 5 });
    this.reason = reason;
    this.refusal = refusal;
  }
}

/** Gives up on several gateway calls together after `GATEWAY_LIMIT_MS`; what is under way goes on by itself. */
export async function withinLimit<T>(work: Promise<T>, limitMs = GATEWAY_LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new GatewayFailed('it took too long')), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

import type { Order } from '@boli/shared/payments/payments.schema';

/** The result of a checkout: a payment to be verified, a failure, or a dismissal. */
export type CheckoutResult =
  | { kind: 'paid'; order_id: string; payment_id: string; signature: string }
  | { kind: 'failed' }
  | { kind: 'dismissed' };

export interface CheckoutRequest {
  order: Order;
  /** Shown in the checkout: 'Booking 7c1f09ab'. */
  description: string;
  payer: { name: string; email: string; phone: string | null };
  /** Whether the checkout opens with UPI selected. */
  preferUpi: boolean;
}

/** The gateway's checkout could not be loaded. */
export class CheckoutUnavailable extends Error {}

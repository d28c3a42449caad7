import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Order } from '@boli/shared/payments/payments.schema';
import { JournalModel } from '../ledger/journal.model';
import type { TestAnswer, TestApp, TestPerson } from './app';

export interface Proof {
  order_id: string;
  payment_id: string;
  signature: string;
}

/** The calls of a payment over the API. */
export function cashier(app: Pick<TestApp, 'request'> & { url: string }) {
  return {
    order: (customer: TestPerson, booking: Booking, more: object = {}) =>
      app.request<Order>('POST', '/payment/create-order', {
        token: customer.token,
        body: { booking_id: booking.id, amount: booking.final_price, currency: 'INR', ...more },
      }),
    verify: (customer: TestPerson, booking: { id: string }, proof: object) =>
      app.request<{ success: true; booking: Booking; code?: string }>('POST', '/payment/verify', {
        token: customer.token,
        body: { booking_id: booking.id, ...proof },
      }),
    /** Sends a webhook with these raw bytes and this signature. */
    async hook({ raw, signature }: { raw: string; signature: string | null }): Promise<TestAnswer<unknown>> {
      const response = await fetch(`${app.url}/api/payment/webhook`, {
        method: 'POST',
        body: raw,
        headers: {
          'Content-Type': 'application/json',
          ...(signature !== null && { 'X-Razorpay-Signature': signature }),
        },
      });
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
  };
}

/** The ids of the journal entries of a booking, and the balance of each account in paise. */
export async function journalOf(bookingId: string): Promise<{ entries: string[]; left: Record<string, number> }> {
  const entries = await JournalModel.find({ booking_id: bookingId }).sort({ _id: 1 }).lean();
  const left: Record<string, number> = {};
  for (const line of entries.flatMap((entry) => entry.lines)) {
    left[line.account] = (left[line.account] ?? 0) + line.amount_paise;
  }
  return { entries: entries.map((entry) => entry._id), left };
}

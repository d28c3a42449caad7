import { undoVerification, verifyDriver } from '@boli/shared/admin/admin.endpoints';
import { confirmPayment, refuseClaim } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { exportCsv, payPayout } from '@boli/shared/ledger/ledger.endpoints';
import type { exportKinds, Payout } from '@boli/shared/ledger/ledger.schema';
import { decideReview, listRefunds, markRefunded } from '@boli/shared/payments/payments.endpoints';
import type { Refund, ReviewDecision } from '@boli/shared/payments/payments.schema';
import { paySettlement, undoSettlement } from '@boli/shared/settlements/settlements.endpoints';
import { type Settlement, WAIVED } from '@boli/shared/settlements/settlements.schema';
import { call, callFile, callList } from '../../core/api';
import { logged } from '../../core/log';
import { type Actions, useAction } from '../../core/use-action';
import { loadAdmin } from './admin.store';

const REFERENCE_PREFIX = 'SETTLEMENT_';

/**
 * Records a settlement as paid by bank transfer, with a reference made from the current time.
 * @throws {ApiError}
 */
export async function settle(settlement: Settlement): Promise<void> {
  await call(paySettlement, {
    params: { id: settlement.id },
    body: {
      settlement_status: 'paid',
      payment_method: 'bank_transfer',
      payment_reference: `${REFERENCE_PREFIX}${Date.now()}`,
    },
  });
}

/** Waives a fee for cancelling: records that nobody has to pay it. @throws {ApiError} */
export async function waive({ id }: Settlement): Promise<void> {
  await call(paySettlement, {
    params: { id },
    body: { settlement_status: 'paid', payment_method: WAIVED, payment_reference: `WAIVED_${Date.now()}` },
  });
}

/** Undoes Mark Paid or Waive. @throws {ApiError} */
export async function undoPaid({ id }: Settlement): Promise<void> {
  await call(undoSettlement, { params: { id } });
}

/** Undoes a decision on a driver. @throws {ApiError} */
export async function undoDecision(userId: string): Promise<void> {
  await call(undoVerification, { params: { userId } });
}

/** Decides on a driver's documents. @throws {ApiError} */
export async function decide(userId: string, status: 'verified' | 'rejected', reason: string): Promise<void> {
  await call(verifyDriver, { params: { userId }, query: { status }, body: { reason } });
}

/** Records that a payout was transferred to the driver's bank account. @throws {ApiError} */
export function recordPayout(payout: Payout, reference: string): Promise<Payout> {
  return call(payPayout, { params: { id: payout.id }, body: { reference } });
}

/** An admin's decision about a refund; `amount` in rupees; null for omitted values. */
export interface RefundDecision {
  reference: string | null;
  amount: number | null;
}

/**
 * Records that a direct payment was returned to the customer, or decides the amount of a refund. Resolves to the
 * updated refund. @throws {ApiError}
 */
export async function recordRefund(refund: Refund, { reference, amount }: RefundDecision): Promise<Refund> {
  const booking = await call(markRefunded, {
    params: { booking_id: refund.id },
    body: { ...(reference !== null && { reference }), ...(amount !== null && { amount }) },
  });
  return { ...refund, ...booking };
}

/**
 * Confirms a claimed payment in place of the customer or the driver. Repeating the request with the same
 * `idempotencyKey` is harmless. Resolves to the updated refund. @throws {ApiError}
 */
export async function confirmFor(refund: Refund, idempotencyKey: string): Promise<Refund> {
  const booking = await call(confirmPayment, { params: { id: refund.id }, idempotencyKey });
  const confirmed = { ...refund, ...booking };
  return booking.refund_status === 'review' ? proposed(confirmed) : confirmed;
}

/**
 * Refuses the payment that the customer claims. Repeating the request with the same `idempotencyKey` is harmless.
 * Resolves to the updated row. @throws {ApiError}
 */
export async function refuseFor(refund: Refund, idempotencyKey: string): Promise<Refund> {
  return { ...refund, ...(await call(refuseClaim, { params: { id: refund.id }, idempotencyKey })) };
}

/** The refund with its proposed amount, which only the list of refunds contains; unchanged when that cannot be read. */
async function proposed(refund: Refund): Promise<Refund> {
  const after = new Date(Date.parse(refund.created_at) + 1).toISOString();
  const read = await callList(listRefunds, { query: { limit: 1, before: after } }).catch(() => null);
  return read?.rows.find(({ id }) => id === refund.id) ?? refund;
}

/** Decides about a ride that was completed without a plausible drive. @throws {ApiError} */
export async function decideOnRide(booking: Booking, body: ReviewDecision): Promise<void> {
  await call(decideReview, { params: { booking_id: booking.id }, body });
}

/** Saves a table as a CSV file. @throws {ApiError} */
export async function saveCsv(kind: (typeof exportKinds)[number]): Promise<void> {
  const file = await callFile(exportCsv, { params: { kind } });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `boli-${kind}.csv`;
  link.click();
  // By then the download has started, and the browser no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Runs an admin's action, then reloads the dashboard, after a failure too: another admin may have been faster. */
export function useAdminAction(): Actions {
  return useAction(() => loadAdmin().catch(logged('reading the figures')));
}

import { finishAbandonedActions } from '../admin-log/admin-log.service';
import { accountReconciler } from '../auth/accounts.reconcile';
import { settleAbandonedRedemptions, settlePromo } from '../bookings/bookings.promo';
import { bookingReconciler, emitChange, emitFirst, moveRequest } from '../bookings/bookings.reconcile';
import { finishAbandonedClaims } from '../bookings/bookings.service';
import { checkStanding, endRejectedDriver, endSuspendedAccount } from '../bookings/bookings.steps';
import { logger } from '../core/logger';
import type { Reconciled, Reconciler, ReconcileSteps } from '../core/reconcile';
import { driverReconciler, emitDriver } from '../drivers/drivers.reconcile';
import {
  journalBooking,
  journalPayout,
  journalSettlement,
  listPayoutOfBooking,
  listPayoutOfSettlement,
  payoutReconciler,
} from '../ledger/ledger.reconcile';
import { markSumsOfBooking, markSumsOfSettlement, settleAgainInSums } from '../ledger/sums.reconcile';
import { notifyOfBooking, notifyOfDecision } from '../notifications/notifications.reconcile';
import { creditBooking, oweRefundOfBooking, paymentReconciler } from '../payments/payments.capture';
import { recordPayment } from '../payments/payments.journal';
import { checkOrders, findOwnersOfParked, freeAbandonedOrders } from '../payments/reconciler';
import { payRefunds } from '../payments/refunds.service';
import { passReconciler } from '../pricing/passes.reconcile';
import { countDriverFigures } from '../ratings/ratings.service';
import { reconcileAbandonedQuotes } from '../rides/quotes.reconcile';
import type { MayRun } from '../scheduler/scheduler';
import { settlePass } from '../settlements/passes.settlement';
import { emitSettlement, settlementReconciler } from '../settlements/settlements.reconcile';
import { settleBooking } from '../settlements/settlements.service';
import { reportDiskFull } from '../store/space';
import type { ReconcilerName, RepairName } from './declared';

/** A reconciler with the functions of its steps, for any type of document. */
export interface WiredReconciler {
  readonly steps: readonly string[];
  readonly implementation: object;
  implement(): void;
  retryFailed(): Promise<void>;
  retryAbandoned(mayRun: MayRun): Promise<void>;
}

function wired<D extends Reconciled, Step extends string>(
  reconciler: Reconciler<D, Step>,
  implementation: ReconcileSteps<D, Step>,
): WiredReconciler {
  const { steps, retryFailed, retryAbandoned } = reconciler;
  return { steps, implementation, implement: () => reconciler.implement(implementation), retryFailed, retryAbandoned };
}

/** Every reconciler with its steps. The steps run in the order in which the reconciler declares them. */
export const reconcilers: Readonly<Record<ReconcilerName, WiredReconciler>> = {
  users: wired(accountReconciler, { standing: endSuspendedAccount }),
  driver_profiles: wired(driverReconciler, {
    rejection: endRejectedDriver,
    inbox: notifyOfDecision,
    emit: emitDriver,
  }),
  bookings: wired(bookingReconciler, {
    standing: checkStanding,
    emit_first: emitFirst,
    request: moveRequest,
    promo: settlePromo,
    settlement: settleBooking,
    refund: oweRefundOfBooking,
    journal: journalBooking,
    payout: listPayoutOfBooking,
    sums: markSumsOfBooking,
    emit: emitChange,
    inbox: notifyOfBooking,
    driver_figures: countDriverFigures,
  }),
  passes: wired(passReconciler, { settlement: settlePass }),
  settlements: wired(settlementReconciler, {
    journal: journalSettlement,
    payout: listPayoutOfSettlement,
    sums: markSumsOfSettlement,
    emit: emitSettlement,
    booking: settleAgainInSums,
  }),
  payouts: wired(payoutReconciler, { journal: journalPayout }),
  payments: wired(paymentReconciler, { credit: creditBooking, journal: recordPayment }),
};

/** Repairs of work that a stopped process may leave unfinished; each may run twice at the same time. */
export const repairs: Readonly<Record<RepairName, () => Promise<void>>> = {
  claims: finishAbandonedClaims,
  quotes: reconcileAbandonedQuotes,
  redemptions: settleAbandonedRedemptions,
  orders: freeAbandonedOrders,
  order_checks: checkOrders,
  parked_payments: findOwnersOfParked,
  refunds: payRefunds,
  admin_actions: finishAbandonedActions,
};

/** Repeats the steps that failed in this process; called when the database is reachable again. */
export async function retryFailed(): Promise<void> {
  for (const { retryFailed } of Object.values(reconcilers)) await retryFailed();
}

/**
 * Finishes everything that any process has left unfinished; one failing part does not stop the others. Ends after the
 * current document or repair when this process stops, or when another node of the cluster has taken this work over.
 */
export async function reconcileAll(signal?: AbortSignal, mayRun: MayRun = () => true): Promise<void> {
  const goesOn = () => signal?.aborted !== true && mayRun();
  const parts = [...Object.values(reconcilers).map(({ retryAbandoned }) => retryAbandoned), ...Object.values(repairs)];
  for (const part of parts) {
    if (!goesOn()) return;
    await part(goesOn).catch((error: unknown) => {
      reportDiskFull(error);
      logger.error({ err: error }, 'a part of the reconciliation failed');
    });
  }
}

import { Conflict } from '../core/errors';
import type { SettlementDocument, UndonePayment } from './settlements.model';
import { BY_GATEWAY } from './settlements.repository';
import { isWaived } from './waive.policy';

/**
 * Throws 409 for a settlement that no admin has marked as paid, that was marked before `since`, or whose payout has
 * begun.
 */
export function checkUndo({ payment_method: method, paid_at, payout_begun }: SettlementDocument, since: Date): void {
  if (!paid_at || method === null || method === BY_GATEWAY) throw new Conflict('settlements.not_marked');
  if (paid_at < since) throw new Conflict('admin.undo_late');
  if (payout_begun) throw new Conflict('settlements.payout_begun');
}

/**
 * The changes that undo the payment, or the waiving, of a settlement. The settlement keeps the undone payment for the
 * journal.
 */
export function changeOfUndo(settlement: SettlementDocument, now: Date) {
  const { net_due_paise, paid_at, undone = [] } = settlement;
  const payment: UndonePayment = {
    amount_paise: net_due_paise,
    paid_at: paid_at ?? now,
    undone_at: now,
    ...(isWaived(settlement) && { waived: true }),
  };
  return {
    settlement_status: 'pending' as const,
    payment_method: null,
    payment_reference: null,
    paid_at: null,
    undone: [...undone, payment],
  };
}

/** Whether the settlement is pending because its payment was undone at `since` or later. */
export function wasUndone({ settlement_status, undone = [] }: SettlementDocument, since: Date): boolean {
  const last = undone.at(-1);
  return settlement_status === 'pending' && last !== undefined && last.undone_at >= since;
}

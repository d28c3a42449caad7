import { reconciler } from '../core/reconcile';
import { domainEvents } from '../domain-events';
import type { SettlementDocument } from './settlements.model';
import { settlements } from './settlements.repository';

/**
 * The steps after a settlement was paid, its payment undone or a pass bought, in this order: the journal gets its
 * entries; the payout is listed or removed; the kept sums are marked as stale; the domain events are emitted; if the
 * payment was undone, the settlement is updated from its booking.
 */
export const settlementReconciler = reconciler({
  name: 'settlements',
  steps: ['journal', 'payout', 'sums', 'emit', 'booking'],
  read: settlements.byId,
  clear: settlements.clearFollowUp,
  marks: settlements.followUps,
});

/** Emits the settlement that is stored now; a repeated write emits again. */
export function emitSettlement(settlement: SettlementDocument): void {
  domainEvents.emit('settlement.changed', { settlement });
  domainEvents.emit('earnings.changed', { driverId: settlement.driver_id });
}

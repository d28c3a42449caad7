import { reconciler } from '../core/reconcile';
import { domainEvents } from '../domain-events';
import type { SettlementDocument } from './settlements.model';
import { settlements } from './settlements.repository';

/**
 * The reconciler of paid settlements. Its steps, in this order: the journal gets its entry; the driver's payout is
 * listed; last the domain events are emitted.
 */
export const settlementReconciler = reconciler({
  name: 'settlements',
  steps: ['journal', 'payout', 'emit'],
  read: settlements.byId,
  clear: settlements.clearFollowUp,
  marks: settlements.followUps,
});

/** Emits the settlement that is stored now; a repeated write emits again. */
export function emitSettlement(settlement: SettlementDocument): void {
  domainEvents.emit('settlement.changed', { settlement });
  domainEvents.emit('earnings.changed', { driverId: settlement.driver_id });
}

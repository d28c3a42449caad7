import { facts } from '../core/facts';
import { followers } from '../core/follow';
import type { SettlementDocument } from './settlements.model';
import { settlements } from './settlements.repository';

declare module '../core/facts' {
  interface Facts {
    /** A settlement was made or paid. */
    'settlement.changed': { settlement: SettlementDocument };
  }
}

/**
 * What has to happen after a settlement was paid, in this order: the journal gets its entry; what the platform owes the
 * driver is listed; last everybody is told.
 */
export const settlementFollowers = followers<SettlementDocument>({
  name: 'settlements',
  order: ['journal', 'payout', 'tell'],
  read: settlements.byId,
  clear: settlements.clearFollowUp,
  marks: settlements.followUps,
});

settlementFollowers.on('tell', async (settlement) => emitSettlement(settlement));

/** Emits a settlement as it is stored; a repeated write does it again. */
export function emitSettlement(settlement: SettlementDocument): void {
  facts.tell('settlement.changed', { settlement });
  facts.tell('earnings.changed', { driverId: settlement.driver_id });
}

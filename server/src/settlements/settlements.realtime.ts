import { rooms } from '@boli/shared/realtime/rooms';
import '../bookings/bookings.facts';
import { facts } from '../core/facts';
import { inOrder } from '../realtime/in-order';
import { hasListeners, push } from '../realtime/push';
import { presentEarnings, presentSettlement } from './settlements.presenter';
import * as settlements from './settlements.service';

/** Tells admins of settlements, and a driver of what it earned and owes. */
export function settlementRealtime(): void {
  facts.on('settlement.changed', ({ settlement }) => {
    push([rooms.admins], 'settlement:updated', { settlement: presentSettlement(settlement) });
  });
  facts.on('earnings.changed', ({ driverId }) =>
    inOrder(`earnings:${driverId}`, async () => {
      // Figures are summed for who is there to see them; whoever comes later reads them afresh.
      if (!hasListeners(rooms.user(driverId))) return;
      const earnings = presentEarnings(await settlements.earningsOf({ id: driverId }));
      push([rooms.user(driverId)], 'earnings:updated', { earnings });
    }),
  );
}

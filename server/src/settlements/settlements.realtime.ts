import { rooms } from '@boli/shared/realtime/rooms';
import type { DomainEvents } from '../domain-events';
import { inOrder } from '../realtime/in-order';
import { hasListeners, push } from '../realtime/push';
import { presentEarnings, presentSettlement } from './settlements.presenter';
import * as settlements from './settlements.service';

/** Pushes a settlement to the admins. */
export function pushSettlement({ settlement }: DomainEvents['settlement.changed']): void {
  push([rooms.admins], 'settlement:updated', { settlement: presentSettlement(settlement) });
}

/** Pushes a driver's earnings and debt to the driver. */
export function pushEarnings({ driverId }: DomainEvents['earnings.changed']): Promise<void> {
  return inOrder(`earnings:${driverId}`, () => pushSums(driverId), {
    says: 'earnings',
    to: () => [rooms.user(driverId)],
  });
}

async function pushSums(driverId: string): Promise<void> {
  // The sums are computed only for connected drivers; a driver who connects later reads them.
  if (!hasListeners(rooms.user(driverId))) return;
  const earnings = presentEarnings(await settlements.earningsOf({ id: driverId }));
  push([rooms.user(driverId)], 'earnings:updated', { earnings });
}

import { clock } from '../core/clock';
import { domainEvents } from '../domain-events';
import type { RideDocument } from './rides.model';
import { rides } from './rides.repository';

/** Notifies the customer that a request has ended without a booking; may run any number of times. */
export type ExpiryStep = (ride: RideDocument) => Promise<void>;

const MAX_TRIES = 8;

let inbox: ExpiryStep | null = null;

/** Registers the function that notifies of an expiry; called once, when the process starts. */
export function implementExpirySteps(steps: { inbox: ExpiryStep }): void {
  inbox = steps.inbox;
}

/**
 * Expires this request if it is open after its expiry. The inbox is written first, so that the next run repeats what a
 * crash left unfinished. Nobody is notified of an expiry that does not happen, because a request past its expiry can
 * only expire.
 */
export async function expireIfDue(id: string): Promise<void> {
  if (!inbox) throw new Error('the steps of expiries are not wired');
  // After its expiry only withdrawals change a request. Each may change the reason for which the request expires, so the
  // request is read again.
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const due = await rides.dueToExpire(id, clock.now());
    if (!due) return;
    await inbox(due);
    const ride = await rides.expire(due, clock.now());
    if (ride) {
      domainEvents.emit('ride.changed', { ride, change: 'updated' });
      return;
    }
  }
}

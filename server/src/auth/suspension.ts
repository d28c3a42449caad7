import type { Actor } from '../core/actor';
import { Forbidden } from '../core/errors';
import type { SuspensionRecord } from './auth.model';

/** Whether a person has a ride to finish or to settle. */
export type HasBookingsToFinish = (actor: Actor) => Promise<boolean>;
let hasBookingsToFinish: HasBookingsToFinish = async () => false;

/** Registers the implementation, because accounts may not import bookings; called once, when the process starts. */
export function implementFinishing(check: HasBookingsToFinish): void {
  hasBookingsToFinish = check;
}

/** Returns the 403 for a suspended person; its message contains the reason of the suspension. */
export function suspendedError({ reason }: Pick<SuspensionRecord, 'reason'>): Forbidden {
  return new Forbidden('auth.suspended', { reason });
}

/**
 * Admits a suspended person only to calls that finish or settle a ride, and only while there is one
 * (docs/decisions/0011-a-suspended-person-finishes-the-ride.md). Throws 403 with the reason.
 */
export async function checkMayFinish(actor: Actor, record: SuspensionRecord, whileSuspended: boolean): Promise<void> {
  if (!whileSuspended || !(await hasBookingsToFinish(actor))) throw suspendedError(record);
}

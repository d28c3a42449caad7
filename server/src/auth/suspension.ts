import type { Actor } from '../core/actor';
import { Forbidden } from '../core/errors';
import type { SuspensionRecord } from './auth.model';

/** Whether somebody has a ride to finish or to settle. */
export type HasBookingsToFinish = (actor: Actor) => Promise<boolean>;
let hasBookingsToFinish: HasBookingsToFinish = async () => false;

/** Registers the bookings' answer, because accounts may not import bookings; once, when the process starts. */
export function implementFinishing(check: HasBookingsToFinish): void {
  hasBookingsToFinish = check;
}

/** The 403 with the reason for a suspended person. */
export function suspendedError({ reason }: Pick<SuspensionRecord, 'reason'>): Forbidden {
  return new Forbidden('auth.suspended', { reason });
}

/**
 * Lets a suspended person through only to what finishes or settles a ride, and only while there is one
 * (docs/decisions, a suspended person finishes the ride). Throws 403 with the reason.
 */
export async function checkMayFinish(actor: Actor, record: SuspensionRecord, whileSuspended: boolean): Promise<void> {
  if (!whileSuspended || !(await hasBookingsToFinish(actor))) throw suspendedError(record);
}

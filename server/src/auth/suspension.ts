import type { Actor } from '../core/actor';
import { Forbidden } from '../core/errors';
import type { SuspensionRecord } from './auth.model';

type IsFinishing = (actor: Actor) => Promise<boolean>;
let isFinishing: IsFinishing = async () => false;

/** Registers what knows whether somebody has a ride to finish or to settle; once, by the noun that has the rides. */
export function onFinishing(check: IsFinishing): void {
  isFinishing = check;
}

/** The 403 that tells a suspended person why. */
export function suspendedError({ reason }: Pick<SuspensionRecord, 'reason'>): Forbidden {
  return new Forbidden('auth.suspended', { reason });
}

/**
 * Lets a suspended person through only to what finishes or settles a ride, and only while there is one
 * (docs/decisions, a suspended person finishes the ride). Throws 403 with the reason.
 */
export async function checkMayFinish(actor: Actor, record: SuspensionRecord, whileSuspended: boolean): Promise<void> {
  if (!whileSuspended || !(await isFinishing(actor))) throw suspendedError(record);
}

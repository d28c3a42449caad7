import { abandonedAfter } from '../core/abandoned';
import type { PaymentDocument, PaymentState } from './payments.model';
import { LEASE_MS, markOfAttempt } from './payments.policy';
import { payments } from './payments.repository';

/** How many payments one round reads. */
const BATCH = 200;

/**
 * Creates the reader of the payments in this state whose next attempt is due, the longest due first. An attempt is due
 * by the wall clock, or when this process has seen the attempt wait as long as its pause, even if the clock was set
 * back.
 */
export function dueAttempts(state: PaymentState): () => Promise<PaymentDocument[]> {
  const due = abandonedAfter(LEASE_MS);
  return async () => {
    const waiting = await payments.toAttempt(state, BATCH);
    const chosen = due(waiting.flatMap(markOfAttempt));
    return waiting.filter(({ _id }) => chosen.has(_id));
  };
}

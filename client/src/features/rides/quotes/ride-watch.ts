import { send } from '../../../core/socket';
import { upsertRide, useRides } from '../rides.store';
import { applyQuotesSnapshot, beginQuotesRead } from './quotes.store';

/** The requests that this page has received in full. A request that the device remembers may come from an older app. */
const received = new Set<string>();

/**
 * Joins the room of a request and loads it with its quotes. After a lost connection it names the held version, so that a
 * request which has not changed is not sent again. Rejects with the ApiError.
 */
export async function watchRide(id: string): Promise<void> {
  const pending = beginQuotesRead(id);
  const since = received.has(id) ? useRides.getState().byId[id]?.version : undefined;
  const answer = await send('ride:watch', { ride_request_id: id, since });
  if ('unchanged' in answer) {
    // The held request is current, and has no quotes.
    applyQuotesSnapshot(id, [], pending);
    return;
  }
  received.add(id);
  upsertRide(answer.ride_request);
  applyQuotesSnapshot(id, answer.quotes, pending);
}

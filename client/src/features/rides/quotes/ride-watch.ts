import { send } from '../../../core/socket';
import { upsertRide, useRides } from '../rides.store';
import { applyQuotesSnapshot, beginQuotesRead } from './quotes.store';

/**
 * The requests that this page has received in full. Those that the device has stored do not count: an older version of
 * the app, which lacked some fields, may have stored them.
 */
const received = new Set<string>();

/**
 * Joins the room of a request, and loads the request with its quotes. For a request that this page has received before,
 * the message names the stored version: the server then answers only `unchanged` if nothing has changed and there are no
 * quotes. Rejects with the ApiError.
 */
export async function watchRide(id: string): Promise<void> {
  const pending = beginQuotesRead(id);
  const since = received.has(id) ? useRides.getState().byId[id]?.version : undefined;
  const answer = await send('ride:watch', { ride_request_id: id, since });
  if ('unchanged' in answer) {
    // The stored request is current, and has no quotes.
    applyQuotesSnapshot(id, [], pending);
    return;
  }
  received.add(id);
  upsertRide(answer.ride_request);
  applyQuotesSnapshot(id, answer.quotes, pending);
}

import { onServer } from './server';

/**
 * The hub's address. A page cannot read the response to a failed upgrade to a WebSocket, so it asks by a plain request
 * to this address how long to wait.
 */
const HUB = '/socket.io/?EIO=4&transport=websocket';
const ASK_WITHIN_MS = 5_000;

/**
 * How long (ms) the server asks this page to wait before it connects again; 0 if it does not ask, or does not answer.
 * Servers ask for a wait while many clients connect at the same time. Adds up to a second (the unit of the answer) and
 * up to a tenth of the wait, at random, so that pages with the same answer do not come at the same moment.
 */
export async function turnOf(random: () => number = Math.random): Promise<number> {
  const answer = await fetch(onServer(HUB), { cache: 'no-store', signal: AbortSignal.timeout(ASK_WITHIN_MS) }).catch(
    () => null,
  );
  const seconds = answer?.status === 503 ? answer.headers.get('Retry-After') : null;
  return seconds === null ? 0 : (Number(seconds) * (1 + random() / 10) + random()) * 1_000;
}

import { onServer } from './server';

/** The hub's address; a plain request to it answers when the page's turn comes, which the failed socket cannot read. */
const HUB = '/socket.io/?EIO=4&transport=websocket';
const ASK_WITHIN_MS = 5_000;

/**
 * How long the server asks this page to wait before it connects again (ms); 0 if it does not, or does not answer. Servers say
 * so while a crowd of clients connects at once. Spread over a second, the unit of the answer, and wider the longer the wait
 * is, so that pages that were told the same do not come at the same moment.
 */
export async function turnOf(random: () => number = Math.random): Promise<number> {
  const answer = await fetch(onServer(HUB), { cache: 'no-store', signal: AbortSignal.timeout(ASK_WITHIN_MS) }).catch(
    () => null,
  );
  const seconds = answer?.status === 503 ? answer.headers.get('Retry-After') : null;
  return seconds === null ? 0 : (Number(seconds) * (1 + random() / 10) + random()) * 1_000;
}

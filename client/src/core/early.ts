/**
 * The reads that index.html has requested before the first script: responses by path, and the token of the requests.
 */
interface Early {
  token: string;
  answers: Record<string, Promise<Response>>;
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** Milliseconds from the start of the page until an early response is too old to be shown as the present state. */
const FRESH_MS = 20_000;

/**
 * The response to a read that index.html has requested early with this token; each is returned once. Undefined if there
 * is none, or if it is too old.
 */
export function takeEarly(path: string, token: string | null): Promise<Response> | undefined {
  const { early } = window;
  if (!early || token !== early.token || performance.now() > FRESH_MS) return undefined;
  const answer = early.answers[path];
  delete early.answers[path];
  return answer;
}

/**
 * A copy of the early response to this read; the response itself stays for `takeEarly`. Undefined if there is none, if
 * it is too old, or if its body has been read. Rejects if the request got no response.
 */
export async function copyEarly(path: string, token: string | null): Promise<Response | undefined> {
  const { early } = window;
  if (!early || token !== early.token || performance.now() > FRESH_MS) return undefined;
  const answer = await early.answers[path];
  return answer && !answer.bodyUsed ? answer.clone() : undefined;
}

/**
 * The maximum of each wait of `afterFirstView` (ms): first until all early responses are used, counted from the start
 * of the page; then until all have arrived; then until the page is idle.
 */
const MOST_WAIT_MS = 6_000;
const CHECK_EVERY_MS = 50;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Resolves once the page has used every early response and is idle, or has waited too long (`MOST_WAIT_MS`); immediately
 * if nothing was requested early. Await it before loading or connecting anything that would delay the first view.
 */
export async function afterFirstView(): Promise<void> {
  const { early } = window;
  if (!early) return;
  const answers = Object.values(early.answers);
  while (Object.keys(early.answers).length > 0 && performance.now() < MOST_WAIT_MS) await wait(CHECK_EVERY_MS);
  await Promise.race([Promise.allSettled(answers), wait(MOST_WAIT_MS)]);
  // Not every browser can say when it is idle.
  if (!('requestIdleCallback' in window)) return wait(CHECK_EVERY_MS);
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: MOST_WAIT_MS }));
}

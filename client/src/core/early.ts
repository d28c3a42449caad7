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

/** What index.html has asked for before the first script: the answers by path, and the token that they were asked with. */
interface Early {
  token: string;
  answers: Record<string, Promise<Response>>;
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** Milliseconds from the start of the page until an early answer is too old to be shown as the present state. */
const FRESH_MS = 20_000;

/**
 * The answer to a read that index.html has requested early, for the caller with this token; each is given once. Undefined
 * where there is none, or where it is too old.
 */
export function takeEarly(path: string, token: string | null): Promise<Response> | undefined {
  const { early } = window;
  if (!early || token !== early.token || performance.now() > FRESH_MS) return undefined;
  const answer = early.answers[path];
  delete early.answers[path];
  return answer;
}

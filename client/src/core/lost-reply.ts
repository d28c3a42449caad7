import { ApiError, onReached } from './api';
import { logged } from './log';
import { useConnection } from './socket';

/** How a page sees that an action has succeeded, if the response to it is lost. */
export interface Proof<T> {
  /** The result of the action as the stores have it; undefined while they do not show that it succeeded. */
  find: () => T | undefined;
  /** Calls `changed` after each change of these stores. Returns a dispose function. */
  subscribe: (changed: () => void) => () => void;
  /** Reads into the stores what `find` looks for. */
  read: () => Promise<unknown>;
}

/** Whether the server may have done what this failed call asked for: without a response or after a 5xx nobody knows. */
export function isInDoubt(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/**
 * Searches the stores for the proof, at once and after each of their changes. Also calls `proof.read`, now and each
 * time the connection is back. Calls `found` once with the result, which ends the search. Returns a function that ends
 * the search earlier.
 */
export function searchProof<T>(proof: Proof<T>, found: (answer: T) => void): () => void {
  let isOver = false;
  const disposers: (() => void)[] = [];
  const end = () => {
    isOver = true;
    for (const dispose of disposers) dispose();
  };
  const check = () => {
    const answer = isOver ? undefined : proof.find();
    if (answer === undefined) return;
    end();
    found(answer);
  };
  const read = () => void proof.read().then(check, logged('reading what an unanswered call has done'));
  disposers.push(
    proof.subscribe(check),
    onReached(read),
    useConnection.subscribe((now, before) => now.connected && !before.connected && read()),
  );
  check();
  if (!isOver) read();
  return end;
}

/**
 * The response of a running call. If the connection is lost meanwhile and comes back, what the proof then finds counts
 * as the response: a call that was sent over a dead connection may end only after minutes.
 */
export function responseOrProof<T>(response: Promise<T>, proof: Proof<T> | undefined): Promise<T> {
  if (!proof) return response;
  return new Promise<T>((resolve, reject) => {
    let end = () => {};
    const stop = useConnection.subscribe((now, before) => {
      if (!now.connected || before.connected) return;
      stop();
      end = searchProof(proof, resolve);
    });
    response.then(resolve, reject).finally(() => {
      stop();
      end();
    });
  });
}

import type { MessageKey } from '@boli/shared/core/messages';
import { useEffect, useRef, useState } from 'react';
import { newKey } from './api';
import { isInDoubt, type Proof, responseOrProof, searchProof } from './lost-reply';
import { useSession } from './session';
import { errorText, t } from './t';
import { clearErrors, toast } from './toast';

/**
 * A press of an action within this time (ms) after an earlier, successful press of the same action is a double press.
 */
const DOUBLE_PRESS_MS = 1_000;

export interface Action<T> {
  /**
   * Identifies the action: `busy` names it while it runs, a double press has the same name and input, and its success
   * closes the error of an earlier try.
   */
  name: string;
  /** The input, if it varies: another input gets another idempotency key, and is no double press. */
  input?: unknown;
  /** Whether a second press within a second is intended and not a double press. */
  allowRepeat?: boolean;
  /**
   * Runs the action. The key stays the same until an attempt succeeds: an action whose response was lost is not
   * executed twice.
   */
  run: (idempotencyKey: string) => Promise<T>;
  /**
   * How the page sees that the action has succeeded although its response was lost. Its error is then closed, and the
   * action counts as succeeded.
   */
  proof?: Proof<T> | undefined;
  /** The toast of success; none when left out. */
  successMessage?: MessageKey | ((answer: T) => string);
  /** The toast of a failure for which the server sent no text. A function decides for every failure; null shows no toast. */
  errorMessage: MessageKey | ((error: unknown) => string | null);
  /** Called after success and its toast; not if a proof is found after the button was unmounted. */
  onSuccess?: (answer: T) => void;
}

export interface Actions {
  /** The name of the running action; null when none runs. */
  busy: string | null;
  /** Runs an action, unless one is running or this is a double press. Returns whether it succeeded. */
  act: <T>(action: Action<T>) => Promise<boolean>;
}

/** The `errorMessage` of actions that fail without a toast. */
export const noMessage = (): null => null;

/** The text of a failure's toast; null for none. */
export const errorMessageOf = (errorMessage: Action<never>['errorMessage'], error: unknown): string | null =>
  typeof errorMessage === 'function' ? errorMessage(error) : errorText(error, errorMessage);

/** What one button has tried. */
interface Progress {
  /** The attempts of one action since it last succeeded, with their key; null after a success. */
  attempt: { signature: string; key: string } | null;
  /** The last success, after which a second press may be a double press. */
  success: { signature: string; pressedAt: number } | null;
  /** Ends the search for the proof of the last attempt. */
  endSearch: () => void;
  isMounted: boolean;
}

/** What identifies an action and its input. */
const signatureOf = ({ name, input }: Pick<Action<never>, 'name' | 'input'>) => JSON.stringify([name, input]);

/** Returns a function that says whether the present user is still signed in. */
function sameUser(): () => boolean {
  const userId = useSession.getState().user?.id;
  return () => useSession.getState().user?.id === userId;
}

function reportSuccess<T>({ name, successMessage, onSuccess }: Action<T>, answer: T): void {
  clearErrors(name);
  if (successMessage) toast.success(typeof successMessage === 'function' ? successMessage(answer) : t(successMessage));
  onSuccess?.(answer);
}

/** Records that the action has succeeded, by a press at this time. */
function recordSuccess<T>(progress: Progress, action: Action<T>, pressedAt: number): void {
  progress.attempt = null;
  progress.success = action.allowRepeat ? null : { signature: signatureOf(action), pressedAt };
}

/** Closes the error of an action in doubt as soon as the page sees that the action has succeeded. */
function awaitProof<T>(progress: Progress, action: Action<T>, proof: Proof<T>): void {
  const isSame = sameUser();
  let stop = () => {};
  const end = searchProof(proof, (answer) => {
    stop();
    if (!isSame()) return;
    recordSuccess(progress, action, performance.now());
    // A user who has left the screen gets the toast of success, but `onSuccess` must not change the present screen.
    reportSuccess(progress.isMounted ? action : { ...action, onSuccess: () => undefined }, answer);
  });
  progress.endSearch = () => {
    stop();
    end();
  };
  // Nothing is read for a user who has signed out.
  stop = useSession.subscribe(() => {
    if (!isSame()) progress.endSearch();
  });
}

/** Runs one attempt of an action. Returns whether it succeeded. */
async function perform<T>(progress: Progress, action: Action<T>): Promise<boolean> {
  const pressedAt = performance.now();
  const signature = signatureOf(action);
  const isSame = sameUser();
  progress.endSearch();
  if (progress.attempt?.signature !== signature) progress.attempt = { signature, key: newKey() };
  let answer: T;
  try {
    answer = await responseOrProof(action.run(progress.attempt.key), action.proof);
  } catch (error) {
    if (!isSame()) return false;
    const proof = isInDoubt(error) ? action.proof : undefined;
    const found = proof?.find();
    if (found === undefined) {
      const message = errorMessageOf(action.errorMessage, error);
      if (message !== null) toast.error(message, action.name);
      if (proof) awaitProof(progress, action, proof);
      return false;
    }
    answer = found;
  }
  recordSuccess(progress, action, pressedAt);
  if (isSame()) reportSuccess(action, answer);
  return isSame();
}

/**
 * The behaviour of a button that runs an action on the server: one action at a time, a toast of its outcome, and one
 * idempotency key for all attempts until one succeeds. The toast shows even after the button was unmounted, but not to
 * another user. `after` runs after each action, whatever its outcome, and `busy` includes it.
 */
export function useAction(after?: () => Promise<void>): Actions {
  const [busy, setBusy] = useState<string | null>(null);
  const running = useRef(false);
  const progress = useRef<Progress>({ attempt: null, success: null, endSearch: () => undefined, isMounted: true });
  useEffect(() => {
    const { current } = progress;
    current.isMounted = true;
    return () => {
      current.isMounted = false;
    };
  }, []);

  const act: Actions['act'] = async (action) => {
    const { success: last } = progress.current;
    if (running.current) return false;
    const isDoublePress = last !== null && performance.now() - last.pressedAt < DOUBLE_PRESS_MS;
    if (isDoublePress && last.signature === signatureOf(action)) return false;
    running.current = true;
    setBusy(action.name);
    try {
      const isDone = await perform(progress.current, action);
      await after?.();
      return isDone;
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  return { busy, act };
}

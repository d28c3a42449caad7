import type { MessageKey } from '@boli/shared/core/messages';
import { useRef, useState } from 'react';
import { newKey } from './api';
import { useSession } from './session';
import { errorText, t } from './t';
import { clearErrors, toast } from './toast';

/** A second press of an action, within this time (ms) after a press of it that succeeded, is a double press. */
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
  /** The toast of success; none when left out. */
  successMessage?: MessageKey | ((answer: T) => string);
  /** The toast of a failure without a text of the server; a function may return null for none. */
  errorMessage: MessageKey | ((error: unknown) => string | null);
  /** Called after success and its toast. */
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

/**
 * The behaviour of a button that runs an action on the server: one action at a time, a toast of its outcome, and one
 * idempotency key for all attempts until one succeeds. The toast shows even after the button was unmounted, but not to
 * another user. `after` runs after each action, whatever its outcome, and `busy` includes it.
 */
export function useAction(after?: () => Promise<void>): Actions {
  const [busy, setBusy] = useState<string | null>(null);
  const running = useRef(false);
  const attempt = useRef<{ signature: string; key: string } | null>(null);
  const success = useRef<{ signature: string; pressedAt: number } | null>(null);

  const reportSuccess = <T>({ name, successMessage, onSuccess }: Action<T>, answer: T) => {
    clearErrors(name);
    if (successMessage)
      toast.success(typeof successMessage === 'function' ? successMessage(answer) : t(successMessage));
    onSuccess?.(answer);
  };

  const perform = async <T>(action: Action<T>, signature: string): Promise<boolean> => {
    const pressedAt = performance.now();
    const userId = useSession.getState().user?.id;
    const isSame = () => useSession.getState().user?.id === userId;
    if (attempt.current?.signature !== signature) attempt.current = { signature, key: newKey() };
    let answer: T;
    try {
      answer = await action.run(attempt.current.key);
    } catch (error) {
      const message = isSame() ? errorMessageOf(action.errorMessage, error) : null;
      if (message !== null) toast.error(message, action.name);
      return false;
    }
    attempt.current = null;
    success.current = action.allowRepeat ? null : { signature, pressedAt };
    if (isSame()) reportSuccess(action, answer);
    return isSame();
  };

  const act: Actions['act'] = async (action) => {
    const signature = JSON.stringify([action.name, action.input]);
    const last = success.current;
    if (running.current) return false;
    if (last?.signature === signature && performance.now() - last.pressedAt < DOUBLE_PRESS_MS) return false;
    running.current = true;
    setBusy(action.name);
    try {
      const isDone = await perform(action, signature);
      await after?.();
      return isDone;
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  return { busy, act };
}

import type { MessageKey } from '@boli/shared/core/messages';
import { useRef, useState } from 'react';
import { newKey } from './api';
import { useSession } from './session';
import { errorText, t } from './t';
import { toast } from './toast';

/** The same press again within this time of one that succeeded is the second half of a double press. */
const DOUBLE_PRESS_MS = 1_000;

export interface Action<T> {
  /** Which press it is: it alone shows that it is busy, and a double press is told by it. */
  name: string;
  /** What is sent, for presses that may send different things: the key and the double press are of this very input. */
  input?: unknown;
  /** It means doing it twice when it is pressed twice within a second. */
  repeats?: boolean;
  /** Does it. The key is the same for every try until one succeeds, so that a lost answer never means doing it twice. */
  run: (idempotencyKey: string) => Promise<T>;
  /** What is said of success; left out, nothing is. */
  says?: MessageKey | ((answer: T) => string);
  /** What is said of a failure where the server gives no words; a function may answer null and say nothing. */
  failed: MessageKey | ((error: unknown) => string | null);
  /** After success, and after its word. */
  done?: (answer: T) => void;
}

export interface Actions {
  /** The name of the press that is being answered; null where none is. */
  busy: string | null;
  /** Presses; true after success. While one is answered, no other begins. */
  act: <T>(action: Action<T>) => Promise<boolean>;
}

/** For actions that say nothing when they fail. */
export const silently = (): null => null;

/** What is said of a failure; null where nothing is. */
export const wordOf = (failed: Action<never>['failed'], error: unknown): string | null =>
  typeof failed === 'function' ? failed(error) : errorText(error, failed);

/**
 * What every button that asks the server shares: one press at a time, a word of success or failure, and one key for all
 * tries of one thing. The outcome is told although the button is gone by then, but to nobody else than who pressed it.
 * `after` follows each press, whatever came of it, and belongs to it.
 */
export function useAction(after?: () => Promise<void>): Actions {
  const [busy, setBusy] = useState<string | null>(null);
  const running = useRef(false);
  const attempt = useRef<{ what: string; key: string } | null>(null);
  const success = useRef<{ what: string; pressedAt: number } | null>(null);

  const tell = <T>({ says, done }: Action<T>, answer: T) => {
    if (says) toast.success(typeof says === 'function' ? says(answer) : t(says));
    done?.(answer);
  };

  const answered = async <T>(action: Action<T>, what: string): Promise<boolean> => {
    const pressedAt = performance.now();
    const person = useSession.getState().user?.id;
    const isSame = () => useSession.getState().user?.id === person;
    if (attempt.current?.what !== what) attempt.current = { what, key: newKey() };
    let answer: T;
    try {
      answer = await action.run(attempt.current.key);
    } catch (error) {
      const word = isSame() ? wordOf(action.failed, error) : null;
      if (word !== null) toast.error(word);
      return false;
    }
    attempt.current = null;
    success.current = action.repeats ? null : { what, pressedAt };
    if (isSame()) tell(action, answer);
    return isSame();
  };

  const act: Actions['act'] = async (action) => {
    const what = JSON.stringify([action.name, action.input]);
    const last = success.current;
    if (running.current) return false;
    if (last?.what === what && performance.now() - last.pressedAt < DOUBLE_PRESS_MS) return false;
    running.current = true;
    setBusy(action.name);
    try {
      const isDone = await answered(action, what);
      await after?.();
      return isDone;
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  return { busy, act };
}

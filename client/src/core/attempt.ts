import { useRef } from 'react';
import { newKey } from './api';

interface Attempt {
  /** The key of this intent: the same for every try of the same body, another as soon as the body differs. */
  keyFor: (body: object) => string;
  /** The intent has succeeded: the same body again is a new one. */
  done: () => void;
}

/** Idempotency keys for a form: pressing again after a lost answer never does the thing twice. */
export function useAttempt(): Attempt {
  const held = useRef<{ body: string; key: string } | null>(null);
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body);
      if (held.current?.body !== text) held.current = { body: text, key: newKey() };
      return held.current.key;
    },
    done: () => {
      held.current = null;
    },
  };
}

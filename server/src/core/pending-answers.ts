/** Questions that were asked under a key, and are not answered yet. */
export interface PendingAnswers<T> {
  /**
   * Resolves with the answer to the question with this key, or with null if there is none within the time limit. To be
   * called before the question is sent, so that no answer comes too early. Calls with the key of a running wait share it.
   */
  wait(key: string | number): Promise<T | null>;
  /** Ends the wait for this key; an answer for which nothing waits, such as a late one, is ignored. */
  answer(key: string | number, value: T): void;
}

interface Wait<T> {
  readonly answered: Promise<T | null>;
  end(value: T | null): void;
}

/** Creates an empty set of pending answers, each with a time limit of this many milliseconds. */
export function pendingAnswers<T>(ms: number): PendingAnswers<T> {
  const waits = new Map<string | number, Wait<T>>();

  function begin(key: string | number): Promise<T | null> {
    let resolve: (value: T | null) => void = () => undefined;
    const answered = new Promise<T | null>((settle) => {
      resolve = settle;
    });
    const end = (value: T | null) => {
      clearTimeout(timer);
      waits.delete(key);
      resolve(value);
    };
    const timer = setTimeout(end, ms, null);
    waits.set(key, { answered, end });
    return answered;
  }

  return {
    wait: (key) => waits.get(key)?.answered ?? begin(key),
    answer: (key, value) => waits.get(key)?.end(value),
  };
}

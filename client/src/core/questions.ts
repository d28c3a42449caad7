import { onOtherPerson } from './session';
import { createTouches } from './versioned';

/** One thing asked of the server, from the asking to the answer. */
export interface Question {
  /** Whether the answer says nothing any more: a newer one has been taken, or it was asked for another person. */
  isLate: () => boolean;
  /** To be asked once before the answer is taken: false where it is late. Older answers of its scope are late from then on. */
  takes: () => boolean;
  /** The ids that events touched since it was asked. */
  touched: () => ReadonlySet<string>;
}

interface Reading<A> {
  ask: () => Promise<A>;
  take: (answer: A, question: Question) => void;
  /** Told of a failure, unless it is late as well. */
  failed?: (error: unknown) => void;
  /** Questions of other scopes say nothing of each other. */
  scope?: string;
}

export interface Questions {
  ask: (scope?: string) => Question;
  /** Asks, and takes the answer unless it is late. Rejects as `ask` does. */
  read: <A>(reading: Reading<A>) => Promise<void>;
  /** Notes that an event has told of this id. */
  touch: (id: string) => void;
  /** Whatever is under way is late from now on. */
  drop: () => void;
}

/** The guard of a store against late answers. It drops what is under way when another person is signed in. */
export function createQuestions(): Questions {
  let touches = createTouches();
  const drop = () => {
    touches = createTouches();
  };
  onOtherPerson(drop);
  const ask: Questions['ask'] = (scope) => {
    const mine = touches;
    const mark = mine.mark();
    return {
      isLate: () => mine !== touches || mine.isLate(mark, scope),
      takes: () => mine === touches && mine.takes(mark, scope),
      touched: () => mine.since(mark),
    };
  };
  const read: Questions['read'] = async (reading) => {
    const question = ask(reading.scope);
    const answer = await reading.ask().catch((error) => {
      if (!question.isLate()) reading.failed?.(error);
      throw error;
    });
    if (question.takes()) reading.take(answer, question);
  };
  return { ask, read, touch: (id) => touches.touch(id), drop };
}

import { beforeEach, describe, expect, test } from '@jest/globals';
import { createQuestions } from './questions';
import { signIn } from './session';

const person = (id: string) =>
  signIn({
    access_token: id,
    token_type: 'bearer',
    user: { id, name: id, email: `${id}@example.in`, role: 'customer', phone: null },
  });
/** An answer that comes when it is told to. */
function pending<A>() {
  let give: (answer: A) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const answer = new Promise<A>((resolve, reject) => {
    give = resolve;
    fail = reject;
  });
  return { ask: () => answer, give, fail };
}

beforeEach(() => person('asha'));

describe('a question', () => {
  test('is late once a newer one of its scope was answered, and only then', async () => {
    const questions = createQuestions();
    const [older, newer, elsewhere] = [pending<string>(), pending<string>(), pending<string>()];
    const taken: string[] = [];
    const take = (answer: string) => void taken.push(answer);
    const reads = [
      questions.read({ ask: older.ask, take }),
      questions.read({ ask: elsewhere.ask, take, scope: 'elsewhere' }),
      questions.read({ ask: newer.ask, take }),
    ];
    newer.give('newer');
    await reads[2];
    older.give('older');
    elsewhere.give('elsewhere');
    await Promise.all(reads);
    expect(taken).toEqual(['newer', 'elsewhere']);
  });

  test('asked for one person is not answered to another, nor is its failure', async () => {
    const questions = createQuestions();
    const [answered, failing] = [pending<string>(), pending<string>()];
    const told: unknown[] = [];
    const hear = (word: unknown) => void told.push(word);
    const first = questions.read({ ask: answered.ask, take: hear, failed: hear });
    const second = questions.read({ ask: failing.ask, take: hear, failed: hear });
    person('ravi');
    answered.give('of Asha');
    failing.fail(new Error('of Asha'));
    await first;
    await expect(second).rejects.toThrow('of Asha');
    expect(told).toEqual([]);
  });

  test('tells of a failure and rejects with it', async () => {
    const told: unknown[] = [];
    const error = new Error('away');
    const read = createQuestions().read({
      ask: () => Promise.reject(error),
      take: () => undefined,
      failed: (word) => told.push(word),
    });
    await expect(read).rejects.toBe(error);
    expect(told).toEqual([error]);
  });
});

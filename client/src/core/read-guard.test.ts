import { beforeEach, describe, expect, test } from '@jest/globals';
import { createReadGuard } from './read-guard';
import { signIn } from './session';

const person = (id: string) =>
  signIn({
    access_token: id,
    token_type: 'bearer',
    user: { id, name: id, email: `${id}@example.in`, role: 'customer', phone: null },
  });
/** A promise that the test settles. */
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

describe('a pending read', () => {
  test('is stale once a newer read of its scope was answered, but not after a read of another scope', async () => {
    const guard = createReadGuard();
    const [older, newer, elsewhere] = [pending<string>(), pending<string>(), pending<string>()];
    const applied: string[] = [];
    const apply = (answer: string) => void applied.push(answer);
    const reads = [
      guard.read({ load: older.ask, apply }),
      guard.read({ load: elsewhere.ask, apply, scope: 'elsewhere' }),
      guard.read({ load: newer.ask, apply }),
    ];
    newer.give('newer');
    await reads[2];
    older.give('older');
    elsewhere.give('elsewhere');
    await Promise.all(reads);
    expect(applied).toEqual(['newer', 'elsewhere']);
  });

  test('of one user is ignored for another user, and so is its failure', async () => {
    const guard = createReadGuard();
    const [answered, failing] = [pending<string>(), pending<string>()];
    const received: unknown[] = [];
    const receive = (word: unknown) => void received.push(word);
    const first = guard.read({ load: answered.ask, apply: receive, onError: receive });
    const second = guard.read({ load: failing.ask, apply: receive, onError: receive });
    person('ravi');
    answered.give('of Asha');
    failing.fail(new Error('of Asha'));
    await first;
    await expect(second).rejects.toThrow('of Asha');
    expect(received).toEqual([]);
  });

  test('reports a failure and also rejects with it', async () => {
    const received: unknown[] = [];
    const error = new Error('away');
    const read = createReadGuard().read({
      load: () => Promise.reject(error),
      apply: () => undefined,
      onError: (word) => received.push(word),
    });
    await expect(read).rejects.toBe(error);
    expect(received).toEqual([error]);
  });
});

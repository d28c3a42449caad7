import { beforeEach, describe, expect, test } from '@jest/globals';
import { createKept, createMirror, createQuestions, type MirrorState } from './mirror';
import { signIn, signOut } from './session';

interface Row {
  id: string;
  version: number;
  group?: string;
}

const person = (id: string) =>
  signIn({
    access_token: id,
    token_type: 'bearer',
    user: { id, name: id, email: `${id}@example.in`, role: 'customer', phone: null },
  });
const empty: MirrorState<Row> & { total: number | null } = { byId: {}, total: null };
const mirror = createMirror<Row, typeof empty>(empty);
const held = () => Object.values(mirror.use.getState().byId).map(({ id, version }) => `${id}${version}`);
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

beforeEach(() => {
  person('asha');
  mirror.clear();
});

describe('a mirror', () => {
  test('takes a row unless a newer one is held, and what goes with it alone with the row', () => {
    expect(mirror.upsert({ id: 'a', version: 2 }, { total: 1 })).toBe(true);
    expect(mirror.upsert({ id: 'a', version: 1 }, { total: 9 })).toBe(false);
    expect([held(), mirror.use.getState().total]).toEqual([['a2'], 1]);
  });

  test('remembers the version at which a row left: only a newer one brings it back', () => {
    mirror.upsert({ id: 'a', version: 3 });
    expect(mirror.remove({ id: 'a', version: 2 })).toBe(false);
    expect(mirror.remove({ id: 'a', version: 4 })).toBe(true);
    mirror.upsert({ id: 'a', version: 4 });
    mirror.page([{ id: 'a', version: 3 }]);
    const question = mirror.ask();
    mirror.snapshot([{ id: 'a', version: 4 }], question);
    expect(held()).toEqual([]);
    mirror.upsert({ id: 'a', version: 5 });
    expect(held()).toEqual(['a5']);
  });

  test('a snapshot replaces what is held of its kind, keeps newer rows and what an event told of since', () => {
    mirror.page([
      { id: 'gone', version: 1, group: 'x' },
      { id: 'newer', version: 7, group: 'x' },
      { id: 'other', version: 1, group: 'y' },
    ]);
    const question = mirror.ask();
    mirror.upsert({ id: 'told', version: 1, group: 'x' });
    mirror.snapshot([{ id: 'newer', version: 6, group: 'x' }], question, { of: ({ group }) => group === 'x' });
    expect(held().sort()).toEqual(['newer7', 'other1', 'told1']);
  });

  test('a page removes nothing', () => {
    mirror.page([{ id: 'a', version: 1 }], { total: 2 });
    mirror.page([{ id: 'b', version: 1 }]);
    expect([held(), mirror.use.getState().total]).toEqual([['a1', 'b1'], 2]);
  });

  test('another person finds it empty, and may be told of what was closed for the one before', () => {
    mirror.upsert({ id: 'a', version: 1 }, { total: 1 });
    mirror.remove({ id: 'b', version: 9 });
    person('ravi');
    expect(mirror.use.getState()).toEqual(empty);
    mirror.upsert({ id: 'b', version: 1 });
    expect(held()).toEqual(['b1']);
    signOut();
    expect(held()).toEqual([]);
  });
});

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

test('what is kept for one person is as at first for the next, but not when only the name changes', () => {
  const kept = createKept({ word: '' });
  kept.setState({ word: 'said' });
  person('asha');
  expect(kept.getState().word).toBe('said');
  person('ravi');
  expect(kept.getState().word).toBe('');
});

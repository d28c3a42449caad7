import { beforeEach, describe, expect, test } from '@jest/globals';
import { createMirror, createUserStore, type MirrorState } from './mirror';
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
beforeEach(() => {
  signOut();
  person('asha');
});

describe('a mirror', () => {
  test('applies a row and its extra state unless a newer row is stored', () => {
    expect(mirror.upsert({ id: 'a', version: 2 }, { total: 1 })).toBe(true);
    expect(mirror.upsert({ id: 'a', version: 1 }, { total: 9 })).toBe(false);
    expect([held(), mirror.use.getState().total]).toEqual([['a2'], 1]);
  });

  test('remembers the version of a removed row: only a newer one is inserted again', () => {
    mirror.upsert({ id: 'a', version: 3 });
    expect(mirror.remove({ id: 'a', version: 2 })).toBe(false);
    expect(mirror.remove({ id: 'a', version: 4 })).toBe(true);
    const late = { id: 'a', version: 4 };
    for (const come of [
      () => mirror.upsert(late),
      () => mirror.page([late]),
      () => mirror.snapshot([late], mirror.begin()),
    ]) {
      come();
      expect(held()).toEqual([]);
    }
    mirror.upsert({ id: 'a', version: 5 });
    expect(held()).toEqual(['a5']);
  });

  test('replaces its rows of one kind by a snapshot, except newer rows and those touched since', () => {
    mirror.page([
      { id: 'gone', version: 1, group: 'x' },
      { id: 'newer', version: 7, group: 'x' },
      { id: 'other', version: 1, group: 'y' },
    ]);
    const question = mirror.begin();
    mirror.upsert({ id: 'touched', version: 1, group: 'x' });
    mirror.snapshot([{ id: 'newer', version: 6, group: 'x' }], question, { of: ({ group }) => group === 'x' });
    expect(held().sort()).toEqual(['newer7', 'other1', 'touched1']);
  });

  test('removes no rows when it applies a page', () => {
    mirror.page([{ id: 'a', version: 1 }], { total: 2 });
    mirror.page([{ id: 'b', version: 1 }]);
    expect([held(), mirror.use.getState().total]).toEqual([['a1', 'b1'], 2]);
  });

  test('is empty for another user, and accepts rows that were removed for the previous user', () => {
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

test('a user store is reset for another user, but not when only the name changes', () => {
  const kept = createUserStore({ word: '' });
  kept.setState({ word: 'said' });
  person('asha');
  expect(kept.getState().word).toBe('said');
  person('ravi');
  expect(kept.getState().word).toBe('');
});

import { describe, expect, test } from '@jest/globals';
import { applySnapshot, type ById, createTouches, isNewer, removeRow, upsertRow } from './versioned';

interface Row {
  id: string;
  version: number;
  note?: string;
}
const held: ById<Row> = { a: { id: 'a', version: 3 }, b: { id: 'b', version: 1 } };
const none = new Set<string>();

describe('rows by version', () => {
  test('only a lower version is dropped', () => {
    expect(isNewer({ id: 'a', version: 3 }, held.a)).toBe(true);
    expect(isNewer({ id: 'a', version: 2 }, held.a)).toBe(false);
    expect(upsertRow(held, { id: 'a', version: 2 })).toBe(held);
    expect(upsertRow(held, { id: 'a', version: 4 }).a?.version).toBe(4);
  });

  test('a field that a push does not carry stays', () => {
    const rows = upsertRow<Row>({ a: { id: 'a', version: 1, note: 'mine' } }, { id: 'a', version: 2 });
    expect(rows.a).toEqual({ id: 'a', version: 2, note: 'mine' });
  });

  test('a snapshot takes away what it does not list', () => {
    expect(Object.keys(applySnapshot(held, [{ id: 'a', version: 3 }], none))).toEqual(['a']);
  });

  test('a snapshot leaves what an event touched since it was asked for', () => {
    const touches = createTouches();
    touches.touch('a');
    const mark = touches.mark();
    touches.touch('b');
    expect(Object.keys(applySnapshot(held, [], touches.since(mark)))).toEqual(['b']);
  });

  test('a snapshot whose answer comes after that of a later one is dropped, each scope by itself', () => {
    const touches = createTouches();
    const [first, second] = [touches.mark(), touches.mark()];
    expect(touches.takes(second)).toBe(true);
    expect(touches.takes(first)).toBe(false);
    expect(touches.takes(first, 'another request')).toBe(true);
    expect(touches.takes(touches.mark())).toBe(true);
  });

  test('a snapshot never takes a row back to a lower version', () => {
    expect(applySnapshot(held, [{ id: 'a', version: 2 }], none).a?.version).toBe(3);
  });

  test('a snapshot does not bring back what an event took away since it was asked for', () => {
    const touches = createTouches();
    const mark = touches.mark();
    touches.touch('b');
    const without = removeRow(held, 'b');
    expect(applySnapshot(without, [{ id: 'b', version: 1 }], touches.since(mark)).b).toBeUndefined();
  });
});

import { describe, expect, test } from '@jest/globals';
import { applySnapshot, type ById, createTouchLog, isNewer, removeRow, upsertRow } from './versioned';

interface Row {
  id: string;
  version: number;
  note?: string;
}
const held: ById<Row> = { a: { id: 'a', version: 3 }, b: { id: 'b', version: 1 } };
const none = new Set<string>();

describe('rows by version', () => {
  test('only a row with a lower version is dropped', () => {
    expect(isNewer({ id: 'a', version: 3 }, held.a)).toBe(true);
    expect(isNewer({ id: 'a', version: 2 }, held.a)).toBe(false);
    expect(upsertRow(held, { id: 'a', version: 2 })).toBe(held);
    expect(upsertRow(held, { id: 'a', version: 4 }).a?.version).toBe(4);
  });

  test('a field that a push omits keeps its value', () => {
    const rows = upsertRow<Row>({ a: { id: 'a', version: 1, note: 'mine' } }, { id: 'a', version: 2 });
    expect(rows.a).toEqual({ id: 'a', version: 2, note: 'mine' });
  });

  test('a snapshot removes rows that it does not contain', () => {
    expect(Object.keys(applySnapshot(held, [{ id: 'a', version: 3 }], none))).toEqual(['a']);
  });

  test('a snapshot keeps rows that an event changed since its request', () => {
    const touches = createTouchLog();
    touches.touch('a');
    const mark = touches.mark();
    touches.touch('b');
    expect(Object.keys(applySnapshot(held, [], touches.touchedSince(mark)))).toEqual(['b']);
  });

  test('a snapshot answered after a later one is dropped, separately for each scope', () => {
    const touches = createTouchLog();
    const [first, second] = [touches.mark(), touches.mark()];
    expect(touches.accept(second)).toBe(true);
    expect(touches.accept(first)).toBe(false);
    expect(touches.accept(first, 'another request')).toBe(true);
    expect(touches.accept(touches.mark())).toBe(true);
  });

  test('a snapshot never reverts a row to a lower version', () => {
    expect(applySnapshot(held, [{ id: 'a', version: 2 }], none).a?.version).toBe(3);
  });

  test('a snapshot does not restore a row that an event removed since its request', () => {
    const touches = createTouchLog();
    const mark = touches.mark();
    touches.touch('b');
    const without = removeRow(held, 'b');
    expect(applySnapshot(without, [{ id: 'b', version: 1 }], touches.touchedSince(mark)).b).toBeUndefined();
  });
});

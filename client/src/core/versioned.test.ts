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
  test('are dropped only if their version is lower', () => {
    expect(isNewer({ id: 'a', version: 3 }, held.a)).toBe(true);
    expect(isNewer({ id: 'a', version: 2 }, held.a)).toBe(false);
    expect(upsertRow(held, { id: 'a', version: 2 })).toBe(held);
    expect(upsertRow(held, { id: 'a', version: 4 }).a?.version).toBe(4);
  });

  test('keep the value of a field that a push omits', () => {
    const rows = upsertRow<Row>({ a: { id: 'a', version: 1, note: 'mine' } }, { id: 'a', version: 2 });
    expect(rows.a).toEqual({ id: 'a', version: 2, note: 'mine' });
  });

  test('are removed by a snapshot that does not contain them', () => {
    expect(Object.keys(applySnapshot(held, [{ id: 'a', version: 3 }], none))).toEqual(['a']);
  });

  test('are kept by a snapshot if an event has changed them since its request', () => {
    const touches = createTouchLog();
    touches.touch('a');
    const mark = touches.mark();
    touches.touch('b');
    expect(Object.keys(applySnapshot(held, [], touches.touchedSince(mark)))).toEqual(['b']);
  });

  test('are not changed by a snapshot whose response arrives after that of a later one of its scope', () => {
    const touches = createTouchLog();
    const [first, second] = [touches.mark(), touches.mark()];
    expect(touches.accept(second)).toBe(true);
    expect(touches.accept(first)).toBe(false);
    expect(touches.accept(first, 'another request')).toBe(true);
    expect(touches.accept(touches.mark())).toBe(true);
  });

  test('are never reverted to a lower version by a snapshot', () => {
    expect(applySnapshot(held, [{ id: 'a', version: 2 }], none).a?.version).toBe(3);
  });

  test('are not restored by a snapshot if an event has removed them since its request', () => {
    const touches = createTouchLog();
    const mark = touches.mark();
    touches.touch('b');
    const without = removeRow(held, 'b');
    expect(applySnapshot(without, [{ id: 'b', version: 1 }], touches.touchedSince(mark)).b).toBeUndefined();
  });
});

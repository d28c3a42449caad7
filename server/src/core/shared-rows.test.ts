import { expect, test } from '@jest/globals';
import { listToJson, shareRow } from './shared-rows';

test('a list of shared and ordinary rows is serialized as JSON.stringify serializes it', () => {
  const rows = [
    shareRow({ id: 'a', note: 'a "quoted" name' }),
    { id: 'b', at: new Date(0) },
    null,
    7,
    'text',
    undefined,
  ];
  for (const _again of [1, 2]) expect(listToJson(rows)).toBe(JSON.stringify(rows));
  expect(listToJson([])).toBe('[]');
});

test('a shared row is serialized once and cannot be changed', () => {
  let written = 0;
  const row = shareRow({
    id: 'a',
    toJSON() {
      written += 1;
      return { id: 'a' };
    },
  });
  listToJson([row, row]);
  expect(listToJson([row])).toBe('[{"id":"a"}]');
  expect(written).toBe(1);
  expect(() => {
    row.id = 'b';
  }).toThrow(TypeError);
});

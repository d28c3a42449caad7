import { describe, expect, test } from '@jest/globals';
import { type PageSource, readPages } from './pages';

/** A list of numbers from high to low, returned in pages. */
function list(numbers: number[], page: number, total = numbers.length) {
  const asked: (number | undefined)[] = [];
  const source: PageSource<number> = {
    read: async ({ last }) => {
      asked.push(last);
      return { rows: numbers.filter((one) => last === undefined || one <= last).slice(0, page), total };
    },
    keyOf: String,
  };
  return { source, asked };
}

describe('a list in pages', () => {
  test('is read up to the requested number of rows', async () => {
    const { source, asked } = list([9, 8, 7, 6, 5], 2);
    expect(await readPages(source, 1)).toEqual({ rows: [9, 8], total: 5 });
    expect(asked).toEqual([undefined]);
  });

  test('contains a row only once if it is on two pages', async () => {
    const { source } = list([9, 8, 7, 6, 5], 2);
    expect(await readPages(source, 4)).toEqual({ rows: [9, 8, 7, 6], total: 5 });
  });

  test('ends with a page that has no new rows, whatever the total is', async () => {
    const { source } = list([9, 8], 3, 100);
    expect(await readPages(source, 50)).toEqual({ rows: [9, 8], total: 2 });
  });
});

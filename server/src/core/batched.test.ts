import { expect, test } from '@jest/globals';
import { batched } from './batched';

test('keys that are requested while a read runs are read together, each once', async () => {
  const reads: (readonly string[])[] = [];
  const read = batched<string>(async (keys) => {
    reads.push(keys);
    await new Promise((resolve) => setImmediate(resolve));
    return new Map(keys.map((key) => [key, `row ${key}`]));
  });
  const first = read('a');
  await Promise.resolve();
  const others = ['b', 'a', 'c', 'b'].map(read);
  expect(await Promise.all([first, ...others])).toEqual(['row a', 'row b', 'row a', 'row c', 'row b']);
  expect(await read('a')).toBe('row a');
  // The second call for "a" came after the first read of "a" had begun, and that read may lack the latest write.
  expect(reads).toEqual([['a'], ['b', 'a', 'c'], ['a']]);
});

test('calls that follow each other without waiting share one read, also the first of them', async () => {
  const reads: (readonly string[])[] = [];
  const read = batched<string>(async (keys) => {
    reads.push(keys);
    return new Map();
  });
  await Promise.all(['a', 'b', 'a'].map(read));
  await Promise.all(['b', 'c'].map(read));
  expect(reads).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ]);
});

test('a read has at most 500 keys', async () => {
  const sizes: number[] = [];
  const read = batched<string>(async (keys) => {
    sizes.push(keys.length);
    return new Map();
  });
  await Promise.all(Array.from({ length: 1_201 }, (_, n) => read(String(n))));
  expect(sizes).toEqual([500, 500, 201]);
});

test('without pacing a read begins as soon as the last one has ended, also after forty reads in a second', async () => {
  const readsOf = async (options?: { paced: boolean }) => {
    let reads = 0;
    const read = batched<string>(async () => {
      reads += 1;
      return new Map();
    }, options);
    for (let nth = 0; nth < 80; nth += 1) {
      void read('a');
      await new Promise((resolve) => setImmediate(resolve));
    }
    return reads;
  };
  expect(await readsOf({ paced: false })).toBe(80);
  expect(await readsOf()).toBeLessThan(80);
});

test('a read that is never answered does not stop the next one', async () => {
  const read = batched<string>(async ([key]) =>
    key === 'lost' ? new Promise(() => undefined) : new Map([['b', 'row']]),
  );
  void read('lost');
  await Promise.resolve();
  expect(await read('b')).toBe('row');
});

test('a key without a row gives undefined; a failed read rejects its callers, and the next read runs', async () => {
  let isDown = true;
  const read = batched<string>(async () => {
    if (isDown) throw new Error('down');
    return new Map();
  });
  const failed = await Promise.allSettled([read('a'), read('b')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await read('a')).toBeUndefined();
});

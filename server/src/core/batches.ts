/** Groups the items of an async iterable into arrays of `size` items; the last array may be shorter. */
export async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Runs the same work for each item, in groups of `size` items: a group starts when the previous one has ended. A
 * failure does not stop the work for other items; the first failure is thrown at the end.
 */
export async function inGroups<T>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (let from = 0; from < items.length; from += size) {
    const done = await Promise.allSettled(items.slice(from, from + size).map(work));
    failures.push(...done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
  }
  if (failures.length > 0) throw failures[0];
}

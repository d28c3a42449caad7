/** Lazy generators for stages: a generator reads its input only when its own next item is requested. */

/** Applies a function to each item. */
export function* mapped<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

/** The items that pass a test. */
export function* filtered<T>(items: Iterable<T>, keep: (item: T) => boolean): Generator<T> {
  for (const item of items) if (keep(item)) yield item;
}

/** Replaces each item by several ones, one after another. */
export function* flattened<T, U>(items: Iterable<T>, change: (item: T) => Iterable<U>): Generator<U> {
  for (const item of items) yield* change(item);
}

/** The first `count` items; the next one is not read. */
export function* firstOf<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    yield item;
    left--;
    if (left <= 0) return;
  }
}

/** All but the first `count` items. */
export function* without<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left > 0) left--;
    else yield item;
  }
}

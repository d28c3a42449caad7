/** The generators that stages are made of: each takes from the one before it only what it is asked for. */

/** Each item, changed. */
export function* mapped<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

/** The items that are to be kept. */
export function* filtered<T>(items: Iterable<T>, keep: (item: T) => boolean): Generator<T> {
  for (const item of items) if (keep(item)) yield item;
}

/** What each item is changed to, one after another. */
export function* flattened<T, U>(items: Iterable<T>, change: (item: T) => Iterable<U>): Generator<U> {
  for (const item of items) yield* change(item);
}

/** The first so many, without a look at the one after them. */
export function* firstOf<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    yield item;
    left--;
    if (left <= 0) return;
  }
}

/** All but the first so many. */
export function* without<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left > 0) left--;
    else yield item;
  }
}

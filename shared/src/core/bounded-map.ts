/** A map of the `capacity` entries that were set last: setting one more deletes the one that was set longest ago. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #capacity: number;

  constructor(capacity: number) {
    super();
    this.#capacity = capacity;
  }

  override set(key: K, value: V): this {
    // Deleted first, so that the entry moves to the end of the order in which the map lists its entries.
    this.delete(key);
    super.set(key, value);
    const oldest = this.size > this.#capacity ? this.keys().next() : null;
    if (oldest && !oldest.done) this.delete(oldest.value);
    return this;
  }
}

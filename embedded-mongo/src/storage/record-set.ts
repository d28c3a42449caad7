const BITS_A_PAGE = 4096;
// Smaller sets need less memory as a plain Set.
const FEW = 300;

/** A set of record numbers. Large sets use one bit for each record, so that a scan of millions fits into memory. */
export class RecordSet {
  #few: Set<number> | null = new Set();
  readonly #pages = new Map<number, Uint32Array>();

  /** Adds a record. Returns false if it was in the set already. */
  add(record: number): boolean {
    if (!this.#few) return this.#mark(record);
    if (this.#few.has(record)) return false;
    this.#few.add(record);
    if (this.#few.size > FEW) {
      for (const each of this.#few) this.#mark(each);
      this.#few = null;
    }
    return true;
  }

  #mark(record: number): boolean {
    const at = record % BITS_A_PAGE;
    const page = this.#page((record - at) / BITS_A_PAGE);
    const word = page[at >>> 5] ?? 0;
    const bit = 1 << (at & 31);
    if (word & bit) return false;
    page[at >>> 5] = word | bit;
    return true;
  }

  #page(number: number): Uint32Array {
    const known = this.#pages.get(number);
    if (known) return known;
    const made = new Uint32Array(BITS_A_PAGE / 32);
    this.#pages.set(number, made);
    return made;
  }
}

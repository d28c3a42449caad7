type Numbers = Float64Array | Int32Array;

/** Numbers of one kind whose count is not known beforehand: the array doubles when it is full. */
export class Growing<T extends Numbers> {
  #values: T;
  length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#values = make(1 << 16);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#make(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /** The numbers that were pushed, in an array of exactly their count. */
  done(): T {
    const exact = this.#make(this.length);
    exact.set(this.#values.subarray(0, this.length));
    return exact;
  }
}

/** Creates a growing array of 64-bit floats. */
export const doubles = () => new Growing((length) => new Float64Array(length));
/** Creates a growing array of 32-bit integers. */
export const integers = () => new Growing((length) => new Int32Array(length));

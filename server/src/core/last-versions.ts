const MAX_SUBJECTS = 10_000;

/** Remembers the highest version of each subject, for the latest 10,000 subjects. */
export class LastVersions {
  readonly #highest = new Map<string, number>();

  /** Records this version, unless it is lower than the recorded one; returns the one recorded before, else 0. */
  record(subject: string, version: number): number {
    const before = this.#highest.get(subject) ?? 0;
    this.#highest.delete(subject);
    this.#highest.set(subject, Math.max(before, version));
    const oldest = this.#highest.size > MAX_SUBJECTS ? this.#highest.keys().next() : null;
    if (oldest && !oldest.done) this.#highest.delete(oldest.value);
    return before;
  }
}

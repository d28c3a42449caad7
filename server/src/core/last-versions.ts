import { BoundedMap } from '@boli/shared/core/bounded-map';

const MAX_SUBJECTS = 10_000;

/** Remembers the highest version of each subject, for the latest 10,000 subjects. */
export class LastVersions {
  readonly #highest = new BoundedMap<string, number>(MAX_SUBJECTS);

  /** Whether this version or a higher one is recorded. */
  has(subject: string, version: number): boolean {
    return version <= (this.#highest.get(subject) ?? 0);
  }

  /** Records this version, unless it is lower than the recorded one; returns the one recorded before, else 0. */
  record(subject: string, version: number): number {
    const before = this.#highest.get(subject) ?? 0;
    this.#highest.set(subject, Math.max(before, version));
    return before;
  }
}

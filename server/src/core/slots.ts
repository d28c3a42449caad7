import { Conflict } from './errors';

/** The number of the place that something holds; null where it was stored without one. */
export type Holder = number | null;

/** What became of an attempt to store under a number: `taken` when another holds that number by now. */
export type Stored = 'stored' | 'exists' | 'taken';

export interface Placing {
  /** How many places the owner has, numbered from 0. */
  max: number;
  /** Reads who holds a place now. */
  holders: () => Promise<readonly Holder[]>;
  /** Stores the new holder under this number. The arbiter is a unique index over owner and number. */
  store: (slot: number) => Promise<Stored>;
}

const MAX_TRIES = 100;

/**
 * Stores something that an owner may have `max` of. Each takes a number, and a unique index decides who gets it, so that
 * the limit holds whoever stores at the same moment. `full` when no place is free. Throws 409 when others are quicker
 * again and again.
 */
export async function storeInSlot({ max, holders, store }: Placing): Promise<'stored' | 'exists' | 'full'> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const held = await holders();
    if (held.length >= max) return 'full';
    const taken = new Set(held);
    const unused = Array.from({ length: max }, (_, slot) => slot).filter((slot) => !taken.has(slot));
    // Rows stored without a number count against the limit, too: as many of the highest numbers stay free for them.
    const free = unused.slice(0, unused.length - held.filter((slot) => slot === null).length);
    // Any of them: contenders who all took the first would fail all but one.
    const slot = free[Math.floor(Math.random() * free.length)];
    if (slot === undefined) continue;
    const outcome = await store(slot);
    if (outcome !== 'taken') return outcome;
  }
  throw new Conflict('common.changed_meanwhile');
}

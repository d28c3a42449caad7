import { Conflict } from './errors';

/** The slot number of a stored document; null if it was stored without a number. */
export type Holder = number | null;

/**
 * The result of storing a document under a number: `taken` when another document has the number, `exists` when this
 * document is stored already.
 */
export type Stored = 'stored' | 'exists' | 'taken';

export interface Placing {
  /** How many slots the owner has, numbered from 0. */
  max: number;
  /** Reads the slots that are held now. */
  holders: () => Promise<readonly Holder[]>;
  /** Stores the new document under this number. The arbiter is a unique index over owner and number. */
  store: (slot: number) => Promise<Stored>;
}

const MAX_TRIES = 100;

/**
 * Stores a document of which an owner may have at most `max`. Each document takes a numbered slot, and a unique index
 * admits one document for each slot, so that the limit holds under concurrent writes. Returns `full` when no slot is
 * free; throws 409 when other writers win every attempt.
 */
export async function storeInSlot({ max, holders, store }: Placing): Promise<'stored' | 'exists' | 'full'> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const held = await holders();
    if (held.length >= max) return 'full';
    const taken = new Set(held);
    const unused = Array.from({ length: max }, (_, slot) => slot).filter((slot) => !taken.has(slot));
    // Rows without a number count too: for each of them one of the highest numbers is left unused.
    const free = unused.slice(0, unused.length - held.filter((slot) => slot === null).length);
    // The slot is chosen at random: if all writers took the first free slot, all but one would fail.
    const slot = free[Math.floor(Math.random() * free.length)];
    if (slot === undefined) continue;
    const outcome = await store(slot);
    if (outcome !== 'taken') return outcome;
  }
  throw new Conflict('common.changed_meanwhile');
}

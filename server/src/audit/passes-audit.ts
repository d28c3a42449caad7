import { passHours } from '@boli/shared/pricing/pricing.schema';
import { entriesOfSettlement } from '../ledger/entries';
import type { JournalEntry } from '../ledger/journal.model';
import type { PassDocument } from '../pricing/passes.model';
import type { SettlementDocument } from '../settlements/settlements.model';
import { differencesOfEntries } from './audit';
import { books } from './audit.repository';

const HOUR_MS = 3_600_000;

/** A pass with every document about its money. */
export interface PassBooks {
  pass: PassDocument;
  settlement: SettlementDocument | null;
  entries: JournalEntry[];
}

/** The differences between a pass and the documents about its money, as sentences; empty if all agree to the paisa. */
export function differencesOfPass({ pass, settlement, entries }: PassBooks): string[] {
  const hours = (pass.ends_at.getTime() - pass.starts_at.getTime()) / HOUR_MS;
  const isSame =
    settlement?.driver_id === pass.driver_id &&
    settlement.pass?.span === pass.span &&
    settlement.platform_fee_paise === pass.price_paise &&
    settlement.pass.levy_paise === pass.levy_paise &&
    settlement.discount_paise === 0 &&
    settlement.net_due_paise === pass.price_paise;
  return [
    ...(pass.follow_up || settlement?.follow_up
      ? ['consequences of its last change are still to be done: is a server running?']
      : []),
    ...(hours === passHours[pass.span] ? [] : [`it is valid for ${hours} hours`]),
    ...(settlement ? [] : ['it has no settlement']),
    ...(!settlement || isSame ? [] : ['its settlement has other amounts']),
    ...differencesOfEntries(settlement ? entriesOfSettlement(settlement) : [], entries),
  ];
}

/** The check of all passes; a server may write at the same time, so differences are checked again. */
export class PassAudit {
  #found = new Map<string, string[]>();

  /** The number of passes with differences that the last check has found. */
  get suspects(): number {
    return this.#found.size;
  }

  /** Checks all passes. */
  async checkAll(): Promise<void> {
    for await (const batch of books.everyPass()) this.#check(batch);
  }

  /** Checks again the passes in which the last check has found differences. */
  async checkAgain(): Promise<void> {
    const ids = [...this.#found.keys()];
    this.#found.clear();
    this.#check(await books.ofPasses(ids));
  }

  /** A sentence for each difference that the last check has found. */
  differences(): string[] {
    return [...this.#found].flatMap(([id, found]) => found.map((difference) => `pass ${id}: ${difference}`));
  }

  #check(batch: readonly PassBooks[]): void {
    for (const one of batch) {
      const found = differencesOfPass(one);
      if (found.length > 0) this.#found.set(one.pass._id, found);
    }
  }
}

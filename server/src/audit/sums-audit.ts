import { profiles } from '../drivers/drivers.repository';
import { type CountedEntry, rowsOfBooking, rowsOfEntry, rowsOfRedemption, rowsOfSettlement } from '../ledger/leaves';
import { leafDocuments } from '../ledger/leaves.repository';
import { readLeaves } from '../ledger/leaves.service';
import { figuresIn } from '../ratings/figures';
import type { DriverFigures } from '../ratings/ratings.repository';
import { idOf, PLATFORM, type RowKey } from '../sums/periods';
import type { Sums, SumsRow } from '../sums/sums.model';
import { sumsRows } from '../sums/sums.repository';
import { computed } from '../sums/sums.service';

const BATCH = 500;

/** A row in which a document has to be counted, but which does not exist. */
interface Missing {
  id: string;
  document: string;
}

/**
 * Checks the kept sums: each row equals the sums computed from the documents, each document has its rows, and the
 * figures on a driver's profile equal the driver's sums. Stale rows, and all rows while the sums are being built, are
 * not checked, because no figure is read from them.
 */
export class SumsAudit {
  #wrong = new Map<string, string>();
  #missing: Missing[] = [];

  /** The number of differences that the last check has found. */
  get suspects(): number {
    return this.#wrong.size + this.#missing.length;
  }

  /** Checks all rows and all documents. */
  async checkAll(): Promise<void> {
    if (!(await sumsRows.isBuilt())) return;
    for await (const rows of pages((after) => sumsRows.after(after, BATCH))) await this.#check(rows);
    for await (const page of pages((after) => leafDocuments.bookingsAfter(after, BATCH))) {
      await this.#find(page, rowsOfBooking, 'booking');
    }
    for await (const page of pages((after) => leafDocuments.settlementsAfter(after, BATCH))) {
      await this.#find(page, rowsOfSettlement, 'settlement');
    }
    for await (const page of pages((after) => leafDocuments.entriesAfter(after, BATCH))) {
      await this.#find(page, (entry: CountedEntry) => rowsOfEntry(entry), 'journal entry');
    }
    for await (const page of pages((after) => leafDocuments.redemptionsAfter(after, BATCH))) {
      await this.#find(page, rowsOfRedemption, 'promo code redemption');
    }
  }

  /** Checks again what the last check has found. */
  async checkAgain(): Promise<void> {
    const rows = await sumsRows.byIds([...this.#wrong.keys()]);
    const missing = this.#missing;
    this.#wrong.clear();
    await this.#check([...rows.values()]);
    const found = await sumsRows.byIds(missing.map(({ id }) => id));
    this.#missing = missing.filter(({ id }) => !found.has(id));
  }

  /** A sentence for each difference that the last check has found. */
  differences(): string[] {
    return [
      ...this.#wrong.values(),
      ...this.#missing.map(({ id, document }) => `the kept sums lack ${id}, for the ${document}`),
    ];
  }

  async #check(rows: readonly SumsRow[]): Promise<void> {
    const fresh = rows.filter(({ stale }) => !stale);
    for (const { row, sums } of await computed(fresh, readLeaves)) {
      const differing = fieldsThatDiffer(row.sums, sums);
      if (differing.length === 0) continue;
      // A row of a lower level may have been computed again before this row is marked as stale.
      if (await sumsRows.hasStale({ owner: row.owner })) continue;
      this.#wrong.set(row._id, `the kept sums ${row._id} are wrong: ${differing.join(', ')}`);
    }
    await this.#checkProfiles(fresh.filter(({ _id }) => !this.#wrong.has(_id)));
  }

  /** Compares the figures on drivers' profiles with the drivers' sums of all time. */
  async #checkProfiles(rows: readonly SumsRow[]): Promise<void> {
    const own = rows.filter(({ series, level, owner }) => series === 'fares' && level === 'all' && owner !== PLATFORM);
    const found = await profiles.byUsers(own.map(({ owner }) => owner));
    for (const { _id, owner, sums } of own) {
      const profile = found.get(owner);
      if (!profile || !sums) continue;
      const differing = fieldsThatDiffer(profile, figuresIn(sums));
      if (differing.length === 0 || (await sumsRows.hasStale({ owner }))) continue;
      this.#wrong.set(_id, `the figures on the profile of driver ${owner} are wrong: ${differing.join(', ')}`);
    }
  }

  async #find<D extends { _id: string }>(
    documents: readonly D[],
    rowsOf: (document: D) => RowKey[],
    kind: string,
  ): Promise<void> {
    const wanted = documents.flatMap((document) =>
      rowsOf(document).map((key) => ({ id: idOf(key), document: `${kind} ${document._id}` })),
    );
    const found = await sumsRows.byIds([...new Set(wanted.map(({ id }) => id))]);
    this.#missing.push(...wanted.filter(({ id }) => !found.has(id)));
  }
}

/** Reads all documents of a collection, some at a time, in the order of their ids. */
async function* pages<D extends { _id: string }>(readAfter: (id: string | null) => Promise<D[]>): AsyncGenerator<D[]> {
  for (let after: string | null = null; ; ) {
    const page: D[] = await readAfter(after);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last._id;
  }
}

function fieldsThatDiffer(stored: object | undefined, expected: Sums | DriverFigures): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const kept = Object.entries(stored ?? {}).find(([field]) => field === name)?.[1] ?? 0;
    return kept === value ? [] : [`${name} is ${kept} instead of ${value}`];
  });
}

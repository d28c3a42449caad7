import { failpoint } from '../core/failpoint';
import { markStale } from '../sums/sums.service';
import type { JournalEntry, JournalLine } from './journal.model';
import { journalEntries } from './journal.repository';
import { rowsOfEntry } from './leaves';

/**
 * Writes a money event into the journal, once: a second write under the same id changes nothing. Lines of zero are left
 * out, and an entry without lines is not written. Throws, before anything is written, when the lines do not add up to
 * zero or are not whole paise, when the line of a customer or driver names no owner, and when any other line names an
 * owner.
 */
export async function record(entry: JournalEntry): Promise<void> {
  const lines = entry.lines.filter((line) => line.amount_paise !== 0);
  for (const line of lines) checkLine(entry._id, line);
  const sum = lines.reduce((total, line) => total + line.amount_paise, 0);
  if (sum !== 0) throw new Error(`the journal entry ${entry._id} does not add up: ${sum} paise are left`);
  if (lines.length > 0) await write({ ...entry, lines });
}

/**
 * Inserts an entry, and marks the balances that it changes as stale, even if a stopped process has inserted the entry
 * already.
 */
async function write(entry: JournalEntry): Promise<void> {
  const isNew = await journalEntries.insertOnce(entry);
  failpoint('journal.inserted');
  const stored = isNew ? entry : await journalEntries.byId(entry._id);
  await markStale(stored ? rowsOfEntry(stored) : []);
}

function checkLine(id: string, { account, party_id, amount_paise }: JournalLine): void {
  if (!Number.isSafeInteger(amount_paise)) throw new Error(`the journal entry ${id} has ${amount_paise} paise`);
  const personal = account === 'customer' || account === 'driver';
  if (personal !== (party_id !== null))
    throw new Error(`the journal entry ${id} has a ${account} line ${personal ? 'without' : 'with'} an owner`);
}

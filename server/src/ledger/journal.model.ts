import { accounts } from '@boli/shared/ledger/ledger.schema';
import mongoose from 'mongoose';
import { documentSchema, embedded, listOf, nullable, oneOf, paise, type Stored, text, time } from '../store/document';

const lineFields = {
  account: oneOf(accounts),
  /** The owner of the account; null for accounts of the platform. */
  party_id: nullable(text),
  amount_paise: paise,
};

/**
 * One side of a money event, in paise. An amount above zero debits the account, which then owes or holds more; an
 * amount below zero credits it.
 */
export type JournalLine = Stored<typeof lineFields>;

const entryFields = {
  /** The kind of event and its subject, `ride:<booking>`: the same event is never written twice. */
  _id: text,
  /** The booking or the pass to which the entry belongs. */
  booking_id: text,
  at: time,
  lines: listOf(embedded(lineFields)),
};

/** One money event with all its lines, which add up to zero. Never changed: a correction is another entry. */
export type JournalEntry = Stored<typeof entryFields>;

const schema = documentSchema('journal', entryFields);
schema.index({ booking_id: 1 });
schema.index({ 'lines.party_id': 1, at: 1 });

export const JournalModel = mongoose.model<JournalEntry>('JournalEntry', schema);

import { type Account, accounts } from '@boli/shared/ledger/ledger.schema';
import mongoose from 'mongoose';

/** One side of a money event; above zero the account is debited (it owes or holds more), below zero credited. In paise. */
export interface JournalLine {
  account: Account;
  /** Whose account it is; null for those of the platform. */
  party_id: string | null;
  amount_paise: number;
}

/** One money event with all its lines, which add up to nothing. Never changed: a correction is another entry. */
export interface JournalEntry {
  /** The kind of event and what it happened to, `ride:<booking>`: the same event is never written twice. */
  _id: string;
  booking_id: string;
  at: Date;
  lines: JournalLine[];
}

const line = new mongoose.Schema<JournalLine>(
  {
    account: { type: String, enum: accounts, required: true },
    party_id: { type: String, default: null },
    amount_paise: { type: Number, required: true, validate: Number.isInteger },
  },
  { _id: false },
);

const schema = new mongoose.Schema<JournalEntry>(
  {
    _id: { type: String, required: true },
    booking_id: { type: String, required: true },
    at: { type: Date, required: true },
    lines: { type: [line], required: true },
  },
  { versionKey: false, collection: 'journal' },
);
schema.index({ booking_id: 1 });
schema.index({ 'lines.party_id': 1 });

export const JournalModel = mongoose.model<JournalEntry>('JournalEntry', schema);

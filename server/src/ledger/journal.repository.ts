import { insertOnce } from '../store/insert-once';
import { type JournalEntry, JournalModel } from './journal.model';

export const journalEntries = {
  /** Appends an entry; an existing one with this id is left unchanged. Returns true when it was inserted. */
  async insertOnce(entry: JournalEntry): Promise<boolean> {
    return insertOnce(JournalModel, entry);
  },

  async byId(id: string): Promise<JournalEntry | null> {
    return JournalModel.findById(id).lean<JournalEntry>();
  },

  /** The balance of a driver's account, in paise: above zero the driver owes the platform. */
  async balanceOfDriver(driverId: string): Promise<number> {
    const [row] = await JournalModel.aggregate<{ sum: number }>([
      { $match: { 'lines.party_id': driverId } },
      { $unwind: '$lines' },
      { $match: { 'lines.account': 'driver', 'lines.party_id': driverId } },
      { $group: { _id: null, sum: { $sum: '$lines.amount_paise' } } },
    ]);
    return row?.sum ?? 0;
  },
};

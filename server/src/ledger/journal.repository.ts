import { insertOnce } from '../store/insert-once';
import { type JournalEntry, JournalModel } from './journal.model';

export const journalEntries = {
  /** Appends an entry; one with this id that is there already stays as it is. True when it was not there. */
  async insertOnce(entry: JournalEntry): Promise<boolean> {
    return insertOnce(JournalModel, entry);
  },

  /** The sum of a driver's account, in paise: above zero the driver owes the platform. */
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

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openTestDatabase } from '../testing/store';
import { record } from './journal';
import { JournalModel } from './journal.model';
import { journalEntries } from './journal.repository';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestDatabase();
});
afterAll(() => close());

const bank = (amount_paise: number) => ({ account: 'bank', party_id: null, amount_paise }) as const;
const driver = (amount_paise: number, party_id: string | null = 'd') =>
  ({ account: 'driver', party_id, amount_paise }) as const;
const entry = (...lines: (ReturnType<typeof bank> | ReturnType<typeof driver>)[]) => ({
  _id: `test:${randomUUID()}`,
  booking_id: 'b',
  at: new Date(),
  lines,
});

test('an entry is stored once, also with repeated and concurrent writes', async () => {
  const one = entry(bank(100), driver(-100));
  await Promise.all(Array.from({ length: 20 }, () => record(one)));
  await record({ ...one, lines: [bank(5), driver(-5)] });
  const stored = await JournalModel.find({ _id: one._id }).lean();
  expect(stored.map(({ lines }) => lines)).toEqual([one.lines]);
  expect(await journalEntries.balanceOfDriver('d')).toBe(-100);
});

test('an entry is refused and not stored if it does not add up to zero, has an amount that is not whole paise, or a party that does not fit the account', async () => {
  const wrong = [
    entry(bank(100), driver(-99)),
    entry(bank(0.5), driver(-0.5)),
    entry(bank(Number.NaN), driver(1)),
    entry(bank(100), driver(-100, null)),
    entry({ ...driver(100), account: 'bank' } as never, driver(-100)),
  ];
  for (const one of wrong) await expect(record(one)).rejects.toThrow('the journal entry');
  expect(await JournalModel.countDocuments({ _id: { $in: wrong.map(({ _id }) => _id) } })).toBe(0);
});

test('lines of zero are omitted, and an entry without lines is not stored', async () => {
  const one = entry(bank(100), driver(-100), driver(0, 'e'));
  const none = entry(bank(0), driver(0));
  await record(one);
  await record(none);
  expect((await JournalModel.findById(one._id).lean())?.lines).toHaveLength(2);
  expect(await JournalModel.findById(none._id)).toBeNull();
});

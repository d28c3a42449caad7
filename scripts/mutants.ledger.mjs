const entries = 'ledger/entries.ts';
const settlements = 'settlements/settlements.service.ts';
const chainTests = 'audit/chains.property.test.ts';
const auditTests = 'audit/audit.test.ts';
const ledgerTests = 'ledger/ledger.test.ts';

/** The guards of the journal and the figures; the fields are explained in mutants.mjs. */
export const ledgerMutants = [
  {
    name: 'journal: adds up',
    file: 'ledger/journal.ts',
    find: 'if (sum !== 0) throw',
    replace: 'if (sum === 0.25) throw',
    test: 'ledger/journal.test.ts',
  },
  {
    name: 'journal: whole paise',
    file: 'ledger/journal.ts',
    find: '!Number.isSafeInteger(amount_paise)',
    replace: 'amount_paise === 0.25',
    test: 'ledger/journal.test.ts',
  },
  {
    name: 'journal: says whose account',
    file: 'ledger/journal.ts',
    find: 'if (personal !== (party_id !== null))',
    replace: 'if (personal === null)',
    test: 'ledger/journal.test.ts',
  },
  {
    name: 'entries: money of the gateway is not paid directly',
    file: entries,
    find: '&& !booking.payment_id &&',
    replace: '&&',
    test: chainTests,
  },
  {
    name: 'entries: what the gateway settled did not go by bank',
    file: entries,
    find: 'settlement.payment_method !== null &&\n    settlement.payment_method !== BY_GATEWAY;',
    replace: 'settlement.payment_method !== null;',
    test: auditTests,
    only: 'before its end',
  },
  {
    name: 'entries: a payout after the settlement',
    file: entries,
    find: " && settlement.settlement_status === 'paid';",
    replace: ';',
    test: chainTests,
  },
  {
    name: 'entries: a payout after the payment',
    file: entries,
    find: "booking.payment_status === 'completed' && settlement",
    replace: 'settlement',
    test: chainTests,
  },
  {
    name: 'entries: a payout of what the bank brought, too',
    file: entries,
    find: '- received + paidByBank(settlement)',
    replace: '- received',
    test: chainTests,
  },
  {
    name: 'settlement: paid by money that came before the end',
    file: settlements,
    find: 'const byGateway = Boolean(booking.payment_id);',
    replace: 'const byGateway = false;',
    test: auditTests,
    only: 'before its end',
  },
  {
    name: 'settlement: paid by money that came after the end',
    file: settlements,
    find: 'else if (booking.payment_id) await paidByGateway(booking._id, booking.payment_id);',
    test: auditTests,
    only: 'after its end',
  },
  {
    name: 'payout: paid once',
    file: 'ledger/payouts.repository.ts',
    find: "{ _id: id, payout_status: 'owed' }",
    replace: '{ _id: id }',
    test: auditTests,
    only: 'before its end',
  },
  {
    name: 'payout: in the journal',
    file: 'ledger/ledger.followers.ts',
    find: "payoutFollowers.on('journal', async (payout) => enter(entryOfPayout(payout)));",
    replace: "payoutFollowers.on('journal', async () => undefined);",
    test: auditTests,
    only: 'before its end',
  },
  {
    name: 'figures: days of India',
    file: 'ledger/figures.repository.ts',
    find: ', timezone: INDIA',
    test: ledgerTests,
    only: 'by day',
  },
  {
    name: 'figures: months of India',
    file: 'ledger/india.ts',
    find: 'const OFFSET_MS = 5.5 * 3_600_000;',
    replace: 'const OFFSET_MS = 0;',
    test: ledgerTests,
    only: 'completed rides',
  },
  {
    name: 'receipt: of a completed ride',
    file: 'ledger/ledger.service.ts',
    find: "if (booking.status !== 'completed') throw",
    replace: 'if (!booking) throw',
    test: ledgerTests,
  },
  {
    name: 'export: safe against formulas',
    file: 'ledger/csv.ts',
    find: 'FORMULA.test(value)',
    replace: 'value === null',
    test: 'ledger/csv.test.ts',
  },
];

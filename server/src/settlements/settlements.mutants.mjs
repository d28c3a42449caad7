/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'settlement: a settlement is paid once',
    file: 'settlements/settlements.repository.ts',
    find: "        settlement_status: 'pending',\n        ...(net",
    replace: '        ...(net',
    test: 'settlements/settlements.test.ts',
  },
  {
    name: 'undo: an undo is possible for one minute',
    file: 'settlements/undo.policy.ts',
    find: "  if (paid_at < since) throw new Conflict('admin.undo_late');\n",
    test: 'settlements/undo.test.ts',
    only: 'is possible for one',
  },
  {
    name: 'undo: only a payment that an admin marked can be undone',
    file: 'settlements/undo.policy.ts',
    find: 'if (!paid_at || method === null || method === BY_GATEWAY) throw',
    replace: 'if (!paid_at) throw',
    test: 'settlements/undo.test.ts',
    only: 'no admin has marked',
  },
  {
    name: 'undo: only the payment that was read is undone',
    file: 'settlements/settlements.repository.ts',
    find: '        version: read.version,\n',
    test: 'settlements/undo.test.ts',
    only: 'payment that was read',
  },
  {
    name: 'undo: the write of an undo fails once a payout has begun',
    file: 'settlements/settlements.repository.ts',
    find: '        payout_begun: { $ne: true },\n',
    test: 'settlements/undo.test.ts',
    only: 'a payout that',
  },
  {
    name: 'undo: an undo is refused once a payout has begun',
    file: 'settlements/undo.policy.ts',
    find: "  if (payout_begun) throw new Conflict('settlements.payout_begun');\n",
    test: 'settlements/undo.test.ts',
    only: 'a payout that',
  },
  {
    name: 'undo: a repeated undo succeeds',
    file: 'settlements/undo.service.ts',
    find: '  if (wasUndone(read, since)) {\n    emitSettlement(read);\n    return read;\n  }\n',
    test: 'settlements/undo.test.ts',
    only: 'is in the admin',
  },
  {
    name: 'undo: of two concurrent calls both succeed',
    file: 'settlements/undo.service.ts',
    find: '  if (wasUndone(found, since)) return found;\n',
    test: 'settlements/undo.test.ts',
    only: 'reverse the payment once',
  },
  {
    name: 'undo: the settlement is updated from its booking',
    file: 'settlements/undo.service.ts',
    find: '  if (booking) await settleBooking(booking);\n',
    test: 'settlements/undo.test.ts',
    only: 'refused before the undo',
  },
  {
    name: 'undo: the update of the settlement from its booking is a reconcile step',
    file: 'wiring/reconcile.ts',
    find: '    booking: settleAgainInSums,\n',
    replace: '    booking: () => undefined,\n',
    test: 'settlements/undo.test.ts',
    only: 'another process',
  },
];

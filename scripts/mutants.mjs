// Takes each guard of the server out once, in a copy of the checkout, and expects a test to turn red. A mutant that
// survives is a rule that nothing holds. `node scripts/mutants.mjs [part of a name]` runs some of them.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realtimeMutants } from './mutants.realtime.mjs';
import { startTestStore } from './test-store.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const claims = 'rides/rides.claims.repository.ts';
const rides = 'rides/rides.repository.ts';
const quotes = 'quotes/quotes.repository.ts';
const bookings = 'bookings/bookings.repository.ts';
const claimTests = 'rides/rides.claims.test.ts';
const raceTests = 'bookings/races.test.ts';
const bookingTests = 'bookings/bookings.test.ts';
const bookTests = 'bookings/bookings.book.test.ts';
const paymentTests = 'bookings/payment.test.ts';

/** `replace` is empty where it is not given; `test` is the file that has to fail, `only` a part of a test's name. */
const mutants = [
  { name: 'claim: customer', file: claims, find: 'customer_id: attempt.customerId,', test: claimTests },
  {
    name: 'claim: open',
    file: claims,
    find: "status: 'open',\n        expires_at",
    replace: 'expires_at',
    test: raceTests,
    only: 'two quotes',
  },
  { name: 'claim: in time', file: claims, find: 'expires_at: { $gt: attempt.claim.at },', test: claimTests },
  { name: 'claim: never twice for one booking', file: claims, find: 'spent: { $ne: bookingId },', test: claimTests },
  {
    name: 'claim: quote active',
    file: claims,
    find: "status: 'active', version: attempt",
    replace: 'version: attempt',
    test: claimTests,
  },
  {
    name: 'claim: quote as read',
    file: claims,
    find: ', version: attempt.quoteVersion',
    test: raceTests,
    only: 'a new price',
  },
  {
    name: 'claim: settled by its own booking',
    file: claims,
    find: ", 'claim.booking._id': bookingId }",
    replace: ' }',
    test: claimTests,
  },
  {
    name: 'request: started by its booking',
    file: claims,
    find: "booking_id: bookingId, status: 'booked' },\n      { $set: { status: 'in_progress'",
    replace: "status: 'booked' },\n      { $set: { status: 'in_progress'",
    test: claimTests,
  },
  {
    name: 'request: ended by its booking',
    file: claims,
    find: "booking_id: bookingId, status: { $in: ['booked', 'in_progress'] }",
    replace: "status: { $in: ['booked', 'in_progress'] }",
    test: claimTests,
  },
  {
    name: 'request: ends once',
    file: claims,
    find: ", status: { $in: ['booked', 'in_progress'] } }",
    replace: ' }',
    test: claimTests,
  },
  {
    name: 'request: reopened by its booking',
    file: claims,
    find: "booking_id: bookingId, status: 'booked', 'quotes.booking_id'",
    replace: "status: 'booked', 'quotes.booking_id'",
    test: claimTests,
    survives: 'the quote names the booking, too',
  },
  {
    name: 'request: reopened only while booked',
    file: claims,
    find: "status: 'booked', 'quotes.booking_id'",
    replace: "'quotes.booking_id'",
    test: claimTests,
  },
  {
    name: 'request: cancelled only while open',
    file: rides,
    find: "customer_id: customerId, status: 'open', expires_at: { $gt: now } },\n      ending",
    replace: 'customer_id: customerId },\n      ending',
    test: claimTests,
  },
  {
    name: 'request: expired only while open',
    file: rides,
    find: "{ _id: id, status: 'open', expires_at: { $lte: now } }",
    replace: '{ _id: id, expires_at: { $lte: now } }',
    test: claimTests,
  },
  {
    name: 'request: expired only past its time',
    file: rides,
    find: "{ _id: id, status: 'open', expires_at: { $lte: now } }",
    replace: "{ _id: id, status: 'open' }",
    test: claimTests,
  },
  {
    name: 'request: counts as expired before the scheduler',
    file: 'rides/rides.policy.ts',
    find: "ride.status !== 'open' || ride.expires_at > now",
    replace: 'now || ride',
    test: 'rides/rides.test.ts',
    only: 'past its time',
  },
  {
    name: 'quote: one per driver',
    file: quotes,
    find: ", 'quotes.driver_id': { $ne: quote.driver_id }",
    test: raceTests,
    only: 'quotes twice',
  },
  {
    name: 'quote: added to an open request',
    file: quotes,
    find: "status: 'open', expires_at: { $gt: now }, 'quotes",
    replace: "'quotes",
    test: claimTests,
  },
  {
    name: 'quote: replaced as read',
    file: quotes,
    find: ', status: read.status, version: read.version',
    test: claimTests,
  },
  {
    name: 'quote: replaced on an open request',
    file: quotes,
    find: "status: 'open',\n        expires_at: { $gt: now },\n        quotes",
    replace: 'quotes',
    test: claimTests,
  },
  {
    name: 'quote: withdrawn while active',
    file: quotes,
    find: "driver_id: driverId, status: 'active' } } },\n      {\n        $set",
    replace: 'driver_id: driverId } } },\n      {\n        $set',
    test: raceTests,
    only: 'withdraw with book',
  },
  {
    name: 'quote: looked at again after a rejection',
    file: 'quotes/quotes.service.ts',
    find: '  await withdrawIfRejectedMeanwhile(actor, offered);\n',
    test: 'quotes/quotes.test.ts',
    only: 'at that moment',
  },
  {
    name: 'quote: sealed',
    file: 'quotes/quotes.policy.ts',
    find: "if (actor.role === 'driver')",
    replace: "if (actor.role === 'nobody' as string)",
    test: 'quotes/quotes.test.ts',
    only: 'its own',
  },
  {
    name: 'book: price as seen',
    file: 'bookings/bookings.service.ts',
    find: '  checkSeenAmounts(input, fare);\n',
    test: bookTests,
    only: 'another price',
  },
  {
    name: 'book: driver not rejected',
    file: 'bookings/bookings.service.ts',
    find: " || profile.verification_status === 'rejected'",
    test: bookTests,
    only: 'this very moment',
  },
  {
    name: 'book: rejected driver found after storing',
    file: 'bookings/bookings.steps.ts',
    find: "if (profile?.verification_status === 'rejected') await",
    replace: "if (profile?.verification_status === 'verified') await",
    test: bookTests,
    only: 'just after its driver',
  },
  {
    name: 'book: claims are swept',
    file: 'bookings/bookings.service.ts',
    find: 'for (const ride of await claims.unsettled(sweepBefore()))',
    replace: 'for (const ride of [] as RideDocument[])',
    test: 'crash.test.ts',
    only: 'nobody taps',
  },
  {
    name: 'step: booking as read',
    file: bookings,
    find: 'status: read.status, version: read.version',
    replace: 'version: { $exists: true }',
    test: raceTests,
    only: 'accept with reject',
  },
  {
    name: 'step: one ride a driver',
    file: 'bookings/bookings.model.ts',
    find: "schema.index({ driver_id: 1 }, { unique: true, partialFilterExpression: { status: 'in_progress' } });",
    test: raceTests,
    only: 'one driver',
  },
  {
    name: 'step: one ride a customer',
    file: 'bookings/bookings.model.ts',
    find: "schema.index({ customer_id: 1 }, { unique: true, partialFilterExpression: { status: 'in_progress' } });",
    test: raceTests,
    only: 'one customer',
  },
  {
    name: 'step: table of steps',
    file: 'bookings/bookings.policy.ts',
    find: 'if (!canStep(from, to, party))',
    replace: 'if (!canStep(from, to, party) && !to)',
    test: 'bookings/steps.property.test.ts',
  },
  {
    name: 'step: not after the time to answer',
    file: 'bookings/bookings.steps.ts',
    find: "booking.status === 'pending' && booking.answer_by <= clock.now()",
    replace: 'booking.answer_by <= new Date(0)',
    test: 'bookings/bookings.endings.test.ts',
    only: 'too late',
  },
  {
    name: 'step: a rejected driver accepts nothing',
    file: 'bookings/bookings.steps.ts',
    find: '  if (profile) checkNotRejected(profile);\n',
    test: 'quotes/quotes.test.ts',
    only: 'whom an admin rejects',
  },
  {
    name: 'step: request moves on',
    file: 'bookings/bookings.followers.ts',
    find: "bookingFollowers.on('request', moveRequest);",
    replace: "bookingFollowers.on('request', async () => undefined);\nvoid moveRequest;",
    test: bookingTests,
    only: 'every state',
  },
  {
    name: 'mark: only from the version followed',
    file: bookings,
    find: 'updateOne({ _id: id, version }',
    replace: 'updateOne({ _id: id }',
    test: bookingTests,
    only: 'older version',
  },
  {
    name: 'sweep: unfinished consequences',
    file: 'core/follow.ts',
    find: 'await collection.due(sweepBefore())',
    replace: '([] as string[])',
    test: 'core/follow.test.ts',
  },
  {
    name: 'payment: refund is due',
    file: 'bookings/bookings.policy.ts',
    find: "...(owesRefund(booking) && { refund_status: 'due' as const }),",
    replace: '...(owesRefund(booking) && {}),',
    test: paymentTests,
  },
  {
    name: 'payment: not of a dead booking',
    file: 'bookings/bookings.policy.ts',
    find: 'if (isDead(booking.status)) throw',
    replace: 'if (isDead(booking.status) && !booking) throw',
    test: paymentTests,
  },
  {
    name: 'payment: marked for direct methods',
    file: 'bookings/bookings.policy.ts',
    find: 'if (!directUpiMethods.some(',
    replace: 'if (!booking && !directUpiMethods.some(',
    test: paymentTests,
  },
  {
    name: 'payment: UPI ID once accepted',
    file: 'bookings/bookings.presenter.ts',
    find: "agreed && audience === 'customer' && paysDriver",
    replace: 'paysDriver',
    test: 'bookings/bookings.readers.test.ts',
    only: 'who reads',
  },
  {
    name: 'settlement: paid once',
    file: 'settlements/settlements.repository.ts',
    find: "{ _id: id, settlement_status: 'pending' }",
    replace: '{ _id: id }',
    test: 'settlements/settlements.test.ts',
  },
  {
    name: 'rating: once',
    file: 'ratings/ratings.service.ts',
    find: "    if (booking.rating !== null) throw new Conflict('ratings.already');\n",
    test: 'ratings/ratings.test.ts',
  },
  {
    name: 'rating: no older count',
    file: 'drivers/drivers.repository.ts',
    find: 'total_ratings: { $lte: total_ratings }, completed_rides: { $lte: completed_rides }',
    test: 'ratings/ratings.test.ts',
  },
  {
    name: 'key: another body',
    file: 'core/idempotency.ts',
    find: 'if (kept.body_hash !== hash)',
    replace: 'if (!kept.body_hash)',
    test: bookTests,
    only: 'Idempotency-Key',
  },
  {
    name: 'step: the system ends only what nobody answered',
    file: 'bookings/bookings.steps.ts',
    find: "    booking.status === 'pending'\n      ?",
    replace: "    booking.status !== 'completed'\n      ?",
    test: 'bookings/bookings.endings.test.ts',
    only: 'quicker',
  },
  {
    name: 'key: one for each call',
    file: 'core/idempotency.ts',
    find: '{call}',
    replace: "{''}",
    test: 'bookings/bookings.book.test.ts',
    only: 'one key',
  },
  {
    name: 'key: one for each person',
    file: 'core/idempotency.ts',
    find: '{actor.id}',
    replace: "{''}",
    test: 'rides/rides.test.ts',
  },
  {
    name: 'profile: changed as read',
    file: 'drivers/drivers.repository.ts',
    find: '_id: read._id, version: read.version',
    replace: '_id: read._id',
    test: 'drivers/drivers.test.ts',
    only: 'older reading',
  },
  {
    name: 'password: changed once',
    file: 'auth/auth.repository.ts',
    find: '_id: id, token_version: change.version',
    replace: '_id: id',
    test: 'auth/auth.test.ts',
    only: 'two password changes',
  },
  {
    name: 'settlement: a second time is fine',
    file: 'settlements/settlements.repository.ts',
    find: 'if (isDuplicateKey(error)) return false;',
    test: 'ratings/ratings.test.ts',
  },
  {
    name: 'contacts: ten',
    file: 'contacts/contacts.service.ts',
    find: '>= MAX_CONTACTS)',
    replace: '> 1000)',
    test: 'contacts/contacts.test.ts',
  },
  ...realtimeMutants,
];

const wanted = mutants.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const copy = mkdtempSync(join(tmpdir(), 'boli-mutants-'));
const given = process.env.TEST_MONGODB_URI;
const store = given ? { uri: given, stop: async () => {} } : await startTestStore();
const survivors = [];
try {
  copyCheckout();
  for (const mutant of wanted) {
    const outcome = judge(mutant);
    const right = mutant.survives ? outcome === 'survived' : outcome === 'killed';
    if (!right) survivors.push(mutant.name);
    const note = mutant.survives ? ` (harmless: ${mutant.survives})` : '';
    process.stdout.write(`${right ? 'ok  ' : 'BAD '} ${outcome.padEnd(9)} ${mutant.name}${note}\n`);
  }
} finally {
  await store.stop();
  rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(`${wanted.length - survivors.length} of ${wanted.length} guards are held by a test\n`);
process.exit(survivors.length === 0 ? 0 : 1);

function copyCheckout() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\n').filter((name) => existsSync(join(root, name)) && name)) {
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** Breaks one guard, runs its test, and puts the guard back. */
function judge({ file, find, replace = '', test, only }) {
  const path = join(copy, 'server', 'src', file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(find).length !== 2) return 'not found';
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    join('server', 'src', test),
  ];
  const chosen = only ? ['-t', only] : [];
  const { status, stderr } = spawnSync(
    process.execPath,
    [...flags, ...chosen, '--bail', '--selectProjects', 'server'],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, TEST_MONGODB_URI: store.uri, RACE_ROUNDS: '10', NODE_OPTIONS: '' },
    },
  );
  writeFileSync(path, whole);
  if (status === 0) return 'survived';
  // Red has to mean a test that failed, not a file that could not be run.
  if (/^Tests: +.*\d+ failed/m.test(stderr)) return 'killed';
  process.stdout.write(stderr);
  return 'broken';
}

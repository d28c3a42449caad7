const budget = 'core/budget.calls.test.ts';
const openList = 'rides/open-list.ts';
const openListTests = 'rides/open-list.test.ts';
const openRidesTests = 'rides/open-rides.test.ts';
const slotTests = 'rides/open-limit.races.test.ts';

/** The guards of costs and limits, in the form of `mutants.mjs`. */
export const loadMutants = [
  {
    name: 'too slow for Node itself: 408 in JSON',
    file: 'core/http-server.ts',
    find: "  ERR_HTTP_REQUEST_TIMEOUT: [408, 'common.too_slow'],\n",
    test: 'core/deadlines.test.ts',
    only: 'headers that do not come',
  },
  {
    name: 'open list: changes of other processes',
    file: 'rides/open-rides.ts',
    find: '  await catchUp(known);\n',
    test: openRidesTests,
    only: 'two processes',
  },
  {
    name: 'open list: every change has its time',
    file: 'rides/rides.model.ts',
    find: '$currentDate: { changed_at: true }',
    test: openRidesTests,
    only: 'two processes',
  },
  {
    name: 'open list: an older version changes nothing',
    file: openList,
    find: '    if (!this.isNews(ride._id, ride.version)) return;\n',
    test: openListTests,
    only: 'an older version',
  },
  {
    name: 'open list: what is past its time',
    file: openList,
    find: 'until <= moment || ',
    test: openListTests,
    only: 'past its time',
  },
  {
    name: 'open list: rows of one millisecond stay together',
    file: openList,
    find: 'rows.length >= limit && at !== last',
    replace: 'rows.length >= limit',
    test: openListTests,
  },
  {
    name: 'open list: sealed',
    file: 'rides/rides.policy.ts',
    find: 'find((quote) => quote.driver_id === driverId)',
    replace: 'at(0)',
    test: openRidesTests,
    only: 'no quote but its own',
  },
  {
    name: 'open requests: places are unique',
    file: 'rides/rides.model.ts',
    find: 'unique: true, ',
    test: slotTests,
    only: 'twenty posts',
  },
  {
    name: 'open requests: a booked one gives its place up',
    file: 'rides/rides.claims.repository.ts',
    find: '        $unset: { open_slot: 1 },\n',
    test: slotTests,
    only: 'free again',
  },
  {
    name: 'contacts: places are unique',
    file: 'contacts/contacts.model.ts',
    find: 'unique: true, ',
    test: 'contacts/contacts.test.ts',
    only: 'twenty calls',
  },
  {
    name: 'slots: those without a number count',
    file: 'core/slots.ts',
    find: '.slice(0, unused.length - held.filter((slot) => slot === null).length)',
    test: 'contacts/contacts.test.ts',
    only: 'before there were places',
  },
  { name: 'budget: calls', file: 'auth/guard.ts', find: 'spend(actor.id, cost);', test: budget, only: 'so many calls' },
  {
    name: 'budget: messages',
    file: 'realtime/commands.ts',
    find: "if (name !== 'booking:location') spend(userId, found?.cost ?? 1);",
    test: budget,
    only: 'from one budget',
  },
  {
    name: 'budget: rows',
    file: 'core/budget.ts',
    find: 'if (tokens > 0) accounts.charge(userId, tokens);',
    test: budget,
    only: 'many rows',
  },
  {
    name: 'budget: addresses',
    file: 'auth/guard.ts',
    find: "spendAnonymously(request.ip ?? 'unknown', cost);",
    test: budget,
    only: 'the address pays',
  },
  {
    name: 'budget: sockets',
    file: 'realtime/hub.ts',
    find: 'spend(actor.id, HANDSHAKE_COST);',
    test: budget,
    only: 'again and again',
  },
  {
    name: 'deadline: bodies',
    file: 'core/deadlines.ts',
    find: '    arm(bodyMs);\n',
    test: 'core/deadlines.test.ts',
    only: 'a body that does not',
  },
  {
    name: 'hub: bytes that wait',
    file: 'realtime/hub.ts',
    find: ' && before <= MAX_WAITING_BYTES[role]',
    test: 'bookings/bookings.realtime.test.ts',
    only: 'in bytes',
  },
];

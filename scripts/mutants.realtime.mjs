const hub = 'realtime/hub.ts';
const commands = 'realtime/commands.ts';
const bookings = 'bookings/bookings.realtime.ts';
const hubTests = 'realtime/hub.test.ts';
const commandTests = 'realtime/commands.test.ts';
const bookingTests = 'bookings/bookings.realtime.test.ts';
const quoteTests = 'quotes/quotes.realtime.test.ts';
const memoryTests = 'realtime/positions.memory.test.ts';
const positionTests = 'realtime/positions.test.ts';
const toldTests = 'realtime/positions.realtime.test.ts';
const watchTests = 'realtime/watches.test.ts';

/** The guards of the live side, in the form of `mutants.mjs`. */
export const realtimeMutants = [
  {
    name: 'push: nobody is not everybody',
    file: 'realtime/push.ts',
    find: 'if (to.length === 0) throw',
    replace: 'if (false) throw',
    test: 'realtime/push.test.ts',
  },
  {
    name: 'message: role',
    file: commands,
    find: 'if (!roles.includes(actor.role)) throw new Forbidden();',
    test: commandTests,
  },
  {
    name: 'message: positions dropped',
    file: commands,
    find: "if (name === 'booking:location' && !takePosition(socket.data.userId)) return;",
    test: commandTests,
  },
  {
    name: 'handshake: origin',
    file: 'realtime/origins.ts',
    find: 'new URL(origin).host === host',
    replace: 'true',
    test: hubTests,
  },
  {
    name: 'session: sockets close',
    file: hub,
    find: 'server.in(rooms.user(userId)).disconnectSockets(true);',
    test: hubTests,
  },
  {
    name: 'session: told',
    file: hub,
    find: "push([rooms.user(userId)], 'session:ended', { reason });",
    test: hubTests,
  },
  {
    name: 'session: no handshake slips in',
    file: hub,
    find: '(lastEnding.get(actor.id) ?? 0) > startedAt',
    replace: 'startedAt < 0',
    test: hubTests,
  },
  { name: 'watch: right first', file: 'realtime/watches.ts', find: 'await authorise();', test: watchTests },
  {
    name: 'watch: refused leaves',
    file: 'realtime/watches.ts',
    find: 'await leave(socket, isRefusal(error) ? names : fresh);',
    test: watchTests,
  },
  {
    name: 'booking: room left at the end',
    file: bookings,
    find: 'if (!isLive(booking.status)) emptyRoom(rooms.booking(booking._id));',
    test: toldTests,
  },
  {
    name: 'booking: ended is not joined',
    file: bookings,
    find: '=> isLive(booking.status);',
    replace: '=> booking !== null;',
    test: toldTests,
  },
  {
    name: 'booking: audience',
    file: bookings,
    find: "audience: 'driver'",
    replace: "audience: 'customer'",
    test: bookingTests,
  },
  {
    name: 'quote: sealed on the socket',
    file: 'quotes/quotes.realtime.ts',
    find: 'rooms.user(quote.driver_id)]',
    replace: 'rooms.rides]',
    test: quoteTests,
  },
  {
    name: 'position: late batch',
    file: 'realtime/positions.repository.ts',
    find: 'driver_location_seq: { $not: { $gte: seq } }',
    test: positionTests,
  },
  {
    name: 'position: older reading of a booking',
    file: 'realtime/positions.ts',
    find: 'if (before && before.version > authority.version) return before;',
    test: positionTests,
  },
  {
    name: 'position: seq',
    file: 'realtime/positions.memory.ts',
    find: 'Math.max(booking.seq + 1, now)',
    replace: 'now',
    test: memoryTests,
  },
  {
    name: 'position: stale',
    file: 'realtime/positions.memory.ts',
    find: 'isOlder || now - recordedAt > STALE_FIX_MS',
    replace: 'isOlder',
    test: memoryTests,
  },
];

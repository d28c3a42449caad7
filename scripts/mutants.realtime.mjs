const hub = 'realtime/hub.ts';
const commands = 'realtime/commands.ts';
const bookings = 'bookings/bookings.realtime.ts';
const hubTests = 'realtime/hub.test.ts';
const commandTests = 'realtime/commands.test.ts';
const bookingTests = 'bookings/bookings.realtime.test.ts';
const quoteTests = 'rides/quotes.realtime.test.ts';
const memoryTests = 'tracking/positions.memory.test.ts';
const positionTests = 'tracking/positions.test.ts';
const toldTests = 'tracking/positions.realtime.test.ts';
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
    find: 'if (!shapes[name].roles.includes(actor.role)) throw new Forbidden();',
    test: commandTests,
  },
  {
    name: 'message: positions dropped',
    file: commands,
    find: "if (name === 'booking:location' && positions.take(socket.data.userId) > 0) return;",
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
    file: 'realtime/endings.ts',
    find: '  socket.disconnect(true);\n',
    test: hubTests,
  },
  {
    name: 'session: told',
    file: 'realtime/endings.ts',
    find: "  socket.emit('session:ended', { reason });\n",
    test: hubTests,
  },
  {
    name: 'session: no handshake slips in',
    file: hub,
    find: 'endedSince(startedAt, actor.id, tokenId)',
    replace: 'endedSince(startedAt + 1e9, actor.id, tokenId)',
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
    find: "role: 'driver'",
    replace: "role: 'customer'",
    test: bookingTests,
  },
  {
    name: 'quote: sealed on the socket',
    file: 'rides/quotes.realtime.ts',
    find: 'rooms.user(quote.driver_id)]',
    replace: 'rooms.rides]',
    test: quoteTests,
  },
  {
    name: 'position: late batch',
    file: 'tracking/positions.repository.ts',
    find: 'driver_location_seq: { $not: { $gte: seq } }',
    test: positionTests,
  },
  {
    name: 'position: older reading of a booking',
    file: 'tracking/positions.ts',
    find: 'if (before && before.version > authority.version) return before;',
    test: positionTests,
  },
  {
    name: 'position: seq',
    file: 'tracking/positions.memory.ts',
    find: 'Math.max(booking.seq + 1, now.wall)',
    replace: 'now.wall',
    test: memoryTests,
  },
  {
    name: 'position: stale',
    file: 'tracking/positions.memory.ts',
    find: "(age > STALE_FIX_MS ? 'stale' : null) ?? ",
    replace: '',
    test: memoryTests,
  },
  {
    name: "position: the server's clock decides no order",
    file: 'tracking/positions.memory.ts',
    find: 'return fix.observedAt < other.observedAt;',
    replace: 'return fix.recordedAt < other.recordedAt;',
    test: memoryTests,
  },
  {
    name: 'position: a bare position is shown as it comes',
    file: 'tracking/positions.memory.ts',
    find: 'isBare || ',
    replace: '',
    test: memoryTests,
  },
  {
    name: 'position: 0,0 is no place',
    file: 'tracking/plausibility.ts',
    find: "return 'zero';",
    replace: 'return null;',
    test: memoryTests,
  },
  {
    name: 'position: fixes that agree support each other',
    file: 'tracking/plausibility.ts',
    find: 'counted >= SUPPORT_COUNT && place.at - since >= SUPPORT_MS',
    replace: 'false',
    test: memoryTests,
  },
  {
    name: 'position: what waits to be written counts as recorded',
    file: 'tracking/positions.ts',
    find: ', ...waiting]);',
    replace: ']);',
    test: 'tracking/positions.test.ts',
    only: 'not written yet',
  },
  {
    name: 'token: expiry by the clock',
    file: 'realtime/hub.ts',
    find: 'if (socket.data.expiresAt > now) continue;',
    replace: 'continue;',
    test: 'realtime/hub.test.ts',
  },
];

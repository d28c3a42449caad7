const interruptionTests = 'interruptions.test.ts';
const orderTests = 'realtime/in-order.test.ts';
const syncTests = 'realtime/sync.test.ts';

/** What makes up for an interrupted database, and what a stopping server does, in the form of `mutants.mjs`. */
export const interruptionMutants = [
  {
    name: 'full disk: noticed by what nobody waits for',
    file: 'realtime/positions.ts',
    find: '    noteDiskFull(error);\n',
    test: 'realtime/positions.test.ts',
    only: 'no room on the disk',
  },
  {
    name: 'interruption: silence noticed',
    file: 'store/pulse.ts',
    find: "if (value) noteInterruption('silence');",
    test: interruptionTests,
  },
  {
    name: 'interruption: broken connections noticed',
    file: 'store/connect.ts',
    find: 'watchDriver(mongoose.connection.getClient());',
    test: interruptionTests,
  },
  {
    name: 'interruption: every socket takes fresh snapshots',
    file: 'realtime/sync.ts',
    find: 'for (const socket of server.sockets.sockets.values()) sendLater(socket, spread);',
    test: syncTests,
  },
  {
    name: 'interruption: not all at once',
    file: 'realtime/sync.ts',
    find: 'Math.random() * spread',
    replace: '0',
    test: syncTests,
  },
  {
    name: 'interruption: rounds that cause each other slow down',
    file: 'realtime/sync.ts',
    find: 'isSuspicious ?',
    replace: 'false ?',
    test: syncTests,
  },
  {
    name: 'interruption: presenting is retried',
    file: 'realtime/in-order.ts',
    find: 'if (!isDatabaseAway(error) || performance.now() > until) throw error;',
    replace: 'throw error;',
    test: orderTests,
  },
  {
    name: 'interruption: what is dropped is made up for',
    file: 'realtime/in-order.ts',
    find: "noteDroppedEvent('too many events wait');\n    return;",
    replace: 'return;',
    test: orderTests,
  },
  {
    name: 'interruption: an event that cannot be presented is made up for',
    file: 'realtime/in-order.ts',
    find: "noteDroppedEvent(isDatabaseAway(error) ? 'the database was away for too long' : 'presenting failed');",
    replace: "if (isDatabaseAway(error)) noteDroppedEvent('away');",
    test: orderTests,
  },
  {
    name: 'interruption: consequences are finished when it ends',
    file: 'core/follow.ts',
    find: 'if (left.size < MAX_LEFT) left.add(id);',
    test: 'core/follow.test.ts',
  },
  {
    name: 'repeat: a request is emitted again',
    file: 'rides/rides.service.ts',
    find: 'if (made) return emitAgain(made);',
    replace: 'if (made) return made;',
    test: interruptionTests,
  },
  {
    name: 'repeat: a cancelled request is emitted again',
    file: 'rides/rides.service.ts',
    find: "throw new Conflict('rides.not_open', { status: ride.status });\n  return emitAgain(ride);",
    replace: "throw new Conflict('rides.not_open', { status: ride.status });\n  return ride;",
    test: interruptionTests,
  },
  {
    name: 'repeat: a withdrawn quote is emitted again',
    file: 'quotes/quotes.service.ts',
    find: "tell({ ride, quote }, 'withdrawn');\n  return { ride, quote };",
    replace: "if (written) tell({ ride, quote }, 'withdrawn');\n  return { ride, quote };",
    test: interruptionTests,
  },
  {
    name: 'repeat: a booking is emitted again',
    file: 'bookings/bookings.service.ts',
    find: 'await emitBooking(made);',
    test: interruptionTests,
  },
  {
    name: 'repeat: a step is emitted again',
    file: 'bookings/bookings.steps.ts',
    find: 'await emitBooking(read);',
    test: interruptionTests,
  },
  {
    name: 'repeat: a paid settlement is emitted again',
    file: 'settlements/settlements.service.ts',
    find: 'emitSettlement(settlement);\n    return settlement;',
    replace: 'return settlement;',
    test: interruptionTests,
  },
  {
    name: 'stop: links that stay are cut',
    file: 'drain.ts',
    find: 'for (const link of links) link.destroy();',
    test: 'stop.test.ts',
  },
  { name: 'stop: running requests end', file: 'drain.ts', find: '&& !running.has(link)', test: 'stop.test.ts' },
  {
    name: 'stop: not ready while draining',
    file: 'health/health.routes.ts',
    find: ' && !isDraining()',
    test: 'stop.test.ts',
  },
];

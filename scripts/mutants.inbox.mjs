const notices = 'notifications/notices.ts';
const repository = 'notifications/notifications.repository.ts';
const follow = 'notifications/notifications.reconcile.ts';
const service = 'notifications/notifications.service.ts';
const planned = 'bookings/bookings.repository.ts';
const tests = 'notifications/notifications.test.ts';
const reminderTests = 'notifications/reminders.test.ts';
const favorites = 'favorites/favorites.service.ts';
const favoriteTests = 'favorites/favorites.test.ts';
const watchTests = 'favorites/favorites.realtime.test.ts';

/** The guards of the inbox, of reminders and of favorites; the fields are explained in mutants.mjs. */
export const inboxMutants = [
  {
    name: 'inbox: a milestone once',
    file: notices,
    find: 'idOf(event, kind, userId),',
    replace: 'idOf(event + Math.random(), kind, userId),',
    test: tests,
    only: 'reconciling again',
  },
  {
    name: 'inbox: each side has its own row',
    file: 'notifications/notification-id.ts',
    find: '.update(',
    replace: '.update(event || ',
    test: reminderTests,
    only: 'thirty minutes before',
  },
  {
    name: 'inbox: dropped rows stay dropped',
    file: service,
    find: 'notice.created_at.getTime() > oldest',
    replace: 'oldest > 0',
    test: tests,
    only: 'a late change',
  },
  {
    name: 'inbox: the same decision once',
    file: follow,
    find: 'if (before?.kind === notice.kind && before.params.reason === notice.params.reason) return;',
    test: tests,
    only: 'each new decision',
  },
  {
    name: 'inbox: own rows alone are read',
    file: repository,
    find: '{ user_id: userId, read_at: null, ...(ids',
    replace: '{ read_at: null, ...(ids',
    test: tests,
    only: 'leaves other',
  },
  {
    name: 'inbox: a time of reading stays',
    file: repository,
    find: '{ user_id: userId, read_at: null, ...(ids',
    replace: '{ user_id: userId, ...(ids',
    test: tests,
    only: 'counts what is unread',
  },
  {
    name: 'inbox: only who wrote a row tells of it',
    file: repository,
    find: 'rows.filter((row) => inserted.has(row._id))',
    replace: 'rows.filter((row) => inserted.has(row._id) || rows.length > 0)',
    test: 'notifications/notifications.realtime.test.ts',
    only: 'pushes nothing',
  },
  {
    name: 'reminder: accepted bookings alone',
    file: planned,
    find: "{ status: 'accepted', scheduled_time",
    replace: '{ scheduled_time',
    test: reminderTests,
    only: 'nobody is reminded',
  },
  {
    name: 'reminder: not earlier',
    file: planned,
    find: '$lte: until',
    replace: '$gt: new Date(0)',
    test: reminderTests,
    only: 'thirty minutes before',
  },
  {
    name: 'favorite: only who has quoted',
    file: favorites,
    find: '!profile || !mayKeep',
    replace: '!profile',
    test: favoriteTests,
    only: 'only who has quoted',
  },
  {
    name: 'favorite: fifty are enough',
    file: favorites,
    find: '> MAX_FAVORITES)',
    replace: '> MAX_FAVORITES + 1)',
    test: favoriteTests,
    only: 'are enough',
  },
  {
    name: 'favorite: of who keeps it',
    file: 'favorites/favorites.repository.ts',
    find: 'FavoriteModel.find({ customer_id: customerId })',
    replace: 'FavoriteModel.find({})',
    test: favoriteTests,
    only: 'keeps a driver',
  },
  {
    name: 'drivers:watch: favorites and who quoted alone',
    file: favorites,
    find: 'if (!(await areKnown(actor, driverIds))) throw new NotFound();',
    test: watchTests,
    only: 'who has quoted',
  },
  {
    name: 'drivers:watch: quoted to this customer',
    file: 'rides/quotes.repository.ts',
    find: "{ customer_id: customerId, 'quotes.driver_id': { $in: driverIds } }",
    replace: "{ 'quotes.driver_id': { $in: driverIds } }",
    test: watchTests,
    only: 'who has quoted',
  },
  {
    name: 'drivers:watch: one after the other',
    file: 'realtime/in-order.ts',
    find: 'return ofSocket.run(subject, run);',
    replace: 'return run();',
    test: watchTests,
    only: 'whoever leaves',
  },
  {
    name: 'drivers:watch: the public part alone',
    file: 'drivers/drivers.realtime.ts',
    find: "'driver:updated', presentDriverStatus(profile)",
    replace: "'driver:updated', { ...presentDriverStatus(profile), profile: presentProfile(profile) }",
    test: watchTests,
    only: 'the public part',
  },
];

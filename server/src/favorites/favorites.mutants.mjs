/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'favorite: only a driver who has quoted can be added',
    file: 'favorites/favorites.service.ts',
    find: '!profile || !mayKeep',
    replace: '!profile',
    test: 'favorites/favorites.test.ts',
    only: 'only a driver',
  },
  {
    name: 'favorite: a customer has at most fifty',
    file: 'favorites/favorites.service.ts',
    find: '> MAX_FAVORITES)',
    replace: '> MAX_FAVORITES + 1)',
    test: 'favorites/favorites.test.ts',
    only: 'favorites are the limit, and an existing',
  },
  {
    name: "favorite: the list contains only the caller's own favorites",
    file: 'favorites/favorites.repository.ts',
    find: 'FavoriteModel.find({ customer_id: customerId })',
    replace: 'FavoriteModel.find({})',
    test: 'favorites/favorites.test.ts',
    only: 'a customer adds',
  },
  {
    name: 'drivers:watch: only favorites and drivers who have quoted can be watched',
    file: 'favorites/favorites.service.ts',
    find: 'if (!(await areKnown(actor, driverIds))) throw new NotFound();',
    test: 'favorites/favorites.realtime.test.ts',
    only: 'who has quoted',
  },
  {
    name: 'drivers:watch: a quote to another customer does not permit a watch',
    file: 'rides/quotes.repository.ts',
    find: "{ customer_id: customerId, 'quotes.driver_id': { $in: driverIds } }",
    replace: "{ 'quotes.driver_id': { $in: driverIds } }",
    test: 'favorites/favorites.realtime.test.ts',
    only: 'who has quoted',
  },
  {
    name: 'drivers:watch: requests of a socket run one after the other',
    file: 'realtime/in-order.ts',
    find: 'return ofSocket.run(subject, run);',
    replace: 'return run();',
    test: 'favorites/favorites.realtime.test.ts',
    only: 'a socket that unwatches',
  },
  {
    name: 'drivers:watch: only the public fields are pushed',
    file: 'drivers/drivers.realtime.ts',
    find: "'driver:updated', presentDriverStatus(profile)",
    replace: "'driver:updated', { ...presentDriverStatus(profile), profile: presentProfile(profile) }",
    test: 'favorites/favorites.realtime.test.ts',
    only: 'only the public',
  },
];

const model = 'promos/redemptions.model.ts';
const redemptions = 'promos/redemptions.repository.ts';
const service = 'promos/promos.service.ts';
const policy = 'promos/promos.policy.ts';
const bookingPromo = 'bookings/bookings.promo.ts';
const raceTests = 'promos/redemptions.races.test.ts';
const promoTests = 'promos/promos.test.ts';

/** The guards of promo codes; the fields are explained in mutants.mjs. */
export const promoMutants = [
  {
    name: 'promo: the last use goes once',
    file: redemptions,
    find: "        { code: promo._id, state: 'free' },\n",
    replace: '        { code: promo._id },\n',
    test: raceTests,
    only: 'the last redemption',
  },
  {
    name: 'promo: uses of a customer',
    file: model,
    find: 'nth: 1 }, { unique: true, partialFilterExpression: taken }',
    replace: 'nth: 1 }',
    test: raceTests,
    only: 'twenty tabs',
  },
  {
    name: 'promo: one use for a booking',
    file: model,
    find: 'schema.index({ booking_id: 1 }, { unique: true, partialFilterExpression: taken });',
    test: raceTests,
    only: 'the same tap',
    survives: 'two taps of one booking ask for the same use of the customer, unless others change in between',
  },
  {
    name: 'promo: one first ride in a life',
    file: model,
    find: "{ unique: true, partialFilterExpression: { state: 'taken', first_ride: true } }",
    replace: '{}',
    test: raceTests,
    only: 'the first ride',
  },
  {
    name: 'promo: no more uses than the code says',
    file: service,
    find: "if (nth > promo.per_customer) throw new PromoRefused(409, { key: 'promo.used' });",
    test: raceTests,
    only: 'twenty tabs',
  },
  {
    name: 'promo: given back by its own booking',
    file: redemptions,
    find: "const own = { booking_id: bookingId, state: 'taken' as const };",
    replace: "const own = { state: 'taken' as const };",
    test: promoTests,
  },
  {
    name: 'promo: kept by its own booking',
    file: redemptions,
    find: "{ booking_id: bookingId, state: 'taken' },\n      { $set: { discount_paise",
    replace: "{ state: 'taken' },\n      { $set: { discount_paise",
    test: promoTests,
  },
  {
    name: 'promo: given back when the booking dies',
    file: bookingPromo,
    find: '  else await redemptions.free(booking._id);\n',
    test: promoTests,
  },
  {
    name: 'promo: given back by whoever loses',
    file: 'bookings/bookings.service.ts',
    find: 'if (input.promo_code !== null) await giveRedemptionBack(id);',
    test: raceTests,
    only: 'that lose',
  },
  {
    name: 'promo: kept while the request is its booking’s',
    file: 'rides/rides.claims.repository.ts',
    find: '{ _id: rideId, booking_id: { $ne: bookingId } }',
    replace: '{ _id: rideId }',
    test: raceTests,
    only: 'keeps it for good',
  },
  {
    name: 'promo: the request is told before a use is given back',
    file: bookingPromo,
    find: 'if (await claims.shutOut(rideId, bookingId)) await',
    replace: 'if (rideId) await',
    test: raceTests,
    only: 'somebody who died',
  },
  {
    name: 'promo: the reconciler waits a minute',
    file: bookingPromo,
    find: 'const UNSETTLED_MS = 60_000;',
    replace: 'const UNSETTLED_MS = 1_000;',
    test: raceTests,
    only: 'keeps the redemption for a minute',
  },
  {
    name: 'promo: a limit only grows',
    file: 'promos/promos.repository.ts',
    find: '...(limit !== undefined && { total_limit: { $lte: limit } }) }',
    replace: '}',
    test: promoTests,
  },
  {
    name: 'promo: redemptions are made when none is free',
    file: service,
    find: 'allMade = !(await makeMore(promo._id));',
    replace: 'allMade = true;',
    test: promoTests,
    only: 'while it makes them',
  },
  {
    name: 'promo: a look after all are made',
    file: service,
    find: 'if (allMade) throw new',
    replace: 'if (!(await makeMore(promo._id))) throw new',
    test: raceTests,
    only: 'the last redemption',
  },
  {
    name: 'promo: never more than the fare',
    file: policy,
    find: '?? whole, price)',
    replace: '?? whole)',
    test: promoTests,
  },
  { name: 'promo: half up', file: policy, find: '+ 5_000', replace: '', test: promoTests },
  {
    name: 'promo: ends at its end',
    file: policy,
    find: "if (promo.ends_at && now >= promo.ends_at) return { key: 'promo.ended' };",
    test: promoTests,
  },
  {
    name: 'promo: paused',
    file: policy,
    find: "if (!promo.active) return { key: 'promo.paused' };",
    test: promoTests,
  },
  {
    name: 'promo: the least fare',
    file: policy,
    find: 'price < promo.min_fare_paise',
    replace: 'price < 0',
    test: promoTests,
  },
  {
    name: 'promo: not a first ride',
    file: policy,
    find: '(hasRidden || standing.hadFirstRide)',
    replace: 'standing.hadFirstRide',
    test: promoTests,
  },
  {
    name: 'promo: a booking at the price that was shown',
    file: 'bookings/bookings.service.ts',
    find: 'checkSeenAmounts(input, fare);',
    test: promoTests,
  },
];

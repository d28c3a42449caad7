/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'usual price: a driver learns nothing from it about the exact pickup',
    file: 'rides/quotes.presenter.ts',
    find: '  if (viewerId !== quote.driver_id) return presentRoad(ride);\n',
    replace: '  if (viewerId !== quote.driver_id || ride) return presentRoad(ride);\n',
    test: 'rides/reference.test.ts',
    only: 'after losing',
  },
  {
    name: 'usual price: a losing driver learns nothing from it about the exact pickup',
    file: 'rides/quotes.presenter.ts',
    find: "isChosen(quote, ride) ? ride : { ...ride, status: 'open', accepted_at: null }",
    replace: 'ride',
    test: 'rides/reference.test.ts',
    only: 'after losing',
  },
  {
    name: 'usual price: a scheduled ride has the rates of its hour',
    file: 'rides/rides.service.ts',
    find: 'ratesAt(input.scheduled_time ?? now)',
    replace: 'ratesAt(now)',
    test: 'rides/reference.test.ts',
    only: 'of a scheduled ride',
  },
  {
    name: 'usual price: a changed quote has the class of the vehicle at the change',
    file: 'rides/quotes.repository.ts',
    find: "          'quotes.$.vehicle_class': offer.vehicle_class ?? null,\n",
    test: 'rides/reference.test.ts',
    only: 'for the class',
  },
  {
    name: 'tariff: bands of hours do not overlap',
    file: 'fares/tariff.ts',
    find: 'bands.filter((band) => isIn(hour, band)).length <= 1',
    replace: 'hour >= 0',
    test: 'fares/tariff.test.ts',
    only: 'overlap',
  },
  {
    name: 'tariff: a tariff that is not valid stops the start',
    file: 'index.ts',
    find: '  currentTariff();\n',
    test: 'start.test.ts',
    only: 'exits with code 1',
  },
];

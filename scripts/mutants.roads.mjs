const roads = 'rides/roads.ts';
const toPickup = 'rides/to-pickup.ts';
const router = 'geo/router.ts';
const roadTests = 'rides/roads.test.ts';
const toPickupTests = 'rides/to-pickup.test.ts';

/** The guards of figures and lines by road, in the form of `mutants.mjs`. */
export const roadMutants = [
  {
    name: 'road: the figures of another pickup',
    file: roads,
    find: 'const road = shown.roads.find((one) => samePoint(one, from));',
    replace: 'const road = shown.roads[0];',
    test: roadTests,
    only: 'every figure and line',
  },
  {
    name: 'road: the line of another pickup',
    file: roads,
    find: 'found?.shapes.find((one) => samePoint(one, pickupOf(shown)))?.shape',
    replace: 'found?.shapes[0]?.shape',
    test: roadTests,
    only: 'every figure and line',
  },
  {
    name: 'road: a request waits for its router',
    file: 'geo/roads.service.ts',
    find: 'const ADDITION_WITHIN_MS = 300;',
    replace: 'const ADDITION_WITHIN_MS = 30_000;',
    test: roadTests,
    only: 'never answers',
  },
  {
    name: 'arrival: from an old position',
    file: toPickup,
    find: ' || clock.millis() - at.getTime() > LIVE_QUIET_MS',
    test: toPickupTests,
    only: 'said so two minutes ago',
  },
  {
    name: 'arrival: of a planned ride',
    file: toPickup,
    find: ' || ride.scheduled_time',
    test: toPickupTests,
    only: 'on a planned ride',
  },
  {
    name: 'arrival: at the exact pickup',
    file: toPickup,
    find: 'travelInPassing(from, [openPoint(ride)])',
    replace: 'travelInPassing(from, [{ lat: ride.pickup_lat, lng: ride.pickup_lng }])',
    test: toPickupTests,
    only: 'by many places',
  },
  {
    name: 'arrival: of long ago',
    file: 'rides/quotes.presenter.ts',
    find: 'const isFresh = eta && clock.millis() - eta.at.getTime() <= ETA_HOLDS_MS;',
    replace: 'const isFresh = eta;',
    test: toPickupTests,
    only: 'no minutes of long ago',
  },
  {
    name: 'to the pickup: of all drivers are asked anew',
    file: toPickup,
    find: '  if (known && known.until > now) return known;\n',
    test: toPickupTests,
    only: 'once a minute',
  },
  {
    name: 'to the pickup: the exact one',
    file: toPickup,
    find: 'pickup: openPoint(ride), km',
    replace: 'pickup: { lat: ride.pickup_lat, lng: ride.pickup_lng }, km',
    test: toPickupTests,
    only: 'measured to the pickups',
  },
  {
    name: 'to the pickup: estimates are kept',
    file: toPickup,
    find: '  if (isAnswered) for (',
    replace: '  for (',
    test: toPickupTests,
    only: 'while the router is broken',
  },
  {
    name: 'to the pickup: far ones',
    file: toPickup,
    find: '    .filter(({ km }) => km <= NEAR_KM)\n',
    test: toPickupTests,
    only: 'far away',
  },
  {
    name: 'matrix: any snapping',
    file: router,
    find: 'return durations[0].map((seconds, at) => (isNear(at) ? seconds : null));',
    replace: 'return durations[0].map((seconds, at) => (isNear(at) ? seconds : seconds));',
    test: toPickupTests,
    only: 'no road leads to one',
  },
  {
    name: 'matrix: points without a road are asked for',
    file: router,
    find: '      const near = to.filter((_, at) => areNear[at]);\n',
    replace: '      const near = to;\n',
    test: 'city/city.test.ts',
    only: 'say how long it is to the pickup',
  },
];

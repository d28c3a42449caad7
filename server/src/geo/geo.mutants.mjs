/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'router: the length of an answer is limited',
    file: 'geo/router.ts',
    find: 'shortText(answer, MAX_REPLY_BYTES)',
    replace: 'shortText(answer, 1e12)',
    test: 'geo/roads.service.test.ts',
    only: 'endless',
  },
  {
    name: 'router: a refused request is not an outage',
    file: 'geo/roads.service.ts',
    find: 'error instanceof Refused || ',
    replace: 'error instanceof Refused && ',
    test: 'geo/roads.service.test.ts',
    only: 'refusing',
  },
  {
    name: 'router: a point snapped to a far road has no route',
    file: 'geo/router.ts',
    find: 'isFromNear && (!point',
    replace: '(!point',
    test: 'geo/osrm.test.ts',
    only: 'does not give the distance',
  },
  {
    name: 'router: an unavailable router is skipped',
    file: 'geo/outage.ts',
    find: "if (now < this.#silentUntil) return 'none';",
    test: 'geo/roads.service.test.ts',
    only: 'that fails is tried',
  },
  {
    name: 'router: after a pause a single request tries the router',
    file: 'geo/outage.ts',
    find: '    this.#silentUntil = now + this.#pauseMs;\n    return',
    replace: '    return',
    test: 'geo/outage.test.ts',
    only: 'is used by all',
  },
  {
    name: 'router: a request that is too hard is not an outage',
    file: 'geo/outage.ts',
    find: ' || this.#answeredAt >= since',
    test: 'geo/outage.test.ts',
    only: 'answered meanwhile',
  },
  {
    name: 'time factor: the ratio of driven to free-flow seconds of a ride is limited',
    file: 'geo/time-factor.ts',
    find: 'given.map(within)',
    replace: '[...given]',
    test: 'geo/time-factor.test.ts',
    only: 'counts a ratio above',
  },
  {
    name: 'geocoder: the length of an answer is limited',
    file: 'geo/short-text.ts',
    find: '    if (length > maxBytes) throw',
    replace: '    if (length < 0) throw',
    test: 'geo/geo.test.ts',
    only: 'a very long answer',
  },
  {
    name: 'place search: each user has a budget',
    file: 'geo/places.service.ts',
    find: '  if (wait > 0) throw new TooOften(Math.ceil(wait));\n',
    test: 'city/city.test.ts',
    only: 'refuses a person',
  },
];

/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'matrix: only points near a road are in the request',
    file: 'geo/router.ts',
    find: '      const near = to.filter((_, at) => areNear[at]);\n',
    replace: '      const near = to;\n',
    test: 'city/city.test.ts',
    only: 'have distance',
  },
  {
    name: 'city: the number of routes that a person requests is limited',
    file: 'geo/roads.service.ts',
    find: "  await countUse('routes', who, ROUTES_OF_ONE);\n",
    test: 'city/city.test.ts',
    only: 'then 429',
  },
  {
    name: 'city: a process that never gets ready does not block the start',
    file: 'city/city.launch.ts',
    find: 'AbortSignal.any([stopped.signal, AbortSignal.timeout(withinMs)])',
    replace: 'stopped.signal',
    test: 'city/city.launch.test.ts',
    only: 'a city process',
  },
  {
    name: "city: no public service is called while the city's process is away",
    file: 'geo/geo.service.ts',
    find: "settings().GEOCODER_URL || !installedCity() ? geocoderUrl(settings()) : 'off'",
    replace: 'geocoderUrl(settings())',
    test: 'city/city.launch.test.ts',
    only: 'a city process',
  },
  {
    name: 'city: a process that died is restarted',
    file: 'city/city.launch.ts',
    find: '        serving = null;\n        void check();\n',
    test: 'city/city.test.ts',
    only: 'is restarted',
  },
  {
    name: 'city: the old process ends after the new one is ready',
    file: 'city/city.launch.ts',
    find: '      serving = await serve(next, signal);\n',
    replace: '      if (before) await endChild(before.process.child);\n      serving = await serve(next, signal);\n',
    test: 'city/city.test.ts',
    only: 'is replaced by the process',
  },
  {
    name: 'city: only map files are served',
    file: 'city/map.routes.ts',
    find: '  if (!MAP_FILE.test(file)) return null;\n',
    test: 'city/city.test.ts',
    only: 'serves no other',
  },
  {
    name: 'city: an installed city replaces the public tiles',
    file: 'settings.ts',
    find: "return TILE_URL ?? (hasCity ? 'off' : PUBLIC_TILES);",
    replace: 'return TILE_URL ?? PUBLIC_TILES;',
    test: 'city/city.test.ts',
    only: 'no public map',
  },
];

/**
 * Code that the named test must cover: `scripts/mutants.mjs` removes or changes each piece once and expects that test to
 * fail.
 */
export const mutants = [
  {
    name: 'metrics: a worker answers with those of all workers',
    file: 'health/metrics.workers.ts',
    find: '  if (!cluster.isWorker) return registry.metrics();\n',
    replace: '  if (registry) return registry.metrics();\n',
    test: 'workers.test.ts',
    only: 'those of all workers',
  },
  {
    name: 'health: the caching of other answers is not changed',
    file: 'health/health.routes.ts',
    find: "router.use(['/health', '/metrics'], ",
    replace: 'router.use(',
    test: 'health/health.test.ts',
    only: 'never cached',
  },
  {
    name: 'metrics: a wrong token is refused',
    file: 'health/health.routes.ts',
    find: 'if (given !== undefined) return',
    replace: 'if (given !== undefined && METRICS_TOKEN !== undefined) return',
    test: 'health/health.test.ts',
    only: 'wrong token',
  },
];

import { Counter, Gauge } from 'prom-client';
import { registry } from '../core/metrics';
import type { Outcome } from './promise';

const outcomes = new Counter({
  name: 'arrival_predictions_total',
  help: 'Predictions with a known arrival: inside the promised range of minutes, early or late',
  labelNames: ['to', 'source', 'result'] as const,
  registers: [registry],
});

const counts = { roads: { all: 0, inside: 0 }, estimate: { all: 0, inside: 0 } };

new Gauge({
  name: 'arrival_predictions_inside_ratio',
  help: 'The share of predicted arrivals inside the promised range of minutes, since the process started',
  labelNames: ['source'] as const,
  registers: [registry],
  aggregator: 'average',
  collect() {
    for (const source of ['roads', 'estimate'] as const) {
      const { all, inside } = counts[source];
      if (all > 0) this.set({ source }, inside / all);
    }
  },
});

const routes = new Counter({
  name: 'arrival_routes_total',
  help: 'Routes that were requested for drivers on their way, by the source of the answer',
  labelNames: ['source'] as const,
  registers: [registry],
});

/** Counts a finished prediction by leg end, source and result. */
export function countOutcome({ to, source, result }: Outcome): void {
  outcomes.inc({ to, source, result });
  counts[source].all += 1;
  if (result === 'inside') counts[source].inside += 1;
}

/** Counts a route by its source. */
export function countRoute(source: 'roads' | 'estimate'): void {
  routes.inc({ source });
}

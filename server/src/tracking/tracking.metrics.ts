import { Gauge, Histogram } from 'prom-client';
import { registry } from '../core/metrics';
import { heldBookings } from './positions.memory';

const ages = new Histogram({
  name: 'position_age_seconds',
  help: 'The age of a position when it is sent to its watchers, by the time at which the phone measured it',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

new Gauge({
  name: 'positions_waiting',
  help: 'Points of trips that are not stored yet',
  registers: [registry],
  collect() {
    this.set([...heldBookings()].reduce((sum, { trail }) => sum + trail.size, 0));
  },
});

/** Records the age (ms) of a position that is sent to its watchers. */
export function recordAge(milliseconds: number): void {
  ages.observe(milliseconds / 1_000);
}

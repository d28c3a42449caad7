import { Histogram } from 'prom-client';
import type { Listener } from '../core/event-bus';
import { registry } from '../core/metrics';

const delays = new Histogram({
  name: 'push_delay_seconds',
  help: 'Time from a domain event, which follows its write at once, until this process has pushed it, by event and by the node it comes from: own (from its emission), other (from its arrival)',
  labelNames: ['event', 'from'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers: [registry],
});

/** The name of the listener that pushes an event to sockets. */
export const PUSH = 'push';

/** Runs the push of an event and records how long it took, unless it fails. */
export async function timePush(event: string, from: 'own' | 'other', push: () => void | Promise<void>): Promise<void> {
  const stop = delays.startTimer({ event, from });
  await push();
  stop();
}

/** The same listener, whose duration is recorded. */
export function timed<Event>(event: string, push: Listener<Event>): Listener<Event> {
  return (given) => timePush(event, 'own', () => push(given));
}

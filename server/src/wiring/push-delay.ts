import { Histogram } from 'prom-client';
import type { Listener } from '../core/event-bus';
import { registry } from '../core/metrics';

const delays = new Histogram({
  name: 'push_delay_seconds',
  help: 'Time until this process has pushed a domain event, by event and by the node that emitted it: own (measured from the emission, right after the write) or other (measured from the arrival of the event)',
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

/** The same listener, with its duration recorded. */
export function timed<Event>(event: string, push: Listener<Event>): Listener<Event> {
  return (given) => timePush(event, 'own', () => push(given));
}

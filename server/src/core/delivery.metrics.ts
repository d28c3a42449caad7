import { Counter, Gauge } from 'prom-client';
import { registry } from './metrics';

/** The open queues of messages to other services. Each queue adds itself, and removes itself when it is closed. */
export const queues = new Set<{ readonly of: string; readonly size: number }>();

new Gauge({
  name: 'deliveries_waiting',
  help: 'Messages to other services that wait or are being sent, by kind of message',
  labelNames: ['of'] as const,
  registers: [registry],
  collect() {
    this.reset();
    for (const { of, size } of queues) this.inc({ of }, size);
  },
});

/** The metric of a queue: its messages by kind and outcome. `of` is their name in the plural, such as "mails". */
export function countOutcomes(of: string): Counter<'kind' | 'outcome'> {
  return new Counter({
    name: `${of}_total`,
    help: `${of} by kind and outcome: sent, delayed (tried again later), refused (for good), given_up, replaced (by a newer one), dropped (queue full)`,
    labelNames: ['kind', 'outcome'] as const,
    registers: [registry],
  });
}

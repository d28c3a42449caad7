import { Counter } from 'prom-client';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';

const alarms = new Counter({
  name: 'payment_alarms_total',
  help: 'Payment problems that an operator has to solve, by kind: mismatch, unknown_order, refund',
  labelNames: ['kind'] as const,
  registers: [registry],
});

const kinds = ['mismatch', 'unknown_order', 'refund'] as const;
// A counter that appears only with its first alarm would not have increased for the alert rule.
for (const kind of kinds) alarms.inc({ kind }, 0);

/** Logs and counts a problem about money that the program cannot solve by itself. */
export function raiseAlarm(kind: (typeof kinds)[number], about: Record<string, unknown>): void {
  alarms.inc({ kind });
  logger.error({ kind, ...about }, 'a payment needs the attention of a person');
}

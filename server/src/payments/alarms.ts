import { Counter } from 'prom-client';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';

const alarms = new Counter({
  name: 'payment_alarms_total',
  help: 'Payment problems that an operator has to solve, by kind: mismatch, unknown_order, refund',
  labelNames: ['kind'] as const,
  registers: [registry],
});

/** Logs and counts a problem about money that the program cannot solve by itself. */
export function raiseAlarm(kind: 'mismatch' | 'unknown_order' | 'refund', about: Record<string, unknown>): void {
  alarms.inc({ kind });
  logger.error({ kind, ...about }, 'a payment needs the attention of a person');
}

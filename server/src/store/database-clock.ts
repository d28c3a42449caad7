import mongoose from 'mongoose';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import { clock } from '../core/clock';
import { logger } from '../core/logger';
import { registry } from '../core/metrics';

/** A machine whose clock differs from the database's by at most this (ms) keeps its own time. */
const TOLERATED_MS = 1_000;

new Gauge({
  name: 'clock_correction_seconds',
  help: 'How much the clock of this machine is behind the database; differences of up to a second are not corrected',
  registers: [registry],
  collect() {
    this.set(clock.correction() / 1_000);
  },
});

const Hello = z.object({ localTime: z.date() });

/**
 * Corrects `clock` by the difference between the clocks of the database and this machine. The answer's time is taken to be
 * that of the middle of the call, so that it is wrong by at most half of the call's duration; a difference within that
 * changes nothing. Rejects when the database does not answer.
 */
export async function followDatabaseClock(): Promise<void> {
  const from = performance.now();
  const { localTime } = Hello.parse(await mongoose.connection.db?.command({ hello: 1 }));
  const halfMs = (performance.now() - from) / 2;
  const behindMs = localTime.getTime() + halfMs - Date.now();
  if (Math.abs(behindMs - clock.correction()) <= TOLERATED_MS + halfMs) return;
  const correction = Math.abs(behindMs) <= TOLERATED_MS ? 0 : Math.round(behindMs);
  clock.correct(correction);
  logger.warn({ behind_ms: correction }, "the time of the database is used instead of this machine's");
}

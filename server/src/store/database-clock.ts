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
  // The workers of a machine have the same clock.
  aggregator: 'average',
  collect() {
    this.set(clock.correction() / 1_000);
  },
});

const Hello = z.object({ localTime: z.date() });

/** The difference that the last comparison found if it was not followed; null otherwise. Milliseconds. */
let suspected: number | null = null;
let isFirst = true;

/**
 * Corrects `clock` by the difference between the clocks of the database and this machine. The answer's time is taken to be
 * that of the middle of the call, so that it is wrong by at most half of the call's duration; a difference within that
 * changes nothing. The first comparison of a process is followed at once. A later one is followed only if the one before
 * agrees, because a step of the time ends or prolongs everything that has a term. Rejects when the database does not
 * answer.
 */
export async function followDatabaseClock(): Promise<void> {
  const from = performance.now();
  const { localTime } = Hello.parse(await mongoose.connection.db?.command({ hello: 1 }));
  const halfMs = (performance.now() - from) / 2;
  const behindMs = localTime.getTime() + halfMs - Date.now();
  const agrees = (other: number) => Math.abs(behindMs - other) <= TOLERATED_MS + halfMs;
  const mayStep = isFirst || (suspected !== null && agrees(suspected));
  isFirst = false;
  suspected = null;
  if (agrees(clock.correction())) return;
  if (!mayStep) {
    suspected = behindMs;
    return;
  }
  const correction = Math.abs(behindMs) <= TOLERATED_MS ? 0 : Math.round(behindMs);
  clock.correct(correction);
  logger.warn({ behind_ms: correction }, "the time of the database is used instead of this machine's");
}

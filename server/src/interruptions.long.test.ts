import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type InterruptedServer, type Interruption, openInterruptedServer, type Trial } from './testing/interrupted';

/** The number of interruptions of each kind. */
const TIMES = Number(process.env.INTERRUPTIONS ?? 20);
/**
 * The number of servers, each with a separate store, that are tested concurrently, because most of a trial is waiting.
 */
const SERVERS = Number(process.env.INTERRUPTED_SERVERS ?? 4);
const kinds: readonly { name: string; interruption: Interruption }[] = [
  { name: 'stopped for 5 s', interruption: { stopSeconds: 5 } },
  { name: 'stopped for 15 s', interruption: { stopSeconds: 15 } },
  { name: 'stopped for 30 s', interruption: { stopSeconds: 30 } },
  { name: 'killed', interruption: 'kill' },
];

let servers: InterruptedServer[];
beforeAll(async () => {
  servers = await Promise.all(Array.from({ length: SERVERS }, openInterruptedServer));
}, 120_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

test.each(kinds)(
  `a store that is $name under load leaves no client row that differs from REST 10 s later, ${TIMES} times`,
  async ({ name, interruption }) => {
    const trials: Trial[] = [];
    let left = TIMES;
    await Promise.all(
      servers.map(async (server) => {
        while (left-- > 0) trials.push(await server.try(interruption));
      }),
    );
    process.stdout.write(`${name}: ${summary(trials)}\n`);
    expect(trials.flatMap(({ differences }) => differences)).toEqual([]);
    expect(trials.filter(({ synced, sockets }) => synced < sockets)).toEqual([]);
  },
  TIMES * 60_000,
);

function summary(trials: readonly Trial[]): string {
  const sum = (of: (trial: Trial) => number) => trials.reduce((total, trial) => total + of(trial), 0);
  const failed = trials.filter(({ differences }) => differences.length > 0).length;
  const equal = trials.map(({ equalAfterMs }) => equalAfterMs ?? Number.POSITIVE_INFINITY);
  return [
    `${trials.length} tried, ${failed} failed`,
    `${sum((trial) => trial.writes)} writes, ${sum((trial) => trial.unanswered)} unanswered`,
    `${sum((trial) => trial.differences.length)} rows differ`,
    `${sum((trial) => trial.synced)} of ${sum((trial) => trial.sockets)} sockets synced`,
    `compared after at most ${Math.max(...trials.map(({ comparedAfterMs }) => comparedAfterMs))} ms`,
    `equal after at most ${Math.max(...equal)} ms`,
  ].join('; ');
}

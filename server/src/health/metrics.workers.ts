import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { z } from 'zod';
import { AppError } from '../core/errors';
import { registry } from '../core/metrics';
import { pendingAnswers } from '../core/pending-answers';

/** How long (ms) the first process waits for the metrics of each worker, and a worker for those of all workers. */
const WORKER_WITHIN_MS = 5_000;
const ALL_WITHIN_MS = 6_000;

/** The metrics of one process, as `getMetricsAsJSON` returns them. */
const Values = z.array(z.looseObject({}));
type Values = z.infer<typeof Values>;

/**
 * From a worker: it can be asked from now on (`ready`); it wants the metrics of all workers (`wanted`, a number that the
 * answer repeats); or its own metrics (`values`), with the number of the question.
 */
const FromWorker = z.object({
  metrics: z.union([
    z.strictObject({ ready: z.literal(true) }),
    z.strictObject({ wanted: z.number() }),
    z.strictObject({ question: z.number(), values: Values }),
  ]),
});
/** From the first process: the question for a worker's metrics, or those of all workers; null if a worker gave none. */
const FromFirst = z.object({
  metrics: z.union([
    z.strictObject({ question: z.number() }),
    z.strictObject({ wanted: z.number(), all: z.string().nullable() }),
  ]),
});

const toFirst = (metrics: z.infer<typeof FromWorker>['metrics']) => void process.send?.({ metrics });
const toWorker = (worker: Worker, metrics: z.infer<typeof FromFirst>['metrics']) => {
  if (worker.isConnected()) worker.send({ metrics });
};

/**
 * In the first process: answers each worker that asks with the metrics of all workers together. Counts are added up; for
 * the lag of the event loop and for shares the average is given, and for states the worst. Returns a dispose function.
 */
export function gatherMetrics(): () => Promise<void> {
  const workers = new Set<Worker>();
  const answers = pendingAnswers<Values>(WORKER_WITHIN_MS);
  let questions = 0;
  let running: Promise<string | null> | null = null;
  const gather = async (): Promise<string | null> => {
    const asked = [...workers].map((worker) => {
      const question = ++questions;
      const answer = answers.wait(question);
      toWorker(worker, { question });
      return answer;
    });
    const given = (await Promise.all(asked)).flatMap((values) => (values ? [values] : []));
    return given.length === asked.length ? AggregatorRegistry.aggregate(given).metrics() : null;
  };
  const receive = async (worker: Worker, message: unknown) => {
    const read = FromWorker.safeParse(message);
    if (!read.success) return;
    const { metrics } = read.data;
    if ('ready' in metrics) workers.add(worker);
    else if ('values' in metrics) answers.answer(metrics.question, metrics.values);
    else {
      running ??= gather().finally(() => {
        running = null;
      });
      toWorker(worker, { wanted: metrics.wanted, all: await running });
    }
  };
  const forget = (worker: Worker) => void workers.delete(worker);
  cluster.on('message', receive);
  cluster.on('exit', forget);
  return async () => {
    cluster.off('message', receive);
    cluster.off('exit', forget);
  };
}

/** The questions of this worker for the metrics of all workers. */
const wanted = pendingAnswers<string | null>(ALL_WITHIN_MS);
let lastWanted = 0;

/** In a worker: gives its metrics to the first process, and receives those of all workers. Returns a dispose function. */
export function shareMetrics(): () => Promise<void> {
  const receive = async (message: unknown) => {
    const read = FromFirst.safeParse(message);
    if (!read.success) return;
    const { metrics } = read.data;
    if ('all' in metrics) wanted.answer(metrics.wanted, metrics.all);
    else toFirst({ question: metrics.question, values: Values.parse(await registry.getMetricsAsJSON()) });
  };
  process.on('message', receive);
  toFirst({ ready: true });
  return async () => {
    process.off('message', receive);
  };
}

/**
 * The metrics of this server in Prometheus' text format: with `WORKERS`, of all its workers together. Throws 503 if a
 * worker does not answer.
 */
export async function readMetrics(): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  const question = ++lastWanted;
  const answer = wanted.wait(question);
  toFirst({ wanted: question });
  const text = await answer;
  if (text === null) throw new AppError(503, 'common.unavailable');
  return text;
}

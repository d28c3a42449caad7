import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { z } from 'zod';
import { AppError } from '../core/errors';
import { registry } from '../core/metrics';

/** How long (ms) a worker waits for the metrics of all workers; a worker that does not answer is given up after five seconds. */
const ANSWER_WITHIN_MS = 6_000;

/** The message by which a worker asks for the metrics of all workers, and the answer; null if a worker gave none. */
const Question = z.object({ metrics: z.object({ asked: z.number() }) });
const Answer = z.object({ metrics: z.object({ asked: z.number(), text: z.string().nullable() }) });

/** The questions of this worker that are not answered yet. */
const waiting = new Map<number, (text: string | null) => void>();
let asked = 0;

/**
 * In the first process: answers each worker that asks with the metrics of all workers together. Counts are added up; for
 * the lag of the event loop the average is given. Returns a dispose function.
 */
export function gatherMetrics(): () => Promise<void> {
  const all = new AggregatorRegistry();
  const answer = async (worker: Worker, message: unknown) => {
    const question = Question.safeParse(message);
    if (!question.success) return;
    const text = await all.clusterMetrics().catch(() => null);
    const { metrics } = question.data;
    if (worker.isConnected()) worker.send({ metrics: { ...metrics, text } } satisfies z.infer<typeof Answer>);
  };
  cluster.on('message', answer);
  return async () => {
    cluster.off('message', answer);
  };
}

/** In a worker: gives its metrics to the first process, and receives those of all workers. Returns a dispose function. */
export function shareMetrics(): () => Promise<void> {
  AggregatorRegistry.setRegistries([registry]);
  // Its constructor begins to answer the questions of the first process.
  new AggregatorRegistry();
  const receive = (message: unknown) => {
    const answer = Answer.safeParse(message);
    if (answer.success) waiting.get(answer.data.metrics.asked)?.(answer.data.metrics.text);
  };
  process.on('message', receive);
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
  const question = ++asked;
  let timer: NodeJS.Timeout | undefined;
  const text = await new Promise<string | null>((resolve) => {
    waiting.set(question, resolve);
    timer = setTimeout(resolve, ANSWER_WITHIN_MS, null);
    process.send?.({ metrics: { asked: question } } satisfies z.infer<typeof Question>);
  });
  waiting.delete(question);
  clearTimeout(timer);
  if (text === null) throw new AppError(503, 'common.unavailable');
  return text;
}

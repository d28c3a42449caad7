import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { z } from 'zod';
import { AppError } from '../core/errors';
import { registry } from '../core/metrics';
import { pendingAnswers } from '../core/pending-answers';

/** How long (ms) a worker waits for the metrics of all workers; a worker that does not answer is given up after five seconds. */
const ANSWER_WITHIN_MS = 6_000;

/**
 * After a worker has not answered, the workers are not asked again for this long (ms): the package keeps what the others
 * have answered to a question that was never answered completely.
 */
const NOT_ASKED_MS = 10_000;

/** The message by which a worker asks for the metrics of all workers, and the answer; null if a worker gave none. */
const Question = z.object({ metrics: z.object({ asked: z.number() }) });
const Answer = z.object({ metrics: z.object({ asked: z.number(), text: z.string().nullable() }) });

/** The questions of this worker that are not answered yet. */
const answers = pendingAnswers<string | null>(ANSWER_WITHIN_MS);
let asked = 0;

/**
 * In the first process: answers each worker that asks with the metrics of all workers together. Counts are added up; for
 * the lag of the event loop and for shares the average is given, and for states the worst. Returns a dispose function.
 */
export function gatherMetrics(): () => Promise<void> {
  const all = new AggregatorRegistry();
  let running: Promise<string | null> | null = null;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  const gather = async (): Promise<string | null> => {
    try {
      return await all.clusterMetrics();
    } catch {
      askAgainAt = performance.now() + NOT_ASKED_MS;
      return null;
    } finally {
      running = null;
    }
  };
  const answer = async (worker: Worker, message: unknown) => {
    const question = Question.safeParse(message);
    if (!question.success) return;
    if (performance.now() >= askAgainAt) running ??= gather();
    const text = await running;
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
  // The constructor registers the listener that answers the first process.
  new AggregatorRegistry();
  const receive = (message: unknown) => {
    const answer = Answer.safeParse(message);
    if (answer.success) answers.answer(answer.data.metrics.asked, answer.data.metrics.text);
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
  const answer = answers.wait(question);
  process.send?.({ metrics: { asked: question } } satisfies z.infer<typeof Question>);
  const text = await answer;
  if (text === null) throw new AppError(503, 'common.unavailable');
  return text;
}
